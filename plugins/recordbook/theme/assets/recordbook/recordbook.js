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
const $running = (function () {
function start() {
document.documentElement.style.setProperty("--rb-running", JSON.stringify(document.title));
}
return { start };
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
const $search_loading = (function () {
const CALLBACK = "recordbookData";
function browserLoad(base) {
const waiting = new Map();
let version = "";
window[CALLBACK] = (name, data) => {
if (name === "head") version = data.version;
waiting.get(name)?.resolve(data);
waiting.delete(name);
};
return (name) =>
new Promise((resolve, reject) => {
const script = document.createElement("script");
const url = new URL(`${name.split("/").map((part) => encodeURIComponent(part)).join("/")}.js`, base);
if (version) url.searchParams.set("v", version);
waiting.set(name, { resolve });
script.src = url.href;
script.addEventListener("load", () => {
script.remove();
reject(new Error(`${url.href} holds no ${name}`));
});
script.addEventListener("error", () => {
script.remove();
waiting.delete(name);
reject(new Error(`${url.href} could not be loaded`));
});
document.head.append(script);
});
}
return { browserLoad };
})();
const $search_lunr_pipeline = (function () {
const lunr = { Pipeline: { registerFunction() {} } };
lunr.stemmer = (function(){
var step2list = {
"ational" : "ate",
"tional" : "tion",
"enci" : "ence",
"anci" : "ance",
"izer" : "ize",
"bli" : "ble",
"alli" : "al",
"entli" : "ent",
"eli" : "e",
"ousli" : "ous",
"ization" : "ize",
"ation" : "ate",
"ator" : "ate",
"alism" : "al",
"iveness" : "ive",
"fulness" : "ful",
"ousness" : "ous",
"aliti" : "al",
"iviti" : "ive",
"biliti" : "ble",
"logi" : "log"
},
step3list = {
"icate" : "ic",
"ative" : "",
"alize" : "al",
"iciti" : "ic",
"ical" : "ic",
"ful" : "",
"ness" : ""
},
c = "[^aeiou]",          // consonant
v = "[aeiouy]",          // vowel
C = c + "[^aeiouy]*",    // consonant sequence
V = v + "[aeiou]*",      // vowel sequence
mgr0 = "^(" + C + ")?" + V + C,               // [C]VC... is m>0
meq1 = "^(" + C + ")?" + V + C + "(" + V + ")?$",  // [C]VC[V] is m=1
mgr1 = "^(" + C + ")?" + V + C + V + C,       // [C]VCVC... is m>1
s_v = "^(" + C + ")?" + v;                   // vowel in stem
var re_mgr0 = new RegExp(mgr0);
var re_mgr1 = new RegExp(mgr1);
var re_meq1 = new RegExp(meq1);
var re_s_v = new RegExp(s_v);
var re_1a = /^(.+?)(ss|i)es$/;
var re2_1a = /^(.+?)([^s])s$/;
var re_1b = /^(.+?)eed$/;
var re2_1b = /^(.+?)(ed|ing)$/;
var re_1b_2 = /.$/;
var re2_1b_2 = /(at|bl|iz)$/;
var re3_1b_2 = new RegExp("([^aeiouylsz])\\1$");
var re4_1b_2 = new RegExp("^" + C + v + "[^aeiouwxy]$");
var re_1c = /^(.+?[^aeiou])y$/;
var re_2 = /^(.+?)(ational|tional|enci|anci|izer|bli|alli|entli|eli|ousli|ization|ation|ator|alism|iveness|fulness|ousness|aliti|iviti|biliti|logi)$/;
var re_3 = /^(.+?)(icate|ative|alize|iciti|ical|ful|ness)$/;
var re_4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;
var re2_4 = /^(.+?)(s|t)(ion)$/;
var re_5 = /^(.+?)e$/;
var re_5_1 = /ll$/;
var re3_5 = new RegExp("^" + C + v + "[^aeiouwxy]$");
var porterStemmer = function porterStemmer(w) {
var stem,
suffix,
firstch,
re,
re2,
re3,
re4;
if (w.length < 3) { return w; }
firstch = w.substr(0,1);
if (firstch == "y") {
w = firstch.toUpperCase() + w.substr(1);
}
re = re_1a
re2 = re2_1a;
if (re.test(w)) { w = w.replace(re,"$1$2"); }
else if (re2.test(w)) { w = w.replace(re2,"$1$2"); }
re = re_1b;
re2 = re2_1b;
if (re.test(w)) {
var fp = re.exec(w);
re = re_mgr0;
if (re.test(fp[1])) {
re = re_1b_2;
w = w.replace(re,"");
}
} else if (re2.test(w)) {
var fp = re2.exec(w);
stem = fp[1];
re2 = re_s_v;
if (re2.test(stem)) {
w = stem;
re2 = re2_1b_2;
re3 = re3_1b_2;
re4 = re4_1b_2;
if (re2.test(w)) { w = w + "e"; }
else if (re3.test(w)) { re = re_1b_2; w = w.replace(re,""); }
else if (re4.test(w)) { w = w + "e"; }
}
}
re = re_1c;
if (re.test(w)) {
var fp = re.exec(w);
stem = fp[1];
w = stem + "i";
}
re = re_2;
if (re.test(w)) {
var fp = re.exec(w);
stem = fp[1];
suffix = fp[2];
re = re_mgr0;
if (re.test(stem)) {
w = stem + step2list[suffix];
}
}
re = re_3;
if (re.test(w)) {
var fp = re.exec(w);
stem = fp[1];
suffix = fp[2];
re = re_mgr0;
if (re.test(stem)) {
w = stem + step3list[suffix];
}
}
re = re_4;
re2 = re2_4;
if (re.test(w)) {
var fp = re.exec(w);
stem = fp[1];
re = re_mgr1;
if (re.test(stem)) {
w = stem;
}
} else if (re2.test(w)) {
var fp = re2.exec(w);
stem = fp[1] + fp[2];
re2 = re_mgr1;
if (re2.test(stem)) {
w = stem;
}
}
re = re_5;
if (re.test(w)) {
var fp = re.exec(w);
stem = fp[1];
re = re_mgr1;
re2 = re_meq1;
re3 = re3_5;
if (re.test(stem) || (re2.test(stem) && !(re3.test(stem)))) {
w = stem;
}
}
re = re_5_1;
re2 = re_mgr1;
if (re.test(w) && re2.test(w)) {
re = re_1b_2;
w = w.replace(re,"");
}
if (firstch == "y") {
w = firstch.toLowerCase() + w.substr(1);
}
return w;
};
return function (token) {
return token.update(porterStemmer);
}
})();
lunr.Pipeline.registerFunction(lunr.stemmer, 'stemmer')
lunr.generateStopWordFilter = function (stopWords) {
var words = stopWords.reduce(function (memo, stopWord) {
memo[stopWord] = stopWord
return memo
}, {})
return function (token) {
if (token && words[token.toString()] !== token.toString()) return token
}
}
lunr.stopWordFilter = lunr.generateStopWordFilter([
'a',
'able',
'about',
'across',
'after',
'all',
'almost',
'also',
'am',
'among',
'an',
'and',
'any',
'are',
'as',
'at',
'be',
'because',
'been',
'but',
'by',
'can',
'cannot',
'could',
'dear',
'did',
'do',
'does',
'either',
'else',
'ever',
'every',
'for',
'from',
'get',
'got',
'had',
'has',
'have',
'he',
'her',
'hers',
'him',
'his',
'how',
'however',
'i',
'if',
'in',
'into',
'is',
'it',
'its',
'just',
'least',
'let',
'like',
'likely',
'may',
'me',
'might',
'most',
'must',
'my',
'neither',
'no',
'nor',
'not',
'of',
'off',
'often',
'on',
'only',
'or',
'other',
'our',
'own',
'rather',
'said',
'say',
'says',
'she',
'should',
'since',
'so',
'some',
'than',
'that',
'the',
'their',
'them',
'then',
'there',
'these',
'they',
'this',
'tis',
'to',
'too',
'twas',
'us',
'wants',
'was',
'we',
'were',
'what',
'when',
'where',
'which',
'while',
'who',
'whom',
'why',
'will',
'with',
'would',
'yet',
'you',
'your'
])
lunr.Pipeline.registerFunction(lunr.stopWordFilter, 'stopWordFilter')
const stemmer = (word) => lunr.stemmer({ update: (change) => change(word) });
const stopWords = { has: (word) => lunr.stopWordFilter(word) === undefined };
return { stemmer, stopWords };
})();
const $search_ranking = (function () {
const WEIGHTS = [8, 6, 5, 3, 2, 1.5, 1, 0.75];
const SATURATION = 3;
const LENGTH = 0.5;
const CONTINUED = 0.5;
const AGAIN = 256;
const summed = new Map();
function ofFields(mask) {
if (!summed.has(mask)) {
const weights = WEIGHTS.filter((_, field) => (mask >> field) & 1);
const total = weights.reduce((sum, weight) => sum + weight, 0);
summed.set(mask, { total, count: weights.length, least: weights.at(-1) ?? 0 });
}
return summed.get(mask);
}
function strength(code, bits) {
const own = code & (AGAIN - 1);
const mask = own & bits;
const { total, least } = ofFields(mask);
return mask === own ? total + (Math.floor(code / AGAIN) + 1 - ofFields(own).count) * least : total;
}
function rarity(holding, documents) {
let left = 1 + (documents - holding + 0.5) / (holding + 0.5);
let whole = 0;
while (left >= 2) {
left /= 2;
whole += 1;
}
return whole + (left - 1);
}
function score(weight, rare, length, average) {
const stretch = 1 - LENGTH + (LENGTH * length) / average;
return (rare * weight * (SATURATION + 1)) / (weight + SATURATION * stretch);
}
return { CONTINUED, AGAIN, strength, rarity, score };
})();
const $address = (function () {
const OWN = new Set(["find", "sort", "page"]);
function read(parameters, facets) {
const chosen = {};
for (const name of facets) {
const values = [...new Set(parameters.getAll(name))].filter(Boolean);
if (values.length) chosen[name] = values;
}
const pages = Math.trunc(Number(parameters.get("page")));
return {
text: parameters.get("find") ?? "",
chosen,
sort: parameters.get("sort") === "id" ? "id" : "relevance",
pages: pages > 1 ? Math.min(pages, 1000) : 1,
};
}
function written(state, parameters, facets) {
const kept = [...parameters].filter(([name]) => !OWN.has(name) && !facets.includes(name));
const own = [];
if (state.text) own.push(["find", state.text]);
for (const name of facets) own.push(...(state.chosen[name] ?? []).map((value) => [name, value]));
if (state.sort !== "relevance") own.push(["sort", state.sort]);
if (state.pages > 1) own.push(["page", String(state.pages)]);
return new URLSearchParams([...own, ...kept]);
}
function toggled(chosen, name, value) {
const { [name]: values = [], ...rest } = chosen;
const left = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
return left.length ? { ...rest, [name]: left } : rest;
}
const count = (chosen) => Object.values(chosen).reduce((sum, values) => sum + values.length, 0);
return { read, written, toggled, count };
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
const $hits = (function () {
const {element, sign} = $page;
const marked = (pieces) => pieces.map(([text, isHit]) => (isHit ? element("mark", { text }) : text));
function word(name, text, tone = "") {
return element("span", { class: tone ? `rb-st rb-${tone}` : "rb-st" }, sign(name), text);
}
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;
function quotes({ quotes: count, verified }) {
if (!count) return [];
if (verified === count) return [word("verified", `${counted(count, "quote")} verified`, "ok")];
const text = verified ? `${verified} of ${counted(count, "quote")} verified` : `${counted(count, "quote")}, none verified`;
return [element("span", { class: "rb-q", text })];
}
const NAMED = new Set(["record", "annotation"]);
const FORMS = {
annotation: "annotation",
file: "source file",
retired: "retired id",
section: "report section",
system: "system",
unpublished: "not published here",
};
function identity(hit) {
const made = [];
if (NAMED.has(hit.form)) made.push(element("span", { class: "rb-id", text: hit.id }));
if (hit.systemTitle && hit.form !== "system") made.push(element("span", { text: hit.systemTitle }));
if (FORMS[hit.form]) made.push(element("span", { text: FORMS[hit.form] }));
if (hit.kind) made.push(word(hit.kind, capital(hit.kindTitle)));
return made;
}
function facts(hit) {
const statuses = hit.badges.map(([, value]) => word(value.replaceAll(" ", "-"), value));
return [...identity(hit), ...statuses, ...quotes(hit)];
}
return { marked, word, capital, counted, identity, facts };
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
const $columns = (function () {
const {all, say} = $page;
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
function listen() {
document.addEventListener("click", onClick);
window.addEventListener("popstate", show);
}
function start() {
if (document.querySelector("[data-rb-columns]")) show();
}
return { listen, start };
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
const $search_language = (function () {
const {stemmer, stopWords} = $search_lunr_pipeline;
const ENGLISH = /^[a-z]{3,}$/u;
const stem = (word) => (ENGLISH.test(word) ? stemmer(word) : word);
const isSmall = (word) => stopWords.has(word);
return { stem, isSmall };
})();
const $facets = (function () {
const {capital, word} = $hits;
const {element} = $page;
const SHOWN = 8;
const OPEN = new Set(["form", "system", "kind", "status", "operation", "verification"]);
const SIGNED = new Set(["kind", "status", "operation", "verification"]);
const kept = new Map();
function remembered(name) {
if (!kept.has(name)) kept.set(name, { open: OPEN.has(name), whole: false, only: "" });
return kept.get(name);
}
const idOf = (name, value) => `rb-f-${name}-${value}`;
function row(facet, { value, title, count, chosen }) {
const signed = SIGNED.has(facet.name) && document.getElementById(`g-${value.replaceAll(" ", "-")}`);
const input = element("input", { type: "checkbox", id: idOf(facet.name, value), name: facet.name, value });
const shown = facet.name === "kind" ? capital(title) : title;
input.checked = chosen;
return element(
"label",
{ class: count || chosen ? "" : "rb-q" },
input,
signed ? word(value.replaceAll(" ", "-"), shown) : element("span", { text: shown }),
element("span", { class: "rb-num rb-q", text: String(count) }),
);
}
function fits({ title, value, chosen }, only) {
return chosen || `${title} ${value}`.toLowerCase().includes(only.toLowerCase());
}
function fillRows(list, facet) {
const { whole, only } = remembered(facet.name);
const fitting = facet.values.filter((value) => fits(value, only));
const shown = whole ? fitting : fitting.filter(({ chosen }, place) => chosen || place < SHOWN);
list.replaceChildren(...shown.map((value) => row(facet, value)));
}
function narrowing(list, facet) {
const input = element("input", {
type: "search",
id: `rb-f-${facet.name}`,
"aria-label": `Filter ${facet.title}`,
placeholder: "Filter",
autocomplete: "off",
});
input.value = remembered(facet.name).only;
input.addEventListener("input", () => {
remembered(facet.name).only = input.value;
fillRows(list, facet);
});
return input;
}
function more(list, facet) {
const text = `Show all ${facet.values.length}`;
const button = element("button", { type: "button", class: "rb-link", id: `rb-f-${facet.name}-all`, text });
button.addEventListener("click", () => {
remembered(facet.name).whole = true;
button.replaceWith(narrowing(list, facet));
fillRows(list, facet);
list.querySelector("input")?.focus();
});
return button;
}
function fold(facet) {
const memory = remembered(facet.name);
const list = element("div", { role: "group", "aria-label": facet.title });
const made = element("details", { class: "rb-fac", open: memory.open }, element("summary", { text: facet.title }));
made.addEventListener("toggle", () => {
memory.open = made.open;
});
fillRows(list, facet);
if (facet.values.length > SHOWN && memory.whole) made.append(narrowing(list, facet));
made.append(list);
if (facet.values.length > SHOWN && !memory.whole) made.append(more(list, facet));
return made;
}
const useful = ({ values }) => values.filter(({ count }) => count).length > 1 || values.some(({ chosen }) => chosen);
function fillFacets(column, facets) {
const focused = column.contains(document.activeElement) ? document.activeElement.id : "";
column.replaceChildren(...facets.filter((facet) => useful(facet)).map((facet) => fold(facet)));
if (focused) document.getElementById(focused)?.focus();
}
return { useful, fillFacets };
})();
const $search_tokens = (function () {
const {isSmall, stem} = $search_language;
const BREAKS = [
"\\x00-/:-@\\[-^\\x60{-\\xbf\\xd7\\xf7",
"\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05f3\\u05f4\\u060c\\u061b\\u061e\\u061f\\u066a-\\u066d",
"\\u06d4\\u0964\\u0965\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u22ff\\u2500-\\u259f\\u2e00-\\u2e7f",
"\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\u30fb\\ud800-\\udfff",
"\\ufe00-\\ufe19\\ufe30-\\ufe6f\\ufeff\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\ufff0-\\uffff",
"\\u{1f3fb}-\\u{1f3ff}\\u{e0000}-\\u{e0fff}",
].join("");
const PAIRED = [
"\\u3005-\\u3007\\u3040-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af",
"\\u{20000}-\\u{3ffff}",
].join("");
const SIGNS = [
"\\u2300-\\u23ff\\u25a0-\\u27bf\\u2b00-\\u2bff\\ue000-\\uf8ff\\u{1f000}-\\u{1faff}\\u{f0000}-\\u{10ffff}",
].join("");
const LETTERS = `[^${BREAKS}${PAIRED}${SIGNS}_0-9A-Z]`;
const RUN = new RegExp(`[^${BREAKS}]+(?:[-./][^${BREAKS}]+)*`, "gu");
const PART = new RegExp(
`[A-Z]+(?!${LETTERS})|[A-Z]?${LETTERS}+|[0-9]+|[${PAIRED}]+|[${SIGNS}]`,
"gu",
);
const IS_PAIRED = new RegExp(`[${PAIRED}]`, "u");
const JOINTS = /[-./]/u;
const ACCENTS = /[\u0300-\u036F]/gu;
const STRICT = /[/_.]/u;
const NOT_ASCII = /[\u{80}-\u{10FFFF}]/u;
const LONGEST = 100;
const MOST_PARTS = 8;
const MOST_ENDS = 8;
const analyzed = new Map();
const isAscii = (text) => !NOT_ASCII.test(text);
const characters = (text) => Array.from(text);
const composed = (text) => (isAscii(text) ? text : text.normalize("NFKC"));
function unaccented(text) {
return isAscii(text) ? text : text.normalize("NFD").replaceAll(ACCENTS, "").normalize("NFC");
}
function fold(text) {
return unaccented(composed(text)).toLowerCase().replaceAll("\u03C2", "\u03C3");
}
const places = (text) => Array.from(text.matchAll(RUN), (match) => [match[0], match.index]);
const runs = (text) => composed(text).match(RUN) ?? [];
const partsOf = (run) => Array.from(run.matchAll(PART), ({ 0: text, index }) => [index, index + text.length]);
const cut = (term) => (term.length > LONGEST ? characters(term).slice(0, LONGEST).join("") : term);
function pairs(text) {
const all = characters(text);
return all.slice(0, Math.max(1, all.length - 1)).map((_, at) => all.slice(at, at + 2).join(""));
}
function partOf(text) {
const word = fold(text);
return isSmall(word) ? "" : cut(stem(word));
}
function partTerms(piece) {
const found = piece.match(PART) ?? [];
if (found.length > MOST_PARTS && !IS_PAIRED.test(piece)) return [cut(fold(piece))];
return found.flatMap((text) => (IS_PAIRED.test(text) ? pairs(text) : [partOf(text)]));
}
const nameOf = (piece) => (piece.includes("_") ? fold(piece) : stem(fold(piece)));
function endsOf(run) {
const segments = fold(run).split("/");
const ends = segments.slice(1).map((_, at) => segments.slice(at + 1).join("/"));
const kept = ends.slice(-MOST_ENDS);
const last = segments.at(-1);
const name = last.slice(0, Math.max(0, last.lastIndexOf(".")));
if (JOINTS.test(name)) kept.push(name);
return kept.filter((end) => JOINTS.test(end)).map((end) => cut(end));
}
function lastCharacters(run) {
const stretches = (run.match(PART) ?? []).filter((text) => IS_PAIRED.test(text));
return stretches.map((text) => characters(text)).filter((all) => all.length > 1).map((all) => all.at(-1));
}
function taken(written) {
const run = unaccented(written);
const pieces = run.split(JOINTS);
const split = pieces.map((piece) => partTerms(piece));
const parts = split.flat();
if (IS_PAIRED.test(run)) return { parts, whole: "", more: lastCharacters(run), strict: false };
const names = pieces.filter((_, at) => split[at].length > 1).map((piece) => cut(nameOf(piece)));
if (pieces.length === 1) return { parts, whole: names[0] ?? "", more: [], strict: run.includes("_") };
return { parts, whole: cut(fold(run)), more: [...names, ...endsOf(run)], strict: STRICT.test(run) };
}
function analyze(run) {
if (!analyzed.has(run)) analyzed.set(run, taken(run));
return analyzed.get(run);
}
const termsOf = ({ parts, whole, more }) => [...new Set([...parts, whole, ...more].filter(Boolean))];
return { isAscii, characters, composed, fold, places, runs, partsOf, analyze, termsOf };
})();
const $search_store = (function () {
const {AGAIN} = $search_ranking;
const {characters} = $search_tokens;
const FIELDS = 8;
const FIELD_ROOM = 8192;
const NAMED = 1;
const ODD = /[^a-z0-9-]/u;
function fileName(prefix) {
const safe = characters(prefix).map((one) => (ODD.test(one) ? `~${one.codePointAt(0).toString(16)}~` : one));
return safe.join("");
}
function decoded(steps, at) {
const numbers = [];
const codes = [];
let key = 0;
for (const step of steps) {
key += step;
const number = Math.floor(key / FIELDS);
const bit = 1 << key % FIELDS;
if (numbers.at(-1) !== number) {
numbers.push(number);
codes.push(-AGAIN);
}
codes[codes.length - 1] = (codes.at(-1) | bit) + (bit === NAMED ? 0 : AGAIN);
}
return { numbers, codes, steps, at };
}
function postingsOf(entries) {
return new Map(entries.map(([term, steps], at) => [term, decoded(steps, at)]));
}
function longest(text, beginnings) {
for (let end = text.length; end > 0; end -= 1) {
const start = text.slice(0, end);
if (beginnings.has(start)) return [start];
}
return [];
}
function reaching(text, beginnings) {
const further = [...beginnings].filter((one) => one.length > text.length && one.startsWith(text));
return [...longest(text, beginnings), ...further];
}
class Store {
constructor(load, head, inside) {
this.load = load;
this.head = head;
this.inside = inside;
this.shards = new Set(head.shards);
this.vocabulary = new Set(head.words);
this.kept = new Map();
this.average = head.documents ? head.total / head.documents : 1;
}
file(name, make = (data) => data) {
if (!this.kept.has(name)) {
const made = this.load(this.inside + name).then(make);
this.kept.set(name, made);
made.catch(() => this.kept.delete(name));
}
return this.kept.get(name);
}
shard(prefix) {
return this.file(`t-${fileName(prefix)}`, postingsOf);
}
async posting(term) {
const [prefix] = longest(term, this.shards);
return prefix === undefined ? undefined : (await this.shard(prefix)).get(term);
}
async beginning(text) {
const shards = await Promise.all(reaching(text, this.shards).map((prefix) => this.shard(prefix)));
return shards.flatMap((shard) => [...shard].filter(([term]) => term.startsWith(text)).map(([, found]) => found));
}
async places(part) {
const [prefix] = longest(part, this.shards);
const { steps, at } = (await this.shard(prefix)).get(part);
const positions = (await this.file(`p-${fileName(prefix)}`))[at];
let key = 0;
const places = steps.map((step, index) => {
key += step;
return key * FIELD_ROOM + positions[index];
});
return places.filter((_, index) => positions[index] !== FIELD_ROOM - 1);
}
async words(text) {
const files = reaching(text, this.vocabulary).map((prefix) => this.file(`w-${fileName(prefix)}`));
return (await Promise.all(files)).flat().filter((word) => word.startsWith(text));
}
async column(facet) {
const { values } = this.head.facets.find(({ name }) => name === facet);
const { sets, of } = await this.file(`f-${facet}`);
return { sets: sets.map((set) => set.map((at) => values[at][0])), of };
}
async document(number) {
const { chunk } = this.head;
const documents = await this.file(`d-${Math.floor(number / chunk)}`);
return documents[number % chunk];
}
isId(folded) {
const [member, kind] = folded.split("-");
return this.head.ids[0].includes(member) && this.head.ids[1].includes(kind);
}
}
return { FIELDS, FIELD_ROOM, NAMED, Store };
})();
const $search_query = (function () {
const {runs} = $search_tokens;
const TEXT_FIELDS = new Map([
["id", 0b11],
["label", 0b100],
["summary", 0b1000],
["field", 0b10000],
["body", 0b100000],
["quote", 0b1000000],
["file", 0b10000011],
]);
const EVERYWHERE = 0xff;
const SPACE = "\\x00-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const CLAUSE = new RegExp(
`(-(?!-))?(?:([A-Za-z][A-Za-z0-9_-]*):(?=[^${SPACE}]))?(?:"([^"]*)"|([^${SPACE}"]+)|("))`,
"gu",
);
const MARKS = /[\u201C\u201D\u201E\u201F\u00AB\u00BB\uFF02]/gu;
const clause = (text, words, more) => ({
text,
words,
bits: EVERYWHERE,
prefix: false,
negative: false,
facet: "",
value: "",
...more,
});
function wordClauses({ whole, negative, quoted }, content, bits) {
const words = runs(content);
if (!words.length) return [];
if (words.length > 1 && (quoted || negative)) return [clause(whole, words, { bits, negative })];
if (words.length > 1) return words.map((word) => clause(word, [word], { bits }));
return [clause(whole, words, { bits, negative, prefix: content.endsWith("*") && !quoted })];
}
function clausesOf(given, name, facets, systems) {
const { content, negative } = given;
const facet = name === "is" ? "form" : name;
if (facets.has(facet)) return [clause(given.whole, [], { negative, facet, value: content })];
if (systems.has(name) && !given.quoted) {
const system = clause(`${name}:`, [], { negative, facet: "system", value: name });
return negative ? [system] : [system, ...wordClauses(given, content, EVERYWHERE)];
}
if (TEXT_FIELDS.has(name)) return wordClauses(given, content, TEXT_FIELDS.get(name));
const named = runs(name).map((word) => clause(word, [word], { negative }));
return [...named, ...wordClauses(given, content, EVERYWHERE)];
}
function parse(text, facets = new Set(), systems = new Set()) {
return Array.from(text.replaceAll(MARKS, '"').matchAll(CLAUSE)).flatMap((match) => {
const [all, minus, name = "", phrase, bare] = match;
const given = {
whole: all.slice((minus ?? "").length),
content: phrase ?? bare ?? "",
negative: minus !== undefined,
quoted: phrase !== undefined,
};
return clausesOf(given, name.toLowerCase(), facets, systems);
});
}
function replaced(text, word, other) {
const at = text.indexOf(word);
return at < 0 ? other : text.slice(0, at) + other + text.slice(at + word.length);
}
return { EVERYWHERE, parse, replaced };
})();
const $search_nearest = (function () {
const {characters, fold} = $search_tokens;
const SHORT = 4;
const OFFERED = 3;
function distance(one, other, most) {
const wanted = characters(other);
const letters = characters(one);
let before = [];
let row = Array.from({ length: wanted.length + 1 }, (_, at) => at);
for (const [at, letter] of letters.entries()) {
const earlier = before;
before = row;
row = [at + 1];
for (const [to, other2] of wanted.entries()) {
let cost = Math.min(before[to + 1] + 1, row[to] + 1, before[to] + (letter === other2 ? 0 : 1));
if (at && to && letter === wanted[to - 1] && letters[at - 1] === other2) {
cost = Math.min(cost, earlier[to - 1] + 1);
}
row.push(cost);
}
if (Math.min(...row) > most) return most + 1;
}
return Math.min(row.at(-1), most + 1);
}
function nearest(typed, words) {
const word = fold(typed);
const length = characters(word).length;
const allowed = length <= SHORT ? 1 : 2;
return words
.filter((other) => other !== word && Math.abs(characters(other).length - length) <= allowed)
.map((other, place) => ({ other, place, steps: distance(word, other, allowed) }))
.filter(({ steps }) => steps <= allowed)
.toSorted((a, b) => a.steps - b.steps || a.place - b.place)
.slice(0, OFFERED)
.map(({ other }) => other);
}
return { distance, nearest };
})();
const $search_highlight = (function () {
const {analyze, composed, fold, partsOf, places, termsOf} = $search_tokens;
const SUMMARY = 3;
const QUOTE = 6;
const BEFORE = 70;
const AFTER = 170;
function has({ terms, beginnings }, term) {
return terms.has(term) || beginnings.some((beginning) => term.startsWith(beginning));
}
function inside(run, offset, wanted) {
return partsOf(run)
.filter(([start, end]) => termsOf(analyze(composed(run.slice(start, end)))).some((term) => has(wanted, term)))
.map(([start, end]) => [offset + start, offset + end]);
}
function spans(text, wanted) {
return places(text).flatMap(([written, start]) => {
const plain = composed(written);
const { parts, whole, more } = analyze(plain);
const all = [start, start + written.length];
if ([whole, ...more].some((term) => term && has(wanted, term)) || has(wanted, fold(plain))) return [all];
if (!parts.some((part) => part && has(wanted, part))) return [];
const found = inside(written, start, wanted);
return found.length ? found : [all];
});
}
function pieces(text, hits, start = 0, end = text.length) {
const cut = [];
let at = start;
for (const [first, last] of hits) {
if (first >= at && last <= end) {
cut.push([text.slice(at, first), false], [text.slice(first, last), true]);
at = last;
}
}
cut.push([text.slice(at, end), false]);
return cut.filter(([piece]) => piece);
}
function back(text, start, first, mark) {
if (!start) return 0;
const at = text.indexOf(mark, start);
return at >= 0 && at < first ? at + 1 : start;
}
function onTo(text, end, mark) {
const at = end < text.length ? text.lastIndexOf(mark, end - 1) : -1;
return at > end - AFTER / 2 && at > 0 ? at : end;
}
function around(text, hits, mark = " ") {
const first = hits.length ? hits[0][0] : 0;
const start = back(text, Math.max(0, first - BEFORE), first, mark);
const end = onTo(text, Math.min(text.length, Math.max(first, start) + AFTER), mark);
const shown = pieces(text, hits, start, end);
if (mark === "\n") return shown;
return [...(start ? [["… ", false]] : []), ...shown, ...(end < text.length ? [[" …", false]] : [])];
}
function excerpt({ texts = [], quotes = [] }, wanted) {
const [, summary] = texts.find(([kind]) => kind === SUMMARY) ?? [SUMMARY, ""];
const look = (text, kind) => {
const hits = spans(text, wanted);
const asked = (wanted.bits >> kind) & 1;
return { text, hits, count: asked && new Set(hits.map(([start, end]) => fold(text.slice(start, end)))).size };
};
const head = look(summary, SUMMARY);
let best = head;
for (const [kind, text] of texts) {
const seen = kind > SUMMARY ? look(text, kind) : head;
if (seen.count > best.count) best = seen;
}
for (const [path, text] of quotes) {
const seen = look(text, QUOTE);
if (seen.count > best.count) best = { ...seen, path };
}
if (best.path !== undefined) {
return {
snippet: around(summary, head.hits),
quote: { path: best.path, text: around(best.text, best.hits, "\n") },
};
}
const [, first] = texts.find(([kind]) => kind > SUMMARY) ?? [SUMMARY, ""];
const shown = best.text ? around(best.text, best.hits) : around(first, []);
return { snippet: shown, quote: null };
}
return { spans, pieces, excerpt };
})();
const $search_counting = (function () {
const {fold} = $search_tokens;
const compare = (a, b) => (a < b ? -1 : Number(a > b));
function mostFirst(a, b) {
return b.count - a.count || compare(fold(a.title), fold(b.title)) || compare(a.value, b.value);
}
function valueOf({ values }, typed) {
const wanted = fold(typed);
const found = values.find((names) => names.some((name) => fold(name) === wanted));
return found ? found[0] : typed;
}
function counted({ name, title, values }, tally, chosen) {
const titles = new Map(values);
const shown = new Set([...titles.keys()].filter((value) => tally.get(value)).concat(chosen));
const counts = Array.from(shown, (value) => ({
value,
title: titles.get(value) ?? value,
count: tally.get(value) ?? 0,
chosen: chosen.includes(value),
}));
return { name, title, values: counts.toSorted(mostFirst) };
}
const typed = ({ values }) => [...new Set(values.flat())].filter((name) => !name.includes(" "));
function narrowed(numbers, conditions, columns) {
const passing = [];
const tests = Array.from(conditions, ([name, some]) => {
const { sets, of } = columns.get(name);
return { name, of, holds: sets.map((values) => values.some((value) => some.has(value))) };
});
const counts = new Map(Array.from(columns, ([name, { sets }]) => [name, sets.map(() => 0)]));
const all = Array.from(columns, ([name, { of }]) => ({ of, count: counts.get(name) }));
const own = new Map(Array.from(columns, ([name, { of }]) => [name, [{ of, count: counts.get(name) }]]));
for (const number of numbers) {
const failed = tests.filter(({ of, holds }) => !holds[of[number]]);
if (!failed.length) passing.push(number);
if (failed.length > 1) continue;
for (const { of, count } of failed.length ? own.get(failed[0].name) : all) count[of[number]] += 1;
}
return { passing, tallies: new Map(Array.from(columns, ([name, { sets }]) => [name, byValue(sets, counts.get(name))])) };
}
function byValue(sets, counts) {
const tally = new Map();
for (const [at, values] of sets.entries()) {
for (const value of values) tally.set(value, (tally.get(value) ?? 0) + counts[at]);
}
return tally;
}
const hasOne = ({ sets, of }, number, some) => sets[of[number]].some((value) => some.has(value));
return { valueOf, counted, typed, narrowed, hasOne };
})();
const $search_matching = (function () {
const {CONTINUED, rarity, score, strength} = $search_ranking;
const {FIELDS, FIELD_ROOM, NAMED} = $search_store;
const {analyze, characters, fold, isAscii, termsOf} = $search_tokens;
const FEWEST = 3;
const KEPT = 4;
const DROPPED = 3;
const ROOM = FIELDS * FIELD_ROOM;
const empty = () => ({
scores: new Map(),
named: new Set(),
more: new Map(),
small: false,
terms: new Set(),
beginnings: new Set(),
});
function setDefault(map, number, value) {
if (!map.has(number)) map.set(number, value);
}
function common(scores) {
if (scores.length < 2) return scores[0] ?? new Map();
const [first, ...others] = scores;
const all = [...first].filter(([number]) => others.every((other) => other.has(number)));
return new Map(all.map(([number, value]) => [number, others.reduce((sum, other) => sum + other.get(number), value)]));
}
function sums(one, other) {
const both = new Map(one);
for (const [number, value] of other) both.set(number, (both.get(number) ?? 0) + value);
return both;
}
class Matcher {
constructor(store) {
this.store = store;
}
match({ words, bits, prefix }, typing) {
return words.length > 1 ? this.phrase(words, bits) : this.word(words[0], bits, prefix, typing);
}
async word(word, bits, prefix, typing) {
const run = analyze(word);
const found = empty();
if (!termsOf(run).length && !typing) return { ...found, small: true };
await this.exactly(run, bits, found);
const alone = !isAscii(word) && characters(word).length === 1;
if (prefix || !found.scores.size || alone) await this.goOn(word, run, bits, found, found.scores);
if (typing) {
await this.goOn(word, run, bits, found, found.more);
if (!found.scores.size && !found.more.size) await this.goBack(word, bits, found);
found.small = !termsOf(run).length && !found.more.size;
}
return found;
}
async exactly(run, bits, found) {
const parts = run.parts.filter(Boolean);
const whole = run.whole ? await this.term(run.whole, bits, found) : new Map();
const one = run.whole && (this.store.isId(run.whole) || (whole.size && run.strict));
found.scores = one ? whole : sums(whole, await this.all(parts, bits, found));
}
async all(parts, bits, found) {
const alone = parts.length === 1;
for (const part of parts) found.terms.add(part);
return common(await Promise.all(parts.map((part) => this.term(part, bits, alone ? found : null))));
}
async goOn(word, run, bits, found, into) {
const start = fold(word);
if (run.whole && this.store.isId(run.whole)) {
for (const number of await this.family(run.whole)) setDefault(into, number, 0);
return;
}
if (isAscii(start) && start.length < FEWEST) return;
const within = run.strict ? bits : bits & ~NAMED;
const strengths = new Map();
for (const { numbers, codes } of await this.store.beginning(start)) {
for (const [at, number] of numbers.entries()) {
const weight = strength(codes[at], within);
if (weight) strengths.set(number, (strengths.get(number) ?? 0) + weight * CONTINUED);
}
}
found.beginnings.add(start);
for (const [number, value] of this.scored(strengths)) setDefault(into, number, value);
}
async goBack(word, bits, found) {
const letters = characters(fold(word));
for (let dropped = 1; dropped <= DROPPED && letters.length - dropped >= KEPT; dropped += 1) {
const shorter = letters.slice(0, -dropped).join("");
if (await this.store.posting(shorter)) {
found.more = await this.term(shorter, bits, null);
found.terms.add(shorter);
return;
}
}
}
async family(start) {
const postings = await this.store.beginning(start);
return postings.flatMap(({ numbers, codes }) => numbers.filter((_, at) => codes[at] & NAMED));
}
async term(term, bits, found) {
const { numbers, codes } = (await this.store.posting(term)) ?? { numbers: [], codes: [] };
const strengths = new Map();
for (const [at, number] of numbers.entries()) {
const weight = strength(codes[at], bits);
if (weight) strengths.set(number, weight);
if (weight && found && codes[at] & NAMED) found.named.add(number);
}
found?.terms.add(term);
return this.scored(strengths);
}
scored(strengths) {
const { head, average } = this.store;
const rare = rarity(strengths.size, head.documents);
const scores = new Map();
for (const [number, weight] of strengths) scores.set(number, score(weight, rare, head.lengths[number], average));
return scores;
}
async phrase(words, bits) {
const parts = words.flatMap((word) => analyze(word).parts);
const wanted = parts.map((part, place) => ({ part, place })).filter(({ part }) => part);
const found = { ...empty(), small: !wanted.length, terms: new Set(wanted.map(({ part }) => part)) };
const scores = common(await Promise.all(wanted.map(({ part }) => this.term(part, bits, null))));
if (!scores.size) return found;
const [first, ...others] = await Promise.all(
wanted.map(async ({ part, place }) => new Set((await this.store.places(part)).map((at) => at - place))),
);
const starts = [...first].filter((start) => others.every((other) => other.has(start)));
const here = starts.filter((start) => (bits >> Math.floor((start % ROOM) / FIELD_ROOM)) & 1);
const begun = new Set(here.map((start) => Math.floor(start / ROOM)));
found.scores = new Map([...scores].filter(([number]) => begun.has(number)));
return found;
}
}
return { Matcher };
})();
const $search_engine = (function () {
const {counted, hasOne, narrowed, typed, valueOf} = $search_counting;
const {excerpt, pieces, spans} = $search_highlight;
const {browserLoad} = $search_loading;
const {Matcher} = $search_matching;
const {nearest} = $search_nearest;
const {EVERYWHERE, parse} = $search_query;
const {Store} = $search_store;
const {characters, fold} = $search_tokens;
const NAMED = 0;
const MATCHED = 1;
const GOES_ON = 2;
const EVEN = [MATCHED, 0];
const UNSEEN = new Set([" ", "\t", "\n", '"', ""]);
function rankIn(match, number) {
if (!match.scores.has(number)) return [GOES_ON, match.more.get(number)];
return [match.named.has(number) ? NAMED : MATCHED, match.scores.get(number)];
}
const worse = (one, other) => (one === GOES_ON || other === GOES_ON ? GOES_ON : Math.min(one, other));
function allOf([first, ...others]) {
const ranks = new Map();
for (const number of new Set([...first.scores.keys(), ...first.more.keys()])) {
if (others.every(({ scores, more }) => scores.has(number) || more.has(number))) {
let [group, total] = rankIn(first, number);
for (const other of others) {
const [its, score] = rankIn(other, number);
group = worse(group, its);
total += score;
}
ranks.set(number, [group, total]);
}
}
return ranks;
}
function mostOf(matches) {
const ranks = new Map();
for (const number of new Set(matches.flatMap(({ scores }) => [...scores.keys()]))) {
const having = matches.filter(({ scores }) => scores.has(number));
if (2 * having.length >= matches.length) {
const share = having.length / matches.length;
const total = having.reduce((sum, { scores }) => sum + scores.get(number), 0);
ranks.set(number, [MATCHED, total * share * share]);
}
}
return ranks;
}
function ranked(matches, onlySmall, count) {
if (!matches.length) {
const ranks = new Map();
const all = onlySmall ? 0 : count;
for (let number = 0; number < all; number += 1) ranks.set(number, EVEN);
return { ranks, loose: false };
}
const ranks = allOf(matches);
if (ranks.size || matches.length === 1) return { ranks, loose: false };
return { ranks: mostOf(matches), loose: true };
}
function without(ranks, asked) {
const negative = asked.filter(({ clause, match }) => clause.negative && !match.small);
if (!negative.length) return ranks;
return new Map([...ranks].filter(([number]) => !negative.some(({ match }) => match.scores.has(number))));
}
function askedAbout(matches) {
const asked = matches.filter(({ clause }) => !clause.negative).map(({ clause }) => clause.bits);
return asked.reduce((all, bits) => all & bits, EVERYWHERE) || EVERYWHERE;
}
function inOrder(numbers, ranks, sort) {
if (sort === "id") return numbers.toSorted((a, b) => a - b);
const placed = numbers.map((number) => [number, ...ranks.get(number)]);
placed.sort((a, b) => a[1] - b[1] || b[2] - a[2] || a[0] - b[0]);
return placed.map(([number]) => number);
}
class Engine {
constructor(store, prose) {
this.store = store;
this.matcher = new Matcher(store);
this.prose = prose;
this.byName = new Map(store.head.facets.map((facet) => [facet.name, facet]));
this.systems = new Map(this.byName.get("system")?.values);
this.kinds = new Map(this.byName.get("kind")?.values);
this.facets = store.head.facets.map(({ name, title, values }) => ({
name,
title,
values: values.map(([value, words]) => ({ value, title: words })),
}));
this.documents = store.head.documents;
this.records = store.head.records;
}
async search(text, { chosen = {}, sort = "relevance", from = 0, count = 20, typing = false, facets = false } = {}) {
const clauses = parse(text, this.byName, this.systems);
const choice = new Map(Object.entries(chosen).filter(([name, some]) => this.byName.has(name) && some.length));
const found = await this.found(clauses, typing && !UNSEEN.has(text.slice(-1)));
const conditions = new Map(Array.from(choice, ([name, some]) => [name, new Set(some)]));
const open = !clauses.some(({ words, facet }) => words.length || facet === "form");
if (open && !conditions.has("form") && this.byName.has("form")) conditions.set("form", new Set(["record"]));
const columns = await this.columns(facets ? this.byName.keys() : conditions.keys());
const { passing, tallies } = narrowed(found.ranks.keys(), conditions, columns);
const ordered = inOrder(passing, found.ranks, sort);
const hits = ordered.slice(from, from + count).map((number) => this.hit(number, found.wanted));
const counts = facets ? [...this.byName.values()] : [];
return {
total: ordered.length,
loose: found.loose && ordered.length > 0,
hits: await Promise.all(hits),
facets: counts.map((facet) => counted(facet, tallies.get(facet.name), choice.get(facet.name) ?? [])),
unmatched: found.unmatched,
ignored: found.ignored,
exact: await this.exact(clauses, found.ranks),
removals: ordered.length ? [] : this.removals(choice, found.ranks, conditions, columns),
};
}
async suggest(text, count = 8) {
const { hits, exact, total } = await this.search(text, { typing: true, count });
return { hits, exact, total };
}
async found(clauses, typing) {
const words = clauses.filter((clause) => clause.words.length);
const last = words.at(-1);
const asked = await Promise.all(
words.map(async (clause) => ({
clause,
match: await this.matcher.match(clause, typing && clause === last && !clause.negative),
})),
);
const matches = asked.filter(({ match }) => !match.small);
const positive = matches.filter(({ clause }) => !clause.negative).map(({ match }) => match);
const { ranks, loose } = ranked(positive, words.length > 0 && !matches.length, this.documents);
return {
ranks: await this.withValues(without(ranks, asked), clauses),
loose,
wanted: {
terms: new Set(positive.flatMap(({ terms }) => Array.from(terms))),
beginnings: positive.flatMap(({ beginnings }) => Array.from(beginnings)),
bits: askedAbout(matches),
},
unmatched: [...(await this.unmatched(matches)), ...this.unknown(clauses)],
ignored: asked.filter(({ match }) => match.small).map(({ clause }) => clause.text),
};
}
async columns(names) {
const wanted = [...names];
const columns = await Promise.all(wanted.map((name) => this.store.column(name)));
return new Map(wanted.map((name, at) => [name, columns[at]]));
}
async withValues(ranks, clauses) {
const named = clauses.filter(({ facet }) => facet);
const columns = await this.columns(new Set(named.map(({ facet }) => facet)));
const wanted = new Map();
const unwanted = new Map();
for (const { facet, value, negative } of named) {
const meant = valueOf(this.byName.get(facet), value);
const into = negative ? unwanted : wanted;
into.set(facet, (into.get(facet) ?? new Set()).add(meant));
}
const fits = ([number]) =>
Array.from(wanted).every(([facet, some]) => hasOne(columns.get(facet), number, some)) &&
!Array.from(unwanted).some(([facet, some]) => hasOne(columns.get(facet), number, some));
return named.length ? new Map([...ranks].filter((entry) => fits(entry))) : ranks;
}
removals(choice, ranks, conditions, columns) {
return Array.from(choice.keys(), (name) => {
const others = new Map([...conditions].filter(([other]) => other !== name));
const { passing } = narrowed(ranks.keys(), others, columns);
return { facet: name, title: this.byName.get(name).title, total: passing.length };
}).filter(({ total }) => total);
}
async exact(clauses, ranks) {
const words = clauses.filter((clause) => clause.words.length);
if (words.length !== 1 || clauses.some(({ negative }) => negative)) return null;
const named = [...ranks].filter(([, [group]]) => group === NAMED);
return named.length === 1 ? (await this.store.document(named[0][0])).url : null;
}
async hit(number, wanted) {
const document = await this.store.document(number);
const { form, system = "", id, kind = "", title, url, status, operation, quotes = [], verified = 0 } = document;
const badges = Object.entries({ implementation: status, operation }).filter(([, value]) => value);
return {
form,
system,
systemTitle: this.systems.get(system) ?? "",
id,
kind,
kindTitle: this.kinds.get(kind) ?? "",
title: pieces(title, spans(title, wanted)),
url,
badges,
quotes: quotes.length,
verified,
...excerpt(document, wanted),
};
}
unmatched(matches) {
const none = matches.filter(({ clause: { words, negative }, match: { scores, more } }) =>
words.length === 1 && !negative && !scores.size && !more.size);
return Promise.all(none.map(async ({ clause: { words: [word] } }) => {
const folded = fold(word);
const starts = this.store.isId(folded)
? [`#${folded.split("-").slice(0, 2).join("-")}`]
: [...new Set(characters(folded).slice(0, 2))];
const near = (await Promise.all(starts.map((start) => this.store.words(start)))).flat();
return { word, nearest: nearest(word, near.map((other) => other.replace(/^#/u, ""))) };
}));
}
unknown(clauses) {
const named = clauses.filter(({ facet }) => facet);
const strange = named.filter(({ facet, value }) => {
const meant = valueOf(this.byName.get(facet), value);
return !this.byName.get(facet).values.some(([one]) => one === meant);
});
return strange.map(({ facet, value }) => ({ word: value, nearest: nearest(value, typed(this.byName.get(facet))) }));
}
}
async function engineOf(load, inside = "") {
const head = await load(`${inside}head`);
const prose = head.prose ? await engineOf(load, "prose/") : null;
return new Engine(new Store(load, head, inside), prose);
}
const open = (base) => engineOf(browserLoad(base));
return { engineOf, open };
})();
const $finding = (function () {
const {element} = $page;
const {open} = $search_engine;
let root = "";
let records = "";
let opening;
function engine() {
opening ??= open(new URL("assets/recordbook/search/", root).href).catch((error) => {
opening = undefined;
throw error;
});
return opening;
}
function onDisk(address) {
const url = new URL(address);
if (url.protocol === "file:" && url.pathname.endsWith("/")) url.pathname += "index.html";
return url.href;
}
const siteRoot = () => root;
const pageAt = (path) => onDisk(new URL(path, root).href);
function explorerFor(text) {
const url = new URL(onDisk(records));
if (text) url.searchParams.set("find", text);
return url.href;
}
function follow(address) {
const link = element("a", { href: address, hidden: true });
document.body.append(link);
link.click();
link.remove();
}
function listen() {
const bar = document.querySelector("[data-rb-root]");
if (!bar) return;
root = new URL(bar.dataset.rbRoot, document.baseURI).href;
records = new URL(bar.dataset.rbRecords, document.baseURI).href;
}
return { engine, siteRoot, pageAt, explorerFor, follow, listen };
})();
const $records = (function () {
const {element} = $page;
const {siteRoot} = $finding;
const ADDRESS = /\/systems\/([a-z][a-z0-9-]*)\/(?:([A-Za-z]+-[A-Za-z]+-[A-Za-z0-9-]+)(?:\.html|\/(?:index\.html)?)?$)?/u;
const lists = new Map();
function load(system) {
return new Promise((resolve) => {
const script = element("script", { src: new URL(`systems/${system}/records.js`, siteRoot()).href });
const end = (value) => {
script.remove();
if (!value) lists.delete(system);
resolve(value);
};
globalThis.recordbookRecords ??= (name, value) => lists.set(`=${name}`, value);
script.addEventListener("load", () => end(lists.get(`=${system}`)));
script.addEventListener("error", () => end());
document.head.append(script);
});
}
function recordsOf(system) {
if (!lists.has(system)) lists.set(system, load(system));
return lists.get(system);
}
function placeOf(pathname) {
const [, system, id] = ADDRESS.exec(pathname) ?? [];
return { system, id };
}
function entryOf(list, id, exact = true) {
const written = (one) => (exact ? one : one.toLowerCase());
const old = Object.keys(list.aliases).find((one) => written(one) === written(id));
const wanted = written(old ? list.aliases[old] : id);
return [...list.records, ...list.others].find((one) => written(one.id) === wanted);
}
return { recordsOf, placeOf, entryOf };
})();
const $help = (function () {
const {all, element} = $page;
const {explorerFor, follow} = $finding;
const {keyList, keysAreOn, onKey, turnKeys} = $keys;
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
function listen() {
onKey("r", "All records", () => follow(explorerFor("")));
onKey("[", "Previous record", () => followLink('.rb-pn a[rel="prev"]'));
onKey("]", "Next record", () => followLink('.rb-pn a[rel="next"]'));
onKey("?", "These keys", open);
document.addEventListener("click", (event) => event.target.closest("button[data-rb-keys]") && open());
}
function start(root) {
dialog?.close();
for (const button of all("button[data-rb-keys]", root)) button.hidden = false;
}
return { listen, start };
})();
const $finder = (function () {
const {engine, explorerFor, follow, pageAt} = $finding;
const {counted, identity, marked} = $hits;
const {onKey} = $keys;
const {all, element, say} = $page;
const {replaced} = $search_query;
const PAUSE = 60;
const SILENCE = 700;
const COUNT = 6;
const PAGES = 3;
const STATE = "data-rb-find";
function option(box, href, ...children) {
const id = `${box.list.id}-${box.options.length}`;
const made = element("a", { role: "option", id, href, tabindex: "-1", "aria-selected": "false" }, ...children);
box.options.push(made);
return made;
}
function hitOption(box, hit) {
const title = element("span", { class: hit.form === "file" ? "rb-path" : "rb-ot" }, ...marked(hit.title));
const words = identity(hit);
const row = words.length ? [element("span", { class: "rb-ci" }, ...words)] : [];
return option(box, pageAt(hit.url), title, ...row);
}
function pagesGroup(box, hits) {
const label = element("div", { class: "rb-og", id: `${box.list.id}-pages`, text: "Pages" });
const options = hits.map((hit) => hitOption(box, hit));
return element("div", { role: "group", "aria-labelledby": label.id }, label, ...options);
}
function nearest(box, text, { word: wrong, nearest: others }) {
return others.slice(0, 1).map((other) => {
const better = replaced(text, wrong, other);
return option(box, explorerFor(better), element("span", { class: "rb-q", text: "Did you mean " }), better);
});
}
function ending(box, text, total) {
const words = total ? `All ${counted(total, "result")}` : "Nothing found; search all records";
return option(box, explorerFor(text), element("span", { class: "rb-oa", text: words }));
}
function fill(box, text, found, pages) {
const held = box.options[box.at]?.href;
box.options = [];
const rows = found.hits.map((hit) => hitOption(box, hit));
if (!found.hits.length) rows.push(...found.unmatched.flatMap((one) => nearest(box, text, one)));
if (pages.length) rows.push(pagesGroup(box, pages));
box.list.replaceChildren(...rows, ending(box, text, found.total));
choose(
box,
box.options.findIndex((made) => made.href === held),
);
open(box, true);
}
function open(box, shown) {
box.list.hidden = !shown;
box.input.setAttribute("aria-expanded", shown ? "true" : "false");
if (!shown) choose(box, -1);
}
function choose(box, index) {
const count = box.options.length + 1;
box.at = ((index + 1 + count) % count) - 1;
for (const [place, made] of box.options.entries()) made.setAttribute("aria-selected", String(place === box.at));
const chosen = box.options[box.at];
if (chosen) box.input.setAttribute("aria-activedescendant", chosen.id);
else box.input.removeAttribute("aria-activedescendant");
chosen?.scrollIntoView({ block: "nearest" });
}
async function find(text) {
const search = await engine();
const asked = { typing: true, count: COUNT };
const pages = search.prose ? search.prose.search(text, { ...asked, count: PAGES }) : { hits: [] };
return Promise.all([search.search(text, asked), pages]);
}
async function suggest(box) {
const text = box.input.value.trim();
box.asked = text;
if (!text) {
open(box, false);
return;
}
try {
const [found, pages] = await find(text);
if (box.asked !== text || document.activeElement !== box.input) return;
fill(box, text, found, pages.hits);
box.saying = setTimeout(() => say(counted(found.total, "result")), SILENCE);
} catch {
open(box, false);
}
}
async function submit(box) {
const chosen = box.options[box.at];
if (chosen && !box.list.hidden) {
chosen.click();
return;
}
const text = box.input.value.trim();
let address = explorerFor(text);
try {
const { exact } = await (await engine()).search(text, { count: 1 });
if (exact) address = pageAt(exact);
} catch {
}
open(box, false);
follow(address);
}
function onKeydown(box, event) {
const shown = !box.list.hidden;
if (event.key === "ArrowDown" || event.key === "ArrowUp") {
event.preventDefault();
if (shown) choose(box, box.at + (event.key === "ArrowDown" ? 1 : -1));
else suggest(box);
} else if (event.key === "Escape" && shown) {
event.preventDefault();
open(box, false);
} else if (event.key === "Escape") {
box.input.value = "";
box.input.blur();
}
}
function onInput(box) {
clearTimeout(box.waiting);
clearTimeout(box.saying);
choose(box, -1);
box.waiting = setTimeout(() => suggest(box), PAUSE);
}
function unfold(form, shown) {
const button = form.querySelector("[data-rb-unfold]");
if (button) button.setAttribute("aria-expanded", String(shown));
form.classList.toggle("rb-unfolded", shown);
}
function connect(form) {
const [input, list] = [form.querySelector("input"), form.querySelector("[role=listbox]")];
const box = { form, input, list, options: [], at: -1, asked: "" };
form.setAttribute(STATE, "on");
form.hidden = false;
input.addEventListener("input", () => onInput(box));
input.addEventListener("focus", () => suggest(box));
input.addEventListener("keydown", (event) => onKeydown(box, event));
form.addEventListener("submit", (event) => {
event.preventDefault();
submit(box);
});
form.addEventListener("focusout", (event) => {
if (form.contains(event.relatedTarget)) return;
open(box, false);
unfold(form, false);
});
list.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", () => open(box, false));
form.querySelector("[data-rb-unfold]")?.addEventListener("click", () => {
unfold(form, true);
input.focus();
});
}
function listen() {
onKey("/", "Search", () => {
const inputs = all("input[data-rb-slash]").filter((input) => input.checkVisibility());
const unfolds = all("[data-rb-unfold]").filter((button) => button.checkVisibility());
if (inputs.length) inputs.at(-1).focus();
else if (unfolds.length) unfolds[0].click();
else return false;
return true;
});
}
function start(root) {
for (const form of all(`form[${STATE}='']`, root)) connect(form);
}
return { listen, start };
})();
const $results = (function () {
const {pageAt} = $finding;
const {facts, marked} = $hits;
const {element, sign} = $page;
function quote({ path, text }) {
const code = element("code", {}, ...marked(text));
return element("div", { class: "rb-rq" }, element("span", { class: "rb-path rb-q", text: path }), code);
}
function item(hit) {
const name = hit.form === "file" ? "rb-rt rb-path" : "rb-rt";
const link = element("a", { href: pageAt(hit.url), "data-rb-id": hit.form === "section" || hit.form === "page" ? false : hit.id }, ...marked(hit.title));
const made = element("li", {}, element("h2", { class: name }, link));
const words = facts(hit);
if (words.length) made.append(element("div", { class: "rb-ci" }, ...words));
if (hit.snippet.length) made.append(element("p", { class: "rb-cs" }, ...marked(hit.snippet)));
if (hit.quote) made.append(quote(hit.quote));
return made;
}
const shown = new WeakMap();
function fillResults(list, hits) {
const state = JSON.stringify(hits);
if (shown.get(list) === state) return;
shown.set(list, state);
list.replaceChildren(...hits.map((hit) => item(hit)));
}
function addResults(list, hits) {
shown.delete(list);
list.append(...hits.map((hit) => item(hit)));
}
function title(facets, name, value) {
const facet = facets.find((one) => one.name === name);
return [facet?.title ?? name, facet?.values.find((one) => one.value === value)?.title ?? value];
}
function fillChips(box, chosen, facets) {
const chips = Object.entries(chosen).flatMap(([name, values]) =>
values.map((value) => {
const text = title(facets, name, value).join(": ");
const label = `Remove the filter ${text}`;
const set = { type: "button", class: "rb-chip", "aria-label": label, "data-rb-drop": name, "data-rb-value": value };
return element("button", set, text, sign("x"));
}),
);
const clear = element("button", { type: "button", class: "rb-link", "data-rb-clear": true, text: "Clear all" });
box.replaceChildren(...chips, ...(chips.length > 1 ? [clear] : []));
box.hidden = !chips.length;
}
const quoted = (text) => `“${text}”`;
function offer(text, found, replaced) {
const words = found.unmatched.filter((one) => one.nearest.length);
return words.map(({ word, nearest }) => {
const row = element("p", {}, "Did you mean ");
for (const [place, other] of nearest.slice(0, 3).entries()) {
const better = replaced(text, word, other);
row.append(place ? " or " : "", element("button", { type: "button", class: "rb-link", "data-rb-ask": better, text: other }));
}
row.append(` in place of ${quoted(word)}?`);
return row;
});
}
function removal({ facet, title: name, total }) {
const text = `Drop the filter ${name}`;
const button = element("button", { type: "button", class: "rb-link", "data-rb-drop": facet, text });
return element("p", {}, button, `, which would give ${total}.`);
}
function fillAdvice(box, text, found, replaced) {
const rows = [];
if (!found.total) rows.push(element("p", { class: "rb-rt", text: text ? `Nothing matches ${quoted(text)}` : "Nothing matches these filters" }));
if (found.loose) rows.push(element("p", { text: "Nothing has all of these words. These have some of them." }));
rows.push(...offer(text, found, replaced), ...(found.total ? [] : found.removals.map(removal)));
box.replaceChildren(...rows);
box.hidden = !rows.length;
}
return { fillResults, addResults, fillChips, quoted, fillAdvice };
})();
const $previews = (function () {
const {entryOf, placeOf, recordsOf} = $records;
const {element, sign} = $page;
const LINK = "a.rb-id[href]";
const OPENS = 250;
const CLOSES = 200;
const LONGEST = 220;
const GAP = 6;
let card;
let link;
let timer;
function shortened(text, most = LONGEST) {
if (text.length <= most) return text;
const space = text.lastIndexOf(" ", most);
return `${text.slice(0, space > most / 2 ? space : most)}…`;
}
function quoteWords(quotes) {
const states = Object.entries(quotes);
const total = states.reduce((sum, [, count]) => sum + count, 0);
const noun = total === 1 ? "quote" : "quotes";
if (states.length < 2) return states.map(([state]) => `${total} ${noun} ${state.replaceAll("-", " ")}`).join("");
return `${total} ${noun}: ${states.map(([state, count]) => `${count} ${state.replaceAll("-", " ")}`).join(", ")}`;
}
function status(layer, word) {
return element("span", { class: "rb-st" }, element("span", { class: "rb-q", text: layer }), sign(word.replaceAll(" ", "-")), word);
}
function filled(list, entry) {
const kind = element("span", { class: "rb-st" }, sign(entry.kind), list.kinds[entry.kind] ?? entry.kind);
const line = element("p", { class: "rb-meta" }, element("span", { class: "rb-id", text: entry.id }), kind);
const where = element("p", { class: "rb-meta" }, list.title);
if (entry.note !== undefined) {
where.append(entry.state === "retired" ? "retired" : "not published here");
return [line, where, element("p", { text: shortened(entry.note) })];
}
for (const layer of ["implementation", "operation"]) {
if (entry.status[layer]) where.append(status(layer, entry.status[layer]));
}
const ends = [quoteWords(entry.quotes), entry.referenced_by && `referenced by ${entry.referenced_by}`];
return [
line,
element("p", { class: "rb-ct", text: entry.label }),
where,
element("p", { text: shortened(entry.summary) }),
element("p", { class: "rb-meta", text: ends.filter(Boolean).join(" · ") }),
];
}
function subject(of) {
const place = placeOf(of.pathname);
if (of.pathname !== location.pathname) return place.id ? place : undefined;
const id = of.firstChild.textContent;
return of.hash && id !== place.id ? { system: place.system, id } : undefined;
}
function put() {
const box = link.getClientRects()[0];
if (!box) return;
const room = document.documentElement.clientWidth - card.offsetWidth - GAP;
const above = box.bottom + GAP + card.offsetHeight > innerHeight && box.top > card.offsetHeight + GAP;
card.style.left = `${Math.max(GAP, Math.min(box.left, room)) + scrollX}px`;
card.style.top = `${(above ? box.top - card.offsetHeight - GAP : box.bottom + GAP) + scrollY}px`;
}
function close() {
clearTimeout(timer);
if (!link) return;
if (link.getAttribute("aria-describedby") === card?.id) link.removeAttribute("aria-describedby");
link = undefined;
if (card) card.hidden = true;
}
async function show() {
const about = subject(link);
const wanted = link;
const list = about && (await recordsOf(about.system));
const entry = list && entryOf(list, about.id);
if (!entry || wanted !== link) return;
card ??= element("div", { id: "rb-preview", class: "rb-preview", role: "tooltip", hidden: true });
card.replaceChildren(...filled(list, entry));
document.body.append(card);
card.hidden = false;
if (!link.hasAttribute("aria-describedby")) link.setAttribute("aria-describedby", card.id);
put();
}
function begin(target, wait) {
clearTimeout(timer);
if (target === link) return;
close();
link = target;
const about = subject(target);
if (about?.system) recordsOf(about.system);
timer = setTimeout(show, wait);
}
function onOver(event) {
if (event.pointerType !== "mouse") return;
const target = event.target.closest?.(LINK);
if (target) begin(target, OPENS);
else if (card?.contains(event.target)) clearTimeout(timer);
else if (link && !link.matches(":focus-visible")) {
clearTimeout(timer);
timer = setTimeout(close, CLOSES);
}
}
function onFocus(event) {
if (event.target.matches?.(LINK) && event.target.matches(":focus-visible")) begin(event.target, 0);
else close();
}
function onEscape(event) {
if (event.key !== "Escape" || !link) return;
close();
event.stopPropagation();
}
function listen() {
document.addEventListener("pointerover", onOver);
document.addEventListener("focusin", onFocus);
document.addEventListener("focusout", close);
document.addEventListener("pointerdown", (event) => card?.contains(event.target) || close());
document.addEventListener("keydown", onEscape, true);
}
function start() {
close();
}
return { shortened, quoteWords, listen, start };
})();
const $missing = (function () {
const {element} = $page;
const {entryOf, placeOf, recordsOf} = $records;
const {pageAt} = $finding;
async function start(root) {
const place = root.querySelector("[data-rb-missing]");
const { system, id } = placeOf(location.pathname);
const list = place && id && (await recordsOf(system));
const entry = list && entryOf(list, id, false);
if (!entry) return;
const link = element("a", { class: "rb-nl", href: pageAt(entry.url), text: entry.label ?? entry.id });
place.prepend(element("li", {}, link, element("span", { class: "rb-cs", text: entry.id })));
}
return { start };
})();
const $explorer = (function () {
const {count: chosenCount, read, toggled, written} = $address;
const {copy} = $copying;
const {fillFacets} = $facets;
const {engine, follow, pageAt} = $finding;
const {counted} = $hits;
const {onKey} = $keys;
const {all, element, say} = $page;
const {addResults, fillAdvice, fillChips, fillResults, quoted} = $results;
const {replaced} = $search_query;
const STEP = 50;
const PAUSE = 80;
const SILENCE = 700;
const WIDE = "(min-width: 1001px)";
const PLACE = "rb-place";
let parts = null;
let search = null;
let ticket = 0;
let waiting = 0;
let settling = 0;
const facetNames = () => search.facets.map(({ name }) => name);
const stateOf = () => read(new URLSearchParams(location.search), facetNames());
function addressOf(state) {
const url = new URL(location.href);
url.search = String(written(state, url.searchParams, facetNames()));
url.hash = "";
return url.href;
}
function go(change, { replace = false, typing = false } = {}) {
const state = { ...stateOf(), pages: 1, ...change };
const address = addressOf(state);
if (address !== location.href) history[replace ? "replaceState" : "pushState"](history.state, "", address);
return show(typing);
}
function countWords(state, { total }) {
const filtered = chosenCount(state.chosen) > 0;
if (state.text) return ` result${total === 1 ? "" : "s"}`;
return filtered ? ` of ${counted(search.records, "record")}` : ` record${total === 1 ? "" : "s"}`;
}
function showCount(state, found) {
parts.count.replaceChildren(element("b", { class: "rb-num", text: String(found.total) }), countWords(state, found));
const left = found.ignored.map(quoted).join(", ");
if (left) parts.count.append(element("span", { class: "rb-q", text: ` ${left} left out` }));
parts.sorted.textContent = state.sort === "id" ? "Sorted by id" : "Sorted by relevance";
parts.sort.textContent = state.sort === "id" ? "Sort by relevance" : "Sort by id";
const hidden = found.total - parts.list.children.length;
parts.more.hidden = hidden <= 0;
parts.more.textContent = `Show ${Math.min(hidden, STEP)} more`;
}
function showFrame(state) {
const filters = chosenCount(state.chosen);
parts.filters.querySelector("summary").textContent = filters ? `Filters (${filters})` : "Filters";
fillChips(parts.chips, state.chosen, search.facets);
const title = parts.title;
document.title = state.text ? `${state.text} · ${title}` : title;
if (document.activeElement !== parts.input || parts.input.value.trim() !== state.text) parts.input.value = state.text;
}
async function showPages(text) {
const hits = text && search.prose ? (await search.prose.search(text, { count: 5 })).hits : [];
return () => {
fillResults(parts.pages.querySelector("ol"), hits);
parts.pages.hidden = !hits.length;
};
}
async function show(typing = false) {
ticket += 1;
const mine = ticket;
if (!parts) return;
const state = stateOf();
const asked = { chosen: state.chosen, sort: state.sort, typing, from: 0, count: STEP * state.pages };
const [found, pages] = await Promise.all([search.search(state.text, asked), showPages(state.text)]);
if (mine !== ticket || !parts) return;
parts.all.hidden = true;
for (const shown of [parts.list, parts.head]) shown.hidden = false;
showFrame(state);
fillResults(parts.list, found.hits);
pages();
fillAdvice(parts.advice, state.text, found, replaced);
showCount(state, found);
if (!typing) say(parts.count.textContent);
putBack();
const { facets, removals } = await search.search(state.text, { ...asked, facets: true });
if (mine !== ticket || !parts) return;
fillFacets(parts.column, facets);
if (!found.total) fillAdvice(parts.advice, state.text, { ...found, removals }, replaced);
}
async function showMore() {
const state = stateOf();
const from = parts.list.children.length;
const asked = { chosen: state.chosen, sort: state.sort, from, count: STEP };
const mine = ticket;
const found = await search.search(state.text, asked);
if (mine !== ticket) return;
addResults(parts.list, found.hits);
history.replaceState(history.state, "", addressOf({ ...state, pages: Math.ceil((from + STEP) / STEP) }));
showCount(state, found);
parts.list.children[from]?.querySelector("a").focus();
}
function keepPlace() {
if (!parts) return;
try {
sessionStorage.setItem(PLACE, JSON.stringify([location.href, window.scrollY]));
} catch {
}
}
function putBack() {
const { place } = parts;
parts.place = null;
if (place && place[0] === location.href) window.scrollTo(0, place[1]);
}
function takePlace() {
try {
const kept = JSON.parse(sessionStorage.getItem(PLACE));
sessionStorage.removeItem(PLACE);
return kept;
} catch {
return null;
}
}
const links = () => all(".rb-rt a", parts.found);
function move(step) {
if (!parts) return false;
const found = links();
const here = found.indexOf(document.activeElement);
clearTimeout(settling);
const next = here < 0 ? 0 : here + step;
if (next < 0) parts.input.focus();
else found[Math.min(next, found.length - 1)]?.focus();
return true;
}
function copyId() {
const id = document.activeElement?.dataset?.rbId;
if (!parts || !id) return false;
copy(id);
return true;
}
function onArrow(event) {
const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
const inside = parts && (document.activeElement === parts.input || links().includes(document.activeElement));
if (!step || !inside || event.defaultPrevented) return;
if (document.activeElement === parts.input && step < 0) return;
event.preventDefault();
move(step);
}
function stopWaiting() {
clearTimeout(waiting);
clearTimeout(settling);
}
async function submit() {
stopWaiting();
const text = parts.input.value.trim();
const { exact } = await search.search(text, { count: 1 });
if (exact) follow(pageAt(exact));
else go({ text });
}
function onInput() {
stopWaiting();
waiting = setTimeout(() => go({ text: parts.input.value.trim() }, { replace: true, typing: true }), PAUSE);
settling = setTimeout(() => show(), SILENCE);
}
function onClick(event) {
const button = event.target.closest("button");
if (!button) return;
const { rbDrop: name, rbValue: value, rbAsk: text } = button.dataset;
const { chosen } = stateOf();
if (name && value !== undefined) go({ chosen: toggled(chosen, name, value) });
else if (name) go({ chosen: Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== name)) });
else if (text !== undefined) go({ text });
else if (button.dataset.rbClear !== undefined) go({ chosen: {} });
else if (button === parts.sort) go({ sort: stateOf().sort === "id" ? "relevance" : "id" });
else if (button === parts.link) copy(location.href);
else if (button === parts.more) showMore();
if (!button.isConnected || button.dataset.rbAsk) parts.input.focus();
}
function widen() {
if (parts) parts.filters.open = parts.filters.open || matchMedia(WIDE).matches;
}
function connect(box) {
const get = (name) => box.querySelector(`[data-rb-part=${name}]`);
const names = ["form", "filters", "column", "found", "chips", "head", "count", "sorted", "sort", "link", "list"];
const made = Object.fromEntries([...names, "more", "advice", "pages", "all"].map((name) => [name, get(name)]));
const input = made.form.querySelector("input");
made.form.addEventListener("submit", (event) => {
event.preventDefault();
submit();
});
input.addEventListener("input", onInput);
made.column.addEventListener("change", ({ target }) => {
if (target.type === "checkbox") go({ chosen: toggled(stateOf().chosen, target.name, target.value) });
});
box.addEventListener("click", onClick);
made.link.hidden = !navigator.clipboard;
return { ...made, input, place: takePlace(), title: document.title };
}
function fail() {
if (!parts) return;
parts.advice.replaceChildren(element("p", { text: "Search could not be loaded. Every record is in the list below." }));
parts.advice.hidden = false;
say(parts.advice.textContent);
}
function listen() {
window.addEventListener("popstate", () => {
if (parts && search) show();
});
window.addEventListener("pagehide", keepPlace);
document.addEventListener("click", keepPlace, true);
document.addEventListener("keydown", onArrow);
matchMedia(WIDE).addEventListener("change", widen);
onKey("j", "Next result", () => move(1));
onKey("k", "Previous result", () => move(-1));
onKey("c", "Copy the id of the result in focus", copyId);
}
async function start(root) {
const box = root.querySelector("[data-rb-explorer]");
parts = box && connect(box);
if (!parts) return;
box.classList.add("rb-live");
for (const shown of [parts.form, parts.filters]) shown.hidden = false;
widen();
parts.input.value = new URLSearchParams(location.search).get("find") ?? "";
try {
search = await engine();
await show();
} catch {
fail();
}
}
return { listen, start };
})();
const $main = (function () {
const cards = $cards;
const columns = $columns;
const contents = $contents;
const copying = $copying;
const explorer = $explorer;
const finder = $finder;
const finding = $finding;
const help = $help;
const keys = $keys;
const menu = $menu;
const missing = $missing;
const previews = $previews;
const running = $running;
const theme = $theme;
const MODULES = [keys, theme, menu, copying, cards, columns, contents, finding, finder, explorer, help, previews, missing, running];
function startAll() {
for (const module of MODULES) module.start?.(document);
}
for (const module of MODULES) module.listen?.();
if (window.document$) window.document$.subscribe(startAll);
else document.addEventListener("DOMContentLoaded", startAll);
return {  };
})();
})();
