/* Buttons that copy what they hold in `data-rb-copy`. */
import { all, element, say } from "./page.js";

const SHOWN = 2000;
/* Milliseconds for which a button says that it has copied. */

/** Copy a text; whether the browser allowed it. Says so either way. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say("The browser did not allow copying");
    return false;
  }
  say("Copied");
  setTimeout(() => say(""), SHOWN);
  return true;
}

async function copyFrom(button) {
  const words = button.textContent;
  if (words === "Copied" || !(await copy(button.dataset.rbCopy))) return;
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = words;
    button.style.minWidth = "";
  }, SHOWN);
}

function addToCode(root) {
  for (const box of all(".rb-doc .highlight", root)) {
    const code = box.querySelector("pre > code");
    if (!code || box.querySelector(".rb-copy")) continue;
    const text = code.textContent.trimEnd();
    box.append(element("button", { type: "button", class: "rb-copy", "data-rb-copy": text, text: "Copy" }));
  }
}

export function listen() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-rb-copy]");
    if (button) copyFrom(button);
  });
}

export function start(root) {
  addToCode(root);
  if (!navigator.clipboard) return;
  for (const button of all("button[data-rb-copy]", root)) button.hidden = false;
}
