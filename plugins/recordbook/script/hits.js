/* What search finds, as elements. Every text of a record goes into the page as text. */
import { element, sign } from "./page.js";

/** Pieces `[text, isHit]` as texts and marks. */
export const marked = (pieces) => pieces.map(([text, isHit]) => (isHit ? element("mark", { text }) : text));

/** A sign with its word; `tone` is a tone of the words of states. */
export function word(name, text, tone = "") {
  return element("span", { class: tone ? `rb-st rb-${tone}` : "rb-st" }, sign(name), text);
}

/** A word as it begins a line. */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `1 quote`, `2 quotes`. */
export const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

function quotes({ quotes: count, verified }) {
  if (!count) return [];
  if (verified === count) return [word("verified", `${counted(count, "quote")} verified`, "ok")];
  const text = verified ? `${verified} of ${counted(count, "quote")} verified` : `${counted(count, "quote")}, none verified`;
  return [element("span", { class: "rb-q", text })];
}

const NAMED = new Set(["record", "annotation"]);
/* Forms whose hits have an id that their title does not show. */
const FORMS = {
  annotation: "annotation",
  file: "source file",
  retired: "retired id",
  section: "report section",
  system: "system",
  unpublished: "not published here",
};

/** What a hit is, in few words: id, system, kind; of what is no record, what it is. */
export function identity(hit) {
  const made = [];
  if (NAMED.has(hit.form)) made.push(element("span", { class: "rb-id", text: hit.id }));
  if (hit.systemTitle && hit.form !== "system") made.push(element("span", { text: hit.systemTitle }));
  if (FORMS[hit.form]) made.push(element("span", { text: FORMS[hit.form] }));
  if (hit.kind) made.push(word(hit.kind, capital(hit.kindTitle)));
  return made;
}

/** All words below a title: what it is, its statuses, its quotes. */
export function facts(hit) {
  const statuses = hit.badges.map(([, value]) => word(value.replaceAll(" ", "-"), value));
  return [...identity(hit), ...statuses, ...quotes(hit)];
}
