/* What the pages do beyond links: copying, opening cards, following the contents, the theme button.
   Everything it shows is hidden in the HTML, so that nothing idle stands on a page without scripts. */
(function () {
  "use strict";

  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  /* The element a fragment names; a fragment that is no valid text names none. */
  function named(hash) {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null;
    }
  }

  function say(text) {
    const status = document.getElementById("rb-status");
    if (status) status.textContent = text;
  }

  /* ------------------------------------------------------------- copying */

  async function copy(button) {
    const words = button.textContent;
    if (words === "Copied") return;
    try {
      await navigator.clipboard.writeText(button.dataset.rbCopy);
    } catch {
      say("The browser did not allow copying");
      return;
    }
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = "Copied";
    say("Copied");
    setTimeout(() => {
      button.textContent = words;
      button.style.minWidth = "";
      say("");
    }, 2000);
  }

  function addCopyToCode() {
    for (const box of all(".rb-doc .highlight")) {
      const code = box.querySelector("pre > code");
      if (!code || box.querySelector(".rb-copy")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "rb-copy";
      button.dataset.rbCopy = code.textContent.trimEnd();
      button.textContent = "Copy";
      box.append(button);
    }
  }

  /* --------------------------------------------------------------- cards */

  const cardsOf = (button) => all("details.rb-card", button.closest("section") || document);

  function nameOpeners() {
    for (const button of all("button[data-rb-open]")) {
      button.textContent = cardsOf(button).every((card) => card.open) ? "Close all" : "Open all";
    }
  }

  function openOrCloseAll(button) {
    const cards = cardsOf(button);
    const open = cards.some((card) => !card.open);
    for (const card of cards) card.open = open;
  }

  function openTarget() {
    const target = named(location.hash);
    let opened = false;
    for (let box = target && target.closest("details"); box; box = box.parentElement.closest("details")) {
      opened = opened || !box.open;
      box.open = true;
    }
    if (opened) target.scrollIntoView();
  }

  /* ------------------------------------------------------------ contents */

  let sections = [];

  function readContents() {
    sections = [];
    for (const link of all(".rb-toc a[href^='#']")) {
      const target = named(link.hash);
      if (target) sections.push({ link, target });
    }
  }

  function markContents() {
    const line = 0.3 * window.innerHeight;
    const passed = sections.filter(({ target }) => target.getBoundingClientRect().top < line);
    const here = (passed.at(-1) || sections[0] || {}).target;
    for (const { link, target } of sections) {
      if (target === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  let waiting = false;

  function onScroll() {
    if (waiting || !sections.length) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      markContents();
    });
  }

  /* -------------------------------------------------------------- theme */

  function setUpTheme() {
    const button = document.querySelector("button[data-rb-theme]");
    const inputs = all("[data-md-component=palette] input");
    if (!button || inputs.length < 2) return;
    const media = (input) => input.getAttribute("data-md-color-media");
    const saved = window.__md_get && window.__md_get("__palette");
    let index = saved ? saved.index : inputs.findIndex((input) => matchMedia(media(input)).matches);

    function show() {
      const dark = inputs[index].getAttribute("data-md-color-scheme") === "slate";
      const automatic = media(inputs[index]) === "(prefers-color-scheme)";
      const name = automatic ? "auto" : dark ? "dark" : "light";
      const label = `Theme: ${automatic ? "automatic" : name}`;
      button.querySelector("use").setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", `#g-theme-${name}`);
      button.setAttribute("aria-label", label);
      button.title = label;
    }

    index = Math.min(Math.max(index, 0), inputs.length - 1);
    show();
    button.hidden = false;
    button.addEventListener("click", () => {
      index = (index + 1) % inputs.length;
      inputs[index].click();
      show();
      say(button.title);
    });
  }

  /* ------------------------------------------------------ search and menu */

  function search(form) {
    const query = document.querySelector("[data-md-component=search-query]");
    query.value = form.elements.q.value;
    query.focus();
  }

  function closeMenus(inside) {
    for (const menu of all("details.rb-menu[open]")) {
      if (!menu.contains(inside)) menu.open = false;
    }
  }

  /* -------------------------------------------------------------- wiring */

  function onClick(event) {
    const button = event.target.closest("button");
    const link = event.target.closest("a[href*='#']");
    closeMenus(event.target);
    if (button && button.dataset.rbCopy !== undefined) copy(button);
    if (button && button.dataset.rbOpen !== undefined) openOrCloseAll(button);
    if (link && link.href === location.href) openTarget();
  }

  function onEscape(event) {
    const menu = document.querySelector("details.rb-menu[open]");
    if (event.key !== "Escape" || !menu) return;
    closeMenus(null);
    menu.querySelector("summary").focus();
  }

  function onSubmit(event) {
    if (!event.target.matches("form[data-rb-search]")) return;
    event.preventDefault();
    search(event.target);
  }

  function startPage() {
    addCopyToCode();
    const shown = ["button[data-rb-open]"];
    if (navigator.clipboard) shown.push("button[data-rb-copy]");
    if (document.querySelector("[data-md-component=search-query]")) shown.push("form[data-rb-search]");
    for (const element of all(shown.join())) element.hidden = false;
    nameOpeners();
    readContents();
    markContents();
    openTarget();
  }

  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onEscape);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("toggle", nameOpeners, true);
  window.addEventListener("hashchange", openTarget);
  window.addEventListener("scroll", onScroll, { passive: true });
  setUpTheme();
  if (window.document$) window.document$.subscribe(startPage);
  else document.addEventListener("DOMContentLoaded", startPage);
})();
