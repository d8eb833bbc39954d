/* The data of an index, loaded file by file as a query needs it. `search/emitting.py` writes it. */
import { AGAIN } from "./ranking.js";
import { characters } from "./tokens.js";

export const FIELDS = 8;
/** Places of one field of a document. The last one is that of all that has none of its own. */
export const FIELD_ROOM = 8192;
/** The bit of the field that says what a document is called. */
export const NAMED = 1;
const ODD = /[^a-z0-9-]/u;

/** A beginning as the name of a file. */
function fileName(prefix) {
  const safe = characters(prefix).map((one) => (ODD.test(one) ? `~${one.codePointAt(0).toString(16)}~` : one));
  return safe.join("");
}

/* The documents of a term with their codes, from the distances between its places; `at` is its number in the file. */
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

/* The longest of some beginnings that a text has. */
function longest(text, beginnings) {
  for (let end = text.length; end > 0; end -= 1) {
    const start = text.slice(0, end);
    if (beginnings.has(start)) return [start];
  }
  return [];
}

/** Beginnings of files in which texts that begin so may be. */
function reaching(text, beginnings) {
  const further = [...beginnings].filter((one) => one.length > text.length && one.startsWith(text));
  return [...longest(text, beginnings), ...further];
}

export class Store {
  /* `load` gives a promise of the data of a file, by its name. */
  constructor(load, head, inside) {
    this.load = load;
    this.head = head;
    this.inside = inside;
    this.shards = new Set(head.shards);
    this.vocabulary = new Set(head.words);
    this.kept = new Map();
    this.average = head.documents ? head.total / head.documents : 1;
  }

  /* What `make` makes of the data of a file, once. A file that could not be loaded is asked for again. */
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

  /** The documents of a term with their codes; undefined for a term that is nowhere. */
  async posting(term) {
    const [prefix] = longest(term, this.shards);
    return prefix === undefined ? undefined : (await this.shard(prefix)).get(term);
  }

  /** The postings of all terms that begin with a text. */
  async beginning(text) {
    const shards = await Promise.all(reaching(text, this.shards).map((prefix) => this.shard(prefix)));
    return shards.flatMap((shard) => [...shard].filter(([term]) => term.startsWith(text)).map(([, found]) => found));
  }

  /** Where a part may stand in a phrase, ascending; the number of a place tells its document and its field. */
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

  /** The words of the vocabulary that begin with a text. */
  async words(text) {
    const files = reaching(text, this.vocabulary).map((prefix) => this.file(`w-${fileName(prefix)}`));
    return (await Promise.all(files)).flat().filter((word) => word.startsWith(text));
  }

  /** A facet: the sets of values that documents have, and the number of each document's set. */
  async column(facet) {
    const { values } = this.head.facets.find(({ name }) => name === facet);
    const { sets, of } = await this.file(`f-${facet}`);
    return { sets: sets.map((set) => set.map((at) => values[at][0])), of };
  }

  /** What a result shows of a document. */
  async document(number) {
    const { chunk } = this.head;
    const documents = await this.file(`d-${Math.floor(number / chunk)}`);
    return documents[number % chunk];
  }

  /** Whether a folded run begins as an id does: a member and a kind. */
  isId(folded) {
    const [member, kind] = folded.split("-");
    return this.head.ids[0].includes(member) && this.head.ids[1].includes(kind);
  }
}
