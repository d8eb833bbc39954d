/* How well a term fits a document. The twin of `search/ranking.py`: the same arithmetic gives the same bits. */

const WEIGHTS = [8, 6, 5, 3, 2, 1.5, 1, 0.75];
const SATURATION = 3;
const LENGTH = 0.5;
/** What a word that only begins with the one asked for counts, against the word itself. */
export const CONTINUED = 0.5;
/** What one further occurrence adds to a code. */
export const AGAIN = 256;

const summed = new Map();

function ofFields(mask) {
  if (!summed.has(mask)) {
    const weights = WEIGHTS.filter((_, field) => (mask >> field) & 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    summed.set(mask, { total, count: weights.length, least: weights.at(-1) ?? 0 });
  }
  return summed.get(mask);
}

/** What the occurrences that a code tells of weigh, within the fields in `bits`; 0 where there is none. */
export function strength(code, bits) {
  const own = code & (AGAIN - 1);
  const mask = own & bits;
  const { total, least } = ofFields(mask);
  return mask === own ? total + (Math.floor(code / AGAIN) + 1 - ofFields(own).count) * least : total;
}

/** How much a term says that `holding` of all documents have: about its information in bits. */
export function rarity(holding, documents) {
  let left = 1 + (documents - holding + 0.5) / (holding + 0.5);
  let whole = 0;
  while (left >= 2) {
    left /= 2;
    whole += 1;
  }
  return whole + (left - 1);
}

/** The score of one term of one document. */
export function score(weight, rare, length, average) {
  const stretch = 1 - LENGTH + (LENGTH * length) / average;
  return (rare * weight * (SATURATION + 1)) / (weight + SATURATION * stretch);
}
