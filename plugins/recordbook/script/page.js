/* What several modules need of a page. */

/** Every element of a selector, as a list. */
export const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

/** The element that a fragment such as `#a%20b` names; a fragment that is no valid text names none. */
export function named(hash, root = document) {
  try {
    return root.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Tell a screen reader; an empty text takes back what was said. */
export function say(text) {
  const status = document.getElementById("rb-status");
  if (status) status.textContent = text;
}

/** An element with attributes (`text` is its text, false leaves one out) and children: elements or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") made.textContent = value;
    else if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** A sign of the sprite. `xlink:href`, because instant navigation sets `href` on whatever has one. */
export function sign(name) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "rb-g");
  made.setAttribute("aria-hidden", "true");
  made.append(document.createElementNS(SVG, "use"));
  turn(made, name);
  return made;
}

/** Make a sign another one. */
export function turn(made, name) {
  made.querySelector("use").setAttributeNS(XLINK, "xlink:href", `#g-${name}`);
}
