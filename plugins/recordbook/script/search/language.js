/* English: stems and small words. The twin of `search/language.py`. */
import { stemmer, stopWords } from "./lunr-pipeline.js";

const ENGLISH = /^[a-z]{3,}$/u;

/** The stem of a folded word; anything but three or more letters of English stays as it is. */
export const stem = (word) => (ENGLISH.test(word) ? stemmer(word) : word);

/** Whether a folded word says nothing by itself. */
export const isSmall = (word) => stopWords.has(word);
