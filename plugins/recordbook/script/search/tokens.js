/* From text to terms. The twin of `search/tokens.py`, which says why; `tests/search/vectors.json` holds both to it. */
import { isSmall, stem } from "./language.js";

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

/** Whether a text is plain ASCII. */
export const isAscii = (text) => !NOT_ASCII.test(text);

/** The characters of a text; one beyond the first plane is one. */
export const characters = (text) => Array.from(text);

/** Text with wide, narrow and ligated characters replaced by plain ones, as it is cut into runs. */
export const composed = (text) => (isAscii(text) ? text : text.normalize("NFKC"));

function unaccented(text) {
  return isAscii(text) ? text : text.normalize("NFD").replaceAll(ACCENTS, "").normalize("NFC");
}

/** Composed text in the form in which it is compared: without case and accents. */
export function fold(text) {
  return unaccented(composed(text)).toLowerCase().replaceAll("\u03C2", "\u03C3");
}

/** The runs of a text with their places: `[run, start]`. */
export const places = (text) => Array.from(text.matchAll(RUN), (match) => [match[0], match.index]);

/** The runs of a text, in order. */
export const runs = (text) => composed(text).match(RUN) ?? [];

/** Start and end of each part of a run. */
export const partsOf = (run) => Array.from(run.matchAll(PART), ({ 0: text, index }) => [index, index + text.length]);

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

/** The terms of one run: its parts, itself, what else it is called, and whether it names one thing. */
export function analyze(run) {
  if (!analyzed.has(run)) analyzed.set(run, taken(run));
  return analyzed.get(run);
}

/** Every term of an analyzed run, each once; small words left out. */
export const termsOf = ({ parts, whole, more }) => [...new Set([...parts, whole, ...more].filter(Boolean))];
