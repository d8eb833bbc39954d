/* The menu of a narrow window closes by Escape, and by a click anywhere else. */
import { all } from "./page.js";

const OPEN = "details.rb-menu[open]";

function closeOthers(inside) {
  for (const menu of all(OPEN)) {
    if (!menu.contains(inside)) menu.open = false;
  }
}

function onEscape(event) {
  const menu = document.querySelector(OPEN);
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
}

export function listen() {
  document.addEventListener("click", (event) => closeOthers(event.target));
  document.addEventListener("keydown", onEscape);
}

export function start() {
  closeOthers(null);
}
