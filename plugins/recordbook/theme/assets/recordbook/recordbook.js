/*! Made by `make bundle`. Holds parts of lunr, copyright 2020 Oliver Nightingale, MIT: lunr-license.txt */
(function () {
"use strict";
const $keys = (function () {
const SAVED = "rb-keys";
const WRITING = "input, textarea, select, [contenteditable]";
const list = [];
function onKey(key, what, act) {
list.push({ key, what, act });
}
const keyList = () => list.map(({ key, what }) => ({ key, what }));
function keysAreOn() {
try {
return localStorage.getItem(SAVED) !== "off";
} catch {
return true;
}
}
function turnKeys(on) {
try {
localStorage.setItem(SAVED, on ? "on" : "off");
} catch {
}
}
function isPlainKey(event) {
if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
return event.key.length === 1 && !event.target.closest?.(WRITING);
}
function onKeydown(event) {
if (!isPlainKey(event)) return;
event.stopPropagation();
if (!keysAreOn()) return;
if (list.some(({ key, act }) => key === event.key && act(event) !== false)) event.preventDefault();
}
function listen() {
document.addEventListener("keydown", onKeydown);
}
return { onKey, keyList, keysAreOn, turnKeys, isPlainKey, listen };
})();
const $page = (function () {
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
function named(hash, root = document) {
try {
return root.getElementById(decodeURIComponent(hash.slice(1)));
} catch {
return null;
}
}
function say(text) {
const status = document.getElementById("rb-status");
if (status) status.textContent = text;
}
function element(name, attributes = {}, ...children) {
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
function sign(name) {
const made = document.createElementNS(SVG, "svg");
made.setAttribute("class", "rb-g");
made.setAttribute("aria-hidden", "true");
made.append(document.createElementNS(SVG, "use"));
turn(made, name);
return made;
}
function turn(made, name) {
made.querySelector("use").setAttributeNS(XLINK, "xlink:href", `#g-${name}`);
}
return { all, named, say, element, sign, turn };
})();
const $theme = (function () {
const {all, say, turn} = $page;
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
function listen() {
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
return { listen };
})();
const $menu = (function () {
const {all} = $page;
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
function listen() {
document.addEventListener("click", (event) => closeOthers(event.target));
document.addEventListener("keydown", onEscape);
}
function start() {
closeOthers(null);
}
return { listen, start };
})();
const $copying = (function () {
const {all, element, say} = $page;
const SHOWN = 2000;
async function copy(text) {
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
function listen() {
document.addEventListener("click", (event) => {
const button = event.target.closest("button[data-rb-copy]");
if (button) copyFrom(button);
});
}
function start(root) {
addToCode(root);
if (!navigator.clipboard) return;
for (const button of all("button[data-rb-copy]", root)) button.hidden = false;
}
return { copy, listen, start };
})();
const $contents = (function () {
const {all, named} = $page;
let sections = [];
let waiting = false;
function passed(tops, line) {
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
function listen() {
window.addEventListener("scroll", onScroll, { passive: true });
}
function start(root) {
const links = all(".rb-toc a[href^='#']", root);
sections = links.map((link) => ({ link, target: named(link.hash) })).filter(({ target }) => target);
mark();
}
return { passed, listen, start };
})();
const $cards = (function () {
const {all, named} = $page;
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
function listen() {
document.addEventListener("click", onClick);
document.addEventListener("toggle", nameOpeners, true);
window.addEventListener("hashchange", openTarget);
}
function start(root) {
for (const button of all("button[data-rb-open]", root)) button.hidden = false;
nameOpeners();
openTarget();
}
return { listen, start };
})();
const $ask = (function () {
const {all} = $page;
const box = () => document.querySelector("[data-md-component=search-query]");
function onSubmit(event) {
if (!event.target.matches("form[data-rb-search]")) return;
event.preventDefault();
box().value = event.target.elements.q.value;
box().focus();
}
function listen() {
document.addEventListener("submit", onSubmit);
}
function start(root) {
for (const form of all("form[data-rb-search]", root)) form.hidden = !box();
}
return { listen, start };
})();
const $main = (function () {
const ask = $ask;
const cards = $cards;
const contents = $contents;
const copying = $copying;
const keys = $keys;
const menu = $menu;
const theme = $theme;
const MODULES = [keys, theme, menu, ask, copying, cards, contents];
function startAll() {
for (const module of MODULES) module.start?.(document);
}
for (const module of MODULES) module.listen?.();
if (window.document$) window.document$.subscribe(startAll);
else document.addEventListener("DOMContentLoaded", startAll);
return {  };
})();
})();
