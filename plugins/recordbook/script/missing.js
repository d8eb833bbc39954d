/* On the page for an address that does not exist: the record whose id differs from it in capitals only. */
import { element } from "./page.js";
import { entryOf, placeOf, recordsOf } from "./records.js";
import { pageAt } from "./finding.js";

export async function start(root) {
  const place = root.querySelector("[data-rb-missing]");
  const { system, id } = placeOf(location.pathname);
  const list = place && id && (await recordsOf(system));
  const entry = list && entryOf(list, id, false);
  if (!entry) return;
  const link = element("a", { class: "rb-nl", href: pageAt(entry.url), text: entry.label ?? entry.id });
  place.prepend(element("li", {}, link, element("span", { class: "rb-cs", text: entry.id })));
}
