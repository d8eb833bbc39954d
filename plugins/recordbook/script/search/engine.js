/* A query answered in the browser: which documents, in which order, with which excerpts and counts.
   The twin of `search/answers.py`; judged queries hold both to the same order. */
import { counted, hasOne, narrowed, typed, valueOf } from "./counting.js";
import { excerpt, pieces, spans } from "./highlight.js";
import { browserLoad } from "./loading.js";
import { Matcher } from "./matching.js";
import { nearest } from "./nearest.js";
import { EVERYWHERE, parse } from "./query.js";
import { Store } from "./store.js";
import { characters, fold } from "./tokens.js";

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

/* Documents that every clause matches: their class, and the sum of their scores in the order of the clauses. */
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

/* Documents that at least half of the clauses match, the more the better. */
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

/* The fields that every word was asked for in; all, where words were asked for in different ones. */
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

  /**
   * Answer a query. `chosen` is facet to values, of which a result has one in each facet; `sort` is `relevance` or
   * `id`; `typing` says that the last word may go on; `facets` asks for counts. Rejects only where data cannot be
   * loaded.
   */
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

  /** The first results while a reader types. */
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

  /* Keep documents that have a value of each facet that the text of the query names. */
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

/** The engine of an index; `load` gives a promise of the data of a file, by its name. */
export async function engineOf(load, inside = "") {
  const head = await load(`${inside}head`);
  const prose = head.prose ? await engineOf(load, "prose/") : null;
  return new Engine(new Store(load, head, inside), prose);
}

/** The engine of the site whose data stand at an address that ends in a slash. */
export const open = (base) => engineOf(browserLoad(base));
