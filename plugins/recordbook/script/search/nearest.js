/* Words that may have been meant. The twin of `search/nearest.py`. */
import { characters, fold } from "./tokens.js";

const SHORT = 4;
const OFFERED = 3;

/** How many letters must be typed, dropped, changed or swapped with the next; more than `most` is `most + 1`. */
export function distance(one, other, most) {
  const wanted = characters(other);
  const letters = characters(one);
  let before = [];
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at);
  for (const [at, letter] of letters.entries()) {
    const earlier = before;
    before = row;
    row = [at + 1];
    for (const [to, other2] of wanted.entries()) {
      let cost = Math.min(before[to + 1] + 1, row[to] + 1, before[to] + (letter === other2 ? 0 : 1));
      if (at && to && letter === wanted[to - 1] && letters[at - 1] === other2) {
        cost = Math.min(cost, earlier[to - 1] + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return Math.min(row.at(-1), most + 1);
}

/** The words nearest to one, best first. At most three. */
export function nearest(typed, words) {
  const word = fold(typed);
  const length = characters(word).length;
  const allowed = length <= SHORT ? 1 : 2;
  return words
    .filter((other) => other !== word && Math.abs(characters(other).length - length) <= allowed)
    .map((other, place) => ({ other, place, steps: distance(word, other, allowed) }))
    .filter(({ steps }) => steps <= allowed)
    .toSorted((a, b) => a.steps - b.steps || a.place - b.place)
    .slice(0, OFFERED)
    .map(({ other }) => other);
}
