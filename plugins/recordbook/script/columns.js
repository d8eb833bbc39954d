/* The columns of the comparison: each system can be left out, and the address says which ones are. */
import { all, say } from "./page.js";

const LEFT_OUT = "without";

function leftOut() {
  return new URLSearchParams(location.search).getAll(LEFT_OUT);
}

function show() {
  const without = leftOut();
  for (const button of all("button[data-rb-column]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(!without.includes(button.dataset.rbColumn)));
  }
  for (const label of all("[data-rb-columns] > span")) label.hidden = false;
  for (const cell of all("[data-rb-of]")) cell.hidden = without.includes(cell.dataset.rbOf);
}

function toggle(button) {
  const name = button.dataset.rbColumn;
  const chosen = new URLSearchParams(location.search);
  const without = leftOut();
  const others = without.includes(name) ? without.filter((one) => one !== name) : [...without, name];
  chosen.delete(LEFT_OUT);
  for (const one of others) chosen.append(LEFT_OUT, one);
  const query = String(chosen);
  history.pushState(history.state, "", `${location.pathname}${query ? `?${query}` : ""}${location.hash}`);
  show();
  say(`${button.textContent} ${others.includes(name) ? "left out" : "shown"}`);
}

function onClick(event) {
  const button = event.target.closest("button[data-rb-column]");
  if (button) toggle(button);
}

export function listen() {
  document.addEventListener("click", onClick);
  window.addEventListener("popstate", show);
}

export function start() {
  if (document.querySelector("[data-rb-columns]")) show();
}
