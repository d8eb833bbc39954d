/* The address of the explorer is its state: what is asked, what is chosen, how it is sorted, how much is shown.
   Everything else in an address stays as it is. */

const OWN = new Set(["find", "sort", "page"]);

/** The state in the parameters of an address, given the names of the facets. Nothing in an address is wrong. */
export function read(parameters, facets) {
  const chosen = {};
  for (const name of facets) {
    const values = [...new Set(parameters.getAll(name))].filter(Boolean);
    if (values.length) chosen[name] = values;
  }
  const pages = Math.trunc(Number(parameters.get("page")));
  return {
    text: parameters.get("find") ?? "",
    chosen,
    sort: parameters.get("sort") === "id" ? "id" : "relevance",
    pages: pages > 1 ? Math.min(pages, 1000) : 1,
  };
}

/** The parameters for a state, with all that `parameters` holds beside it. */
export function written(state, parameters, facets) {
  const kept = [...parameters].filter(([name]) => !OWN.has(name) && !facets.includes(name));
  const own = [];
  if (state.text) own.push(["find", state.text]);
  for (const name of facets) own.push(...(state.chosen[name] ?? []).map((value) => [name, value]));
  if (state.sort !== "relevance") own.push(["sort", state.sort]);
  if (state.pages > 1) own.push(["page", String(state.pages)]);
  return new URLSearchParams([...own, ...kept]);
}

/** A choice with one value put in or taken out. */
export function toggled(chosen, name, value) {
  const { [name]: values = [], ...rest } = chosen;
  const left = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return left.length ? { ...rest, [name]: left } : rest;
}

/** How many values are chosen. */
export const count = (chosen) => Object.values(chosen).reduce((sum, values) => sum + values.length, 0);
