/* Asks another search engine the queries on its input, a list as JSON, and prints the addresses that it finds for each.

   node rivals.mjs material SITE WORKER   Material's own search worker over the site's search_index.json
   node rivals.mjs pagefind SITE          Pagefind over the index that it has made in the site */
import { copyFileSync, readFileSync } from "node:fs";
import { text as read } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [, , name, site, worker] = process.argv;
const queries = JSON.parse(await read(process.stdin));
const figures = { bytes: 0, files: 0 };

function material() {
  const index = readFileSync(`${site}/search/search_index.json`, "utf8");
  let handle;
  let reply;
  globalThis.self = globalThis;
  globalThis.addEventListener = (_, listener) => {
    handle = listener;
  };
  globalThis.postMessage = (message) => reply(message);
  new Function(readFileSync(worker, "utf8"))();
  const ask = (message) =>
    new Promise((resolve) => {
      reply = resolve;
      handle({ data: message });
    });
  const place = ([{ location }]) => location;
  return {
    start: () => ask({ type: 0, data: { ...JSON.parse(index), options: { suggest: false } } }),
    find: async (query) => (await ask({ type: 2, data: query })).data.items.map(place),
  };
}

async function pagefind() {
  const base = "http://site.invalid/pagefind/";
  const root = `${site}/pagefind`;
  globalThis.window = globalThis;
  globalThis.document = { querySelector: () => null, currentScript: null, documentElement: { lang: "en" }, body: {} };
  globalThis.location = { href: base, origin: "http://site.invalid", protocol: "http:" };
  globalThis.fetch = async (address) => {
    const data = readFileSync(`${root}/${String(address).split("?")[0].split("/pagefind/").pop()}`);
    figures.bytes += data.length;
    figures.files += 1;
    return new Response(data, { status: 200 });
  };
  copyFileSync(`${root}/pagefind.js`, `${root}/pagefind.mjs`);
  const engine = await import(pathToFileURL(`${root}/pagefind.mjs`).href);
  return {
    start: async () => {
      await engine.options({ basePath: base, baseUrl: "/" });
      await engine.init();
    },
    find: async (query) => {
      const { results } = await engine.search(query);
      const found = await Promise.all(results.slice(0, 30).map((result) => result.data()));
      return found.map(({ raw_url: address, url }) => (address ?? url).replace(/^\//u, ""));
    },
  };
}

const engine = name === "material" ? material() : await pagefind();
const began = performance.now();
await engine.start();
const started = performance.now();
const found = [];
for (const query of queries) found.push(await engine.find(query));
const asked = performance.now();
const times = { start: started - began, each: (asked - started) / queries.length };
process.stdout.write(JSON.stringify({ found, ...times, ...figures }), () => process.exit(0));
