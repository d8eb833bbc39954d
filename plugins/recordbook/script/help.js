/* The keys of the pages, in a dialog that can turn them off. */
import { all, element } from "./page.js";
import { explorerFor, follow } from "./finding.js";
import { keyList, keysAreOn, onKey, turnKeys } from "./keys.js";

let dialog;

function made() {
  const rows = keyList().flatMap(({ key, what }) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text: what })]);
  const box = element("input", { type: "checkbox", id: "rb-keys-on" });
  box.addEventListener("change", () => turnKeys(box.checked));
  const close = element("button", { type: "button", class: "rb-copy", text: "Close" });
  const shown = element(
    "dialog",
    { class: "rb-dialog", "aria-labelledby": "rb-keys-title" },
    element("h2", { id: "rb-keys-title", text: "Keys" }),
    element("dl", { class: "rb-keylist" }, ...rows),
    element("p", {}, box, element("label", { for: box.id, text: "Keys of one character act" })),
    close,
  );
  close.addEventListener("click", () => shown.close());
  return shown;
}

function open() {
  dialog ??= made();
  document.body.append(dialog);
  dialog.querySelector("input").checked = keysAreOn();
  dialog.showModal();
}

function followLink(selector) {
  const link = document.querySelector(selector);
  if (link) follow(link.href);
  return Boolean(link);
}

export function listen() {
  onKey("r", "All records", () => follow(explorerFor("")));
  onKey("[", "Previous record", () => followLink('.rb-pn a[rel="prev"]'));
  onKey("]", "Next record", () => followLink('.rb-pn a[rel="next"]'));
  onKey("?", "These keys", open);
  document.addEventListener("click", (event) => event.target.closest("button[data-rb-keys]") && open());
}

export function start(root) {
  dialog?.close();
  for (const button of all("button[data-rb-keys]", root)) button.hidden = false;
}
