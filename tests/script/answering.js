/* Answers queries. Its argument is the folder of a search's data; its input is a list of [text, options] as JSON, its
   output the list of answers, each reduced to what the twin in Python also says. */
import { text as read } from "node:stream/consumers";

import { engineOf } from "../../plugins/recordbook/script/search/engine.js";
import { loadFrom } from "./data.js";

const engine = await engineOf(loadFrom(process.argv[2]));
const answers = [];
for (const [text, options] of JSON.parse(await read(process.stdin))) {
  // oxlint-disable-next-line no-await-in-loop -- one after another, as a reader asks
  const { hits, exact, facets, ...rest } = await engine.search(text, options);
  const counts = facets.map(({ name, values }) => [name, values.map(({ value, count }) => [value, count])]);
  answers.push({ ...rest, exact, hits: hits.map(({ url, title, snippet, quote }) => [url, title, snippet, quote]), counts });
}
process.stdout.write(JSON.stringify(answers));
