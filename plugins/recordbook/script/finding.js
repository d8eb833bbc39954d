/* The search engine of a site, opened when it is first needed, and the addresses of what it finds. */
import { element } from "./page.js";
import { open } from "./search/engine.js";

let root = "";
let records = "";
let opening;

/** The engine. Rejects where its data cannot be loaded; the next call tries again. */
export function engine() {
  opening ??= open(new URL("assets/recordbook/search/", root).href).catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/* A disk has no page for a folder: there, an address that ends in a slash gets the name of the file. */
function onDisk(address) {
  const url = new URL(address);
  if (url.protocol === "file:" && url.pathname.endsWith("/")) url.pathname += "index.html";
  return url.href;
}

/** Address of the site's root, with a slash. */
export const siteRoot = () => root;

/** Address of a page from the one below the site's root. */
export const pageAt = (path) => onDisk(new URL(path, root).href);

/** Address of the explorer for a text. */
export function explorerFor(text) {
  const url = new URL(onDisk(records));
  if (text) url.searchParams.set("find", text);
  return url.href;
}

/** Go to an address as a link does, so that a theme that exchanges pages does so here too. */
export function follow(address) {
  const link = element("a", { href: address, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}

/* The bar stays where pages are exchanged without loading them, and what it says is true of the first page only. */
export function listen() {
  const bar = document.querySelector("[data-rb-root]");
  if (!bar) return;
  root = new URL(bar.dataset.rbRoot, document.baseURI).href;
  records = new URL(bar.dataset.rbRecords, document.baseURI).href;
}
