/* The list of a system's records, loaded once a system, by a script tag: a page from a disk may load nothing else. */
import { element } from "./page.js";
import { siteRoot } from "./finding.js";

const ADDRESS = /\/systems\/([a-z][a-z0-9-]*)\/(?:([A-Za-z]+-[A-Za-z]+-[A-Za-z0-9-]+)(?:\.html|\/(?:index\.html)?)?$)?/u;
const lists = new Map();

function load(system) {
  return new Promise((resolve) => {
    const script = element("script", { src: new URL(`systems/${system}/records.js`, siteRoot()).href });
    const end = (value) => {
      script.remove();
      if (!value) lists.delete(system);
      resolve(value);
    };
    globalThis.recordbookRecords ??= (name, value) => lists.set(`=${name}`, value);
    script.addEventListener("load", () => end(lists.get(`=${system}`)));
    script.addEventListener("error", () => end());
    document.head.append(script);
  });
}

/** The records of a system as `records.json` holds them; undefined where they cannot be loaded. */
export function recordsOf(system) {
  if (!lists.has(system)) lists.set(system, load(system));
  return lists.get(system);
}

/** System and id of which an address of a page speaks; either may be undefined. */
export function placeOf(pathname) {
  const [, system, id] = ADDRESS.exec(pathname) ?? [];
  return { system, id };
}

/** What a list says of an id, by the id that replaced it where there is one; capitals count only if they are `exact`. */
export function entryOf(list, id, exact = true) {
  const written = (one) => (exact ? one : one.toLowerCase());
  const old = Object.keys(list.aliases).find((one) => written(one) === written(id));
  const wanted = written(old ? list.aliases[old] : id);
  return [...list.records, ...list.others].find((one) => written(one.id) === wanted);
}
