/* What results can be narrowed by. The twin of `search/facets.py`. */
import { fold } from "./tokens.js";

const compare = (a, b) => (a < b ? -1 : Number(a > b));

function mostFirst(a, b) {
  return b.count - a.count || compare(fold(a.title), fold(b.title)) || compare(a.value, b.value);
}

/** The value that was meant: by its code or its title; as typed if there is none. */
export function valueOf({ values }, typed) {
  const wanted = fold(typed);
  const found = values.find((names) => names.some((name) => fold(name) === wanted));
  return found ? found[0] : typed;
}

/** The values of a facet with counts, most first; a chosen one stays whatever its count. */
export function counted({ name, title, values }, tally, chosen) {
  const titles = new Map(values);
  const shown = new Set([...titles.keys()].filter((value) => tally.get(value)).concat(chosen));
  const counts = Array.from(shown, (value) => ({
    value,
    title: titles.get(value) ?? value,
    count: tally.get(value) ?? 0,
    chosen: chosen.includes(value),
  }));
  return { name, title, values: counts.toSorted(mostFirst) };
}

/** The names by which a value of a facet can be typed as one word. */
export const typed = ({ values }) => [...new Set(values.flat())].filter((name) => !name.includes(" "));

/** Which of some documents meet all conditions, and for each facet how many have a value, its own condition left out. */
export function narrowed(numbers, conditions, columns) {
  const passing = [];
  const tests = Array.from(conditions, ([name, some]) => {
    const { sets, of } = columns.get(name);
    return { name, of, holds: sets.map((values) => values.some((value) => some.has(value))) };
  });
  const counts = new Map(Array.from(columns, ([name, { sets }]) => [name, sets.map(() => 0)]));
  const all = Array.from(columns, ([name, { of }]) => ({ of, count: counts.get(name) }));
  const own = new Map(Array.from(columns, ([name, { of }]) => [name, [{ of, count: counts.get(name) }]]));
  for (const number of numbers) {
    const failed = tests.filter(({ of, holds }) => !holds[of[number]]);
    if (!failed.length) passing.push(number);
    if (failed.length > 1) continue;
    for (const { of, count } of failed.length ? own.get(failed[0].name) : all) count[of[number]] += 1;
  }
  return { passing, tallies: new Map(Array.from(columns, ([name, { sets }]) => [name, byValue(sets, counts.get(name))])) };
}

function byValue(sets, counts) {
  const tally = new Map();
  for (const [at, values] of sets.entries()) {
    for (const value of values) tally.set(value, (tally.get(value) ?? 0) + counts[at]);
  }
  return tally;
}

/** Whether a document has one of some values. */
export const hasOne = ({ sets, of }, number, some) => sets[of[number]].some((value) => some.has(value));
