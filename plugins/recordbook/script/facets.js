/* The column of filters: one fold for each facet, its values with counts, the many behind a button and a box. */
import { capital, word } from "./hits.js";
import { element } from "./page.js";

const SHOWN = 8;
const OPEN = new Set(["form", "system", "kind", "status", "operation", "verification"]);
const SIGNED = new Set(["kind", "status", "operation", "verification"]);
/* Facets whose values are signs of the sprite. */

/* What a reader did to a facet outlives the filling of the column. */
const kept = new Map();

function remembered(name) {
  if (!kept.has(name)) kept.set(name, { open: OPEN.has(name), whole: false, only: "" });
  return kept.get(name);
}

/** The id of a value's box, so that the focus finds it again. */
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

/* A box to filter by, once there are more values than one sees at once. */
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

/** Whether a facet can narrow anything: it has two values, or one is chosen. */
export const useful = ({ values }) => values.filter(({ count }) => count).length > 1 || values.some(({ chosen }) => chosen);

/** Fill the column; what had the focus has it again. */
export function fillFacets(column, facets) {
  const focused = column.contains(document.activeElement) ? document.activeElement.id : "";
  column.replaceChildren(...facets.filter((facet) => useful(facet)).map((facet) => fold(facet)));
  if (focused) document.getElementById(focused)?.focus();
}
