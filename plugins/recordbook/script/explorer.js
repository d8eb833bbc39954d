/* The explorer of records: the address is its state, and everything that it shows follows from the address. */
import { count as chosenCount, read, toggled, written } from "./address.js";
import { copy } from "./copying.js";
import { fillFacets } from "./facets.js";
import { engine, follow, pageAt } from "./finding.js";
import { counted } from "./hits.js";
import { onKey } from "./keys.js";
import { all, element, say } from "./page.js";
import { addResults, fillAdvice, fillChips, fillResults, quoted } from "./results.js";
import { replaced } from "./search/query.js";

const STEP = 50;
const PAUSE = 80;
const SILENCE = 700;
/* Milliseconds without a key before a search, and before its words count as written: then the page shows what its address
   asks for, and says how much that is. */
const WIDE = "(min-width: 1001px)";
const PLACE = "rb-place";

let parts = null;
/* The elements of the explorer; null on every other page. */
let search = null;
let ticket = 0;
let waiting = 0;
let settling = 0;

const facetNames = () => search.facets.map(({ name }) => name);
const stateOf = () => read(new URLSearchParams(location.search), facetNames());

/* ------------------------------------------------------------- the address */

function addressOf(state) {
  const url = new URL(location.href);
  url.search = String(written(state, url.searchParams, facetNames()));
  url.hash = "";
  return url.href;
}

/* A reader goes back to the last choice, not to each letter. */
function go(change, { replace = false, typing = false } = {}) {
  const state = { ...stateOf(), pages: 1, ...change };
  const address = addressOf(state);
  if (address !== location.href) history[replace ? "replaceState" : "pushState"](history.state, "", address);
  return show(typing);
}

/* ----------------------------------------------------------------- showing */

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

/* ------------------------------------------------- the place of the reader */

/* A browser puts a reader back before there are results. */
function keepPlace() {
  if (!parts) return;
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([location.href, window.scrollY]));
  } catch {
    /* Back then leads to the top. */
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

/* ---------------------------------------------------------------- keyboard */

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

/* ------------------------------------------------------------------ wiring */

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

export function listen() {
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

export async function start(root) {
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
