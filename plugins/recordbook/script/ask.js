/* The search form of the home page hands its words to the box of the top bar. */
import { all } from "./page.js";

const box = () => document.querySelector("[data-md-component=search-query]");

function onSubmit(event) {
  if (!event.target.matches("form[data-rb-search]")) return;
  event.preventDefault();
  box().value = event.target.elements.q.value;
  box().focus();
}

export function listen() {
  document.addEventListener("submit", onSubmit);
}

export function start(root) {
  for (const form of all("form[data-rb-search]", root)) form.hidden = !box();
}
