/* The contents list follows the reader. */
import { all, named } from "./page.js";

let sections = [];
let waiting = false;

/** The last of some tops (pixels from the top of the window) that has passed a line; the first if none has. */
export function passed(tops, line) {
  return Math.max(0, tops.findLastIndex((top) => top < line));
}

function mark() {
  if (!sections.length) return;
  const tops = sections.map(({ target }) => target.getBoundingClientRect().top);
  const here = sections[passed(tops, 0.3 * window.innerHeight)].target;
  for (const { link, target } of sections) {
    if (target === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function onScroll() {
  if (waiting || !sections.length) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    mark();
  });
}

export function listen() {
  window.addEventListener("scroll", onScroll, { passive: true });
}

export function start(root) {
  const links = all(".rb-toc a[href^='#']", root);
  sections = links.map((link) => ({ link, target: named(link.hash) })).filter(({ target }) => target);
  mark();
}
