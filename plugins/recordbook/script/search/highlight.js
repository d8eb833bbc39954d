/* What to show of a document: pieces of text around the best place. The twin of `search/highlight.py`. */
import { analyze, composed, fold, partsOf, places, termsOf } from "./tokens.js";

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

/** Where the text has what is wanted: start and end of each hit, in order. */
export function spans(text, wanted) {
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

/** A stretch of a text in pieces: `[text, is a hit]`. */
export function pieces(text, hits, start = 0, end = text.length) {
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

/* A short stretch that holds the first hits, begun and ended at a space or, in code, at a line. */
function around(text, hits, mark = " ") {
  const first = hits.length ? hits[0][0] : 0;
  const start = back(text, Math.max(0, first - BEFORE), first, mark);
  const end = onTo(text, Math.min(text.length, Math.max(first, start) + AFTER), mark);
  const shown = pieces(text, hits, start, end);
  if (mark === "\n") return shown;
  return [...(start ? [["… ", false]] : []), ...shown, ...(end < text.length ? [[" …", false]] : [])];
}

/**
 * The best place of a document: where most different words stand; the summary where no other has more. A query that
 * names fields is about these.
 */
export function excerpt({ texts = [], quotes = [] }, wanted) {
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
