/* Reads the data of a search from a folder, as a browser does from a site. */
import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";

/** A function that loads the data of a file by its name. */
export function loadFrom(folder) {
  return async (name) => {
    let found;
    const recordbookData = (_, data) => {
      found = data;
    };
    runInNewContext(await readFile(`${folder}/${name}.js`, "utf8"), { recordbookData });
    return found;
  };
}
