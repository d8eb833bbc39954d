/* Search boxes that suggest while a reader types: the one of the top bar, and the one of the home page.
   An option is a link, so that it opens as links do; focus stays in the box, and the option it is on is named to it. */
import { engine, explorerFor, follow, pageAt } from "./finding.js";
import { counted, identity, marked } from "./hits.js";
import { onKey } from "./keys.js";
import { all, element, say } from "./page.js";
import { replaced } from "./search/query.js";

const PAUSE = 60;
const SILENCE = 700;
/* Milliseconds without a key before a search, and before what it found is said. */
const COUNT = 6;
const PAGES = 3;
const STATE = "data-rb-find";

function option(box, href, ...children) {
  const id = `${box.list.id}-${box.options.length}`;
  const made = element("a", { role: "option", id, href, tabindex: "-1", "aria-selected": "false" }, ...children);
  box.options.push(made);
  return made;
}

function hitOption(box, hit) {
  const title = element("span", { class: hit.form === "file" ? "rb-path" : "rb-ot" }, ...marked(hit.title));
  const words = identity(hit);
  const row = words.length ? [element("span", { class: "rb-ci" }, ...words)] : [];
  return option(box, pageAt(hit.url), title, ...row);
}

function pagesGroup(box, hits) {
  const label = element("div", { class: "rb-og", id: `${box.list.id}-pages`, text: "Pages" });
  const options = hits.map((hit) => hitOption(box, hit));
  return element("div", { role: "group", "aria-labelledby": label.id }, label, ...options);
}

function nearest(box, text, { word: wrong, nearest: others }) {
  return others.slice(0, 1).map((other) => {
    const better = replaced(text, wrong, other);
    return option(box, explorerFor(better), element("span", { class: "rb-q", text: "Did you mean " }), better);
  });
}

function ending(box, text, total) {
  const words = total ? `All ${counted(total, "result")}` : "Nothing found; search all records";
  return option(box, explorerFor(text), element("span", { class: "rb-oa", text: words }));
}

/* An option that was chosen meanwhile stays so: the answer to the last letter may come after the first arrow. */
function fill(box, text, found, pages) {
  const held = box.options[box.at]?.href;
  box.options = [];
  const rows = found.hits.map((hit) => hitOption(box, hit));
  if (!found.hits.length) rows.push(...found.unmatched.flatMap((one) => nearest(box, text, one)));
  if (pages.length) rows.push(pagesGroup(box, pages));
  box.list.replaceChildren(...rows, ending(box, text, found.total));
  choose(
    box,
    box.options.findIndex((made) => made.href === held),
  );
  open(box, true);
}

function open(box, shown) {
  box.list.hidden = !shown;
  box.input.setAttribute("aria-expanded", shown ? "true" : "false");
  if (!shown) choose(box, -1);
}

function choose(box, index) {
  const count = box.options.length + 1;
  box.at = ((index + 1 + count) % count) - 1;
  for (const [place, made] of box.options.entries()) made.setAttribute("aria-selected", String(place === box.at));
  const chosen = box.options[box.at];
  if (chosen) box.input.setAttribute("aria-activedescendant", chosen.id);
  else box.input.removeAttribute("aria-activedescendant");
  chosen?.scrollIntoView({ block: "nearest" });
}

async function find(text) {
  const search = await engine();
  const asked = { typing: true, count: COUNT };
  const pages = search.prose ? search.prose.search(text, { ...asked, count: PAGES }) : { hits: [] };
  return Promise.all([search.search(text, asked), pages]);
}

async function suggest(box) {
  const text = box.input.value.trim();
  box.asked = text;
  if (!text) {
    open(box, false);
    return;
  }
  try {
    const [found, pages] = await find(text);
    if (box.asked !== text || document.activeElement !== box.input) return;
    fill(box, text, found, pages.hits);
    box.saying = setTimeout(() => say(counted(found.total, "result")), SILENCE);
  } catch {
    open(box, false);
  }
}

/* A press of Enter may come before what was found: it waits for it. */
async function submit(box) {
  const chosen = box.options[box.at];
  if (chosen && !box.list.hidden) {
    chosen.click();
    return;
  }
  const text = box.input.value.trim();
  let address = explorerFor(text);
  try {
    const { exact } = await (await engine()).search(text, { count: 1 });
    if (exact) address = pageAt(exact);
  } catch {
    /* The explorer says that search did not load. */
  }
  open(box, false);
  follow(address);
}

function onKeydown(box, event) {
  const shown = !box.list.hidden;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (shown) choose(box, box.at + (event.key === "ArrowDown" ? 1 : -1));
    else suggest(box);
  } else if (event.key === "Escape" && shown) {
    event.preventDefault();
    open(box, false);
  } else if (event.key === "Escape") {
    box.input.value = "";
    box.input.blur();
  }
}

function onInput(box) {
  clearTimeout(box.waiting);
  clearTimeout(box.saying);
  choose(box, -1);
  box.waiting = setTimeout(() => suggest(box), PAUSE);
}

function unfold(form, shown) {
  const button = form.querySelector("[data-rb-unfold]");
  if (button) button.setAttribute("aria-expanded", String(shown));
  form.classList.toggle("rb-unfolded", shown);
}

function connect(form) {
  const [input, list] = [form.querySelector("input"), form.querySelector("[role=listbox]")];
  const box = { form, input, list, options: [], at: -1, asked: "" };
  form.setAttribute(STATE, "on");
  form.hidden = false;
  input.addEventListener("input", () => onInput(box));
  input.addEventListener("focus", () => suggest(box));
  input.addEventListener("keydown", (event) => onKeydown(box, event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(box);
  });
  form.addEventListener("focusout", (event) => {
    if (form.contains(event.relatedTarget)) return;
    open(box, false);
    unfold(form, false);
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => open(box, false));
  form.querySelector("[data-rb-unfold]")?.addEventListener("click", () => {
    unfold(form, true);
    input.focus();
  });
}

export function listen() {
  onKey("/", "Search", () => {
    const inputs = all("input[data-rb-slash]").filter((input) => input.checkVisibility());
    const unfolds = all("[data-rb-unfold]").filter((button) => button.checkVisibility());
    if (inputs.length) inputs.at(-1).focus();
    else if (unfolds.length) unfolds[0].click();
    else return false;
    return true;
  });
}

export function start(root) {
  for (const form of all(`form[${STATE}='']`, root)) connect(form);
}
