/* The title that stands at the head of each printed sheet; style sheets cannot read it from the page. */

export function start() {
  document.documentElement.style.setProperty("--rb-running", JSON.stringify(document.title));
}
