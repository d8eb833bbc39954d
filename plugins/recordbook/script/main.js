/* What the pages do beyond links. Everything it shows is hidden in the HTML, so that nothing idle stands on a page
   without scripts. A module may have `listen()`, called once, and `start(root)`, called for each page: again after
   every change of page where the theme exchanges pages without loading them. */
import * as cards from "./cards.js";
import * as columns from "./columns.js";
import * as contents from "./contents.js";
import * as copying from "./copying.js";
import * as explorer from "./explorer.js";
import * as finder from "./finder.js";
import * as finding from "./finding.js";
import * as help from "./help.js";
import * as keys from "./keys.js";
import * as menu from "./menu.js";
import * as missing from "./missing.js";
import * as previews from "./previews.js";
import * as running from "./running.js";
import * as theme from "./theme.js";

const MODULES = [keys, theme, menu, copying, cards, columns, contents, finding, finder, explorer, help, previews, missing, running];

function startAll() {
  for (const module of MODULES) module.start?.(document);
}

for (const module of MODULES) module.listen?.();
if (window.document$) window.document$.subscribe(startAll);
else document.addEventListener("DOMContentLoaded", startAll);
