/* What an id stands for, beside a link to it: after a moment under the pointer, at once on keyboard focus. */
import { entryOf, placeOf, recordsOf } from "./records.js";
import { element, sign } from "./page.js";

const LINK = "a.rb-id[href]";
const OPENS = 250;
const CLOSES = 200;
const LONGEST = 220;
const GAP = 6;
let card;
let link;
let timer;

/** A text of at most so many characters, cut between words. */
export function shortened(text, most = LONGEST) {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(" ", most);
  return `${text.slice(0, space > most / 2 ? space : most)}…`;
}

/** Quotes by state, in words: "3 quotes verified" or "1 of 3 quotes verified, 2 unavailable". */
export function quoteWords(quotes) {
  const states = Object.entries(quotes);
  const total = states.reduce((sum, [, count]) => sum + count, 0);
  const noun = total === 1 ? "quote" : "quotes";
  if (states.length < 2) return states.map(([state]) => `${total} ${noun} ${state.replaceAll("-", " ")}`).join("");
  return `${total} ${noun}: ${states.map(([state, count]) => `${count} ${state.replaceAll("-", " ")}`).join(", ")}`;
}

function status(layer, word) {
  return element("span", { class: "rb-st" }, element("span", { class: "rb-q", text: layer }), sign(word.replaceAll(" ", "-")), word);
}

function filled(list, entry) {
  const kind = element("span", { class: "rb-st" }, sign(entry.kind), list.kinds[entry.kind] ?? entry.kind);
  const line = element("p", { class: "rb-meta" }, element("span", { class: "rb-id", text: entry.id }), kind);
  const where = element("p", { class: "rb-meta" }, list.title);
  if (entry.note !== undefined) {
    where.append(entry.state === "retired" ? "retired" : "not published here");
    return [line, where, element("p", { text: shortened(entry.note) })];
  }
  for (const layer of ["implementation", "operation"]) {
    if (entry.status[layer]) where.append(status(layer, entry.status[layer]));
  }
  const ends = [quoteWords(entry.quotes), entry.referenced_by && `referenced by ${entry.referenced_by}`];
  return [
    line,
    element("p", { class: "rb-ct", text: entry.label }),
    where,
    element("p", { text: shortened(entry.summary) }),
    element("p", { class: "rb-meta", text: ends.filter(Boolean).join(" · ") }),
  ];
}

/* On a report's page an id may lead to its card on the same page, and then says itself what it is. */
function subject(of) {
  const place = placeOf(of.pathname);
  if (of.pathname !== location.pathname) return place.id ? place : undefined;
  const id = of.firstChild.textContent;
  return of.hash && id !== place.id ? { system: place.system, id } : undefined;
}

function put() {
  const box = link.getClientRects()[0];
  if (!box) return;
  const room = document.documentElement.clientWidth - card.offsetWidth - GAP;
  const above = box.bottom + GAP + card.offsetHeight > innerHeight && box.top > card.offsetHeight + GAP;
  card.style.left = `${Math.max(GAP, Math.min(box.left, room)) + scrollX}px`;
  card.style.top = `${(above ? box.top - card.offsetHeight - GAP : box.bottom + GAP) + scrollY}px`;
}

function close() {
  clearTimeout(timer);
  if (!link) return;
  if (link.getAttribute("aria-describedby") === card?.id) link.removeAttribute("aria-describedby");
  link = undefined;
  if (card) card.hidden = true;
}

async function show() {
  const about = subject(link);
  const wanted = link;
  const list = about && (await recordsOf(about.system));
  const entry = list && entryOf(list, about.id);
  if (!entry || wanted !== link) return;
  card ??= element("div", { id: "rb-preview", class: "rb-preview", role: "tooltip", hidden: true });
  card.replaceChildren(...filled(list, entry));
  document.body.append(card);
  card.hidden = false;
  if (!link.hasAttribute("aria-describedby")) link.setAttribute("aria-describedby", card.id);
  put();
}

function begin(target, wait) {
  clearTimeout(timer);
  if (target === link) return;
  close();
  link = target;
  const about = subject(target);
  if (about?.system) recordsOf(about.system);
  timer = setTimeout(show, wait);
}

function onOver(event) {
  if (event.pointerType !== "mouse") return;
  const target = event.target.closest?.(LINK);
  if (target) begin(target, OPENS);
  else if (card?.contains(event.target)) clearTimeout(timer);
  else if (link && !link.matches(":focus-visible")) {
    clearTimeout(timer);
    timer = setTimeout(close, CLOSES);
  }
}

function onFocus(event) {
  if (event.target.matches?.(LINK) && event.target.matches(":focus-visible")) begin(event.target, 0);
  else close();
}

function onEscape(event) {
  if (event.key !== "Escape" || !link) return;
  close();
  event.stopPropagation();
}

export function listen() {
  document.addEventListener("pointerover", onOver);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", close);
  document.addEventListener("pointerdown", (event) => card?.contains(event.target) || close());
  document.addEventListener("keydown", onEscape, true);
}

export function start() {
  close();
}
