/* What was typed, as clauses. The twin of `search/query.py`. */
import { runs } from "./tokens.js";

/** The bits of the fields of a document that a query may name. */
const TEXT_FIELDS = new Map([
  ["id", 0b11],
  ["label", 0b100],
  ["summary", 0b1000],
  ["field", 0b10000],
  ["body", 0b100000],
  ["quote", 0b1000000],
  ["file", 0b10000011],
]);
export const EVERYWHERE = 0xff;
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

/** The clauses of a query. `facets` and `systems` have the names of both (`has`). */
export function parse(text, facets = new Set(), systems = new Set()) {
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

/** The query with one word of it replaced by another. */
export function replaced(text, word, other) {
  const at = text.indexOf(word);
  return at < 0 ? other : text.slice(0, at) + other + text.slice(at + word.length);
}
