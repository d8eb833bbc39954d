/* Which documents a clause of a query matches, and how well. The twin of `search/matching.py`. */
import { CONTINUED, rarity, score, strength } from "./ranking.js";
import { FIELDS, FIELD_ROOM, NAMED } from "./store.js";
import { analyze, characters, fold, isAscii, termsOf } from "./tokens.js";

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

/** Documents that all have, with the sums of their scores in order. */
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

export class Matcher {
  constructor(store) {
    this.store = store;
  }

  /** What a clause of words matches; `typing` says that its word may go on. */
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
      // oxlint-disable-next-line no-await-in-loop -- the first that is there ends the search
      if (await this.store.posting(shorter)) {
        // oxlint-disable-next-line no-await-in-loop
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
