/* Cards that open: all of a kind with one button, and the one that a fragment names or lies in. */
import { all, named } from "./page.js";

const cardsOf = (button) => all("details.rb-card", button.closest("section") || document);

function nameOpeners() {
  for (const button of all("button[data-rb-open]")) {
    button.textContent = cardsOf(button).every((card) => card.open) ? "Close all" : "Open all";
  }
}

function openOrCloseAll(button) {
  const cards = cardsOf(button);
  const open = cards.some((card) => !card.open);
  for (const card of cards) card.open = open;
}

function openTarget() {
  const target = named(location.hash);
  let opened = false;
  for (let box = target?.closest("details"); box; box = box.parentElement.closest("details")) {
    opened ||= !box.open;
    box.open = true;
  }
  if (opened) target.scrollIntoView();
}

function onClick(event) {
  const button = event.target.closest("button[data-rb-open]");
  const link = event.target.closest("a[href*='#']");
  if (button) openOrCloseAll(button);
  if (link && link.href === location.href) openTarget();
}

export function listen() {
  document.addEventListener("click", onClick);
  document.addEventListener("toggle", nameOpeners, true);
  window.addEventListener("hashchange", openTarget);
}

export function start(root) {
  for (const button of all("button[data-rb-open]", root)) button.hidden = false;
  nameOpeners();
  openTarget();
}
