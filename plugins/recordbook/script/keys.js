/* Keys of one character: one list, which a reader can turn off, and never while writing or with a modifier. */

const SAVED = "rb-keys";
const WRITING = "input, textarea, select, [contenteditable]";
const list = [];

/** Let a key act: `act(event)` returns false where the key means nothing on this page. `what` is for the help. */
export function onKey(key, what, act) {
  list.push({ key, what, act });
}

/** Every key and what it does. */
export const keyList = () => list.map(({ key, what }) => ({ key, what }));

/** Whether the keys act; they do until a reader turns them off. A browser that keeps nothing leaves them on. */
export function keysAreOn() {
  try {
    return localStorage.getItem(SAVED) !== "off";
  } catch {
    return true;
  }
}

/** Turn the keys on or off, here and on every later page. */
export function turnKeys(on) {
  try {
    localStorage.setItem(SAVED, on ? "on" : "off");
  } catch {
    /* It then holds for no page. */
  }
}

/** Whether an event is one of these keys: one character, no modifier but Shift, nothing being written. */
export function isPlainKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return event.key.length === 1 && !event.target.closest?.(WRITING);
}

/* The theme has letters of its own that cannot be turned off; none of them gets beyond this. */
function onKeydown(event) {
  if (!isPlainKey(event)) return;
  event.stopPropagation();
  if (!keysAreOn()) return;
  if (list.some(({ key, act }) => key === event.key && act(event) !== false)) event.preventDefault();
}

export function listen() {
  document.addEventListener("keydown", onKeydown);
}
