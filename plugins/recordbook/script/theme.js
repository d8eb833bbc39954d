/* The button for the scheme: automatic, light, dark. The theme keeps the choice. */
import { all, say, turn } from "./page.js";

const media = (input) => input.dataset.mdColorMedia;

function nameOf(input) {
  if (media(input) === "(prefers-color-scheme)") return "auto";
  return input.dataset.mdColorScheme === "slate" ? "dark" : "light";
}

function show(button, input) {
  const name = nameOf(input);
  const label = `Theme: ${name === "auto" ? "automatic" : name}`;
  turn(button, `theme-${name}`);
  button.setAttribute("aria-label", label);
  button.title = label;
}

export function listen() {
  const button = document.querySelector("button[data-rb-theme]");
  const inputs = all("[data-md-component=palette] input");
  if (!button || inputs.length < 2) return;
  const saved = window.__md_get?.("__palette");
  const chosen = saved ? saved.index : inputs.findIndex((input) => matchMedia(media(input)).matches);
  let index = Math.min(Math.max(chosen, 0), inputs.length - 1);

  show(button, inputs[index]);
  button.hidden = false;
  button.addEventListener("click", () => {
    index = (index + 1) % inputs.length;
    inputs[index].click();
    show(button, inputs[index]);
    say(button.title);
  });
}
