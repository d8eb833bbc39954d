/* The list of what was found, the words above it, and what to do where nothing was. */
import { pageAt } from "./finding.js";
import { facts, marked } from "./hits.js";
import { element, sign } from "./page.js";

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

/** Put hits into a list in place of what it holds. The same ones stay as they are, with their focus and under a finger. */
export function fillResults(list, hits) {
  const state = JSON.stringify(hits);
  if (shown.get(list) === state) return;
  shown.set(list, state);
  list.replaceChildren(...hits.map((hit) => item(hit)));
}

/** Put more hits behind those that a list holds. */
export function addResults(list, hits) {
  shown.delete(list);
  list.append(...hits.map((hit) => item(hit)));
}

function title(facets, name, value) {
  const facet = facets.find((one) => one.name === name);
  return [facet?.title ?? name, facet?.values.find((one) => one.value === value)?.title ?? value];
}

/** A button for each chosen value that takes it away, and one for all of them. */
export function fillChips(box, chosen, facets) {
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

/** A text in quotation marks. */
export const quoted = (text) => `“${text}”`;

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

/** What to try where nothing was found, and a word where what was found has only some of what was asked for. */
export function fillAdvice(box, text, found, replaced) {
  const rows = [];
  if (!found.total) rows.push(element("p", { class: "rb-rt", text: text ? `Nothing matches ${quoted(text)}` : "Nothing matches these filters" }));
  if (found.loose) rows.push(element("p", { text: "Nothing has all of these words. These have some of them." }));
  rows.push(...offer(text, found, replaced), ...(found.total ? [] : found.removals.map(removal)));
  box.replaceChildren(...rows);
  box.hidden = !rows.length;
}
