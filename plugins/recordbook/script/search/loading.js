/* Data by script tags: a page that was opened from a disk may load nothing else. */

const CALLBACK = "recordbookData";

/** A function that loads the data of a file by its name. `base` is the address of their folder, with a slash. */
export function browserLoad(base) {
  const waiting = new Map();
  let version = "";

  window[CALLBACK] = (name, data) => {
    if (name === "head") version = data.version;
    waiting.get(name)?.resolve(data);
    waiting.delete(name);
  };

  return (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const url = new URL(`${name.split("/").map((part) => encodeURIComponent(part)).join("/")}.js`, base);
      if (version) url.searchParams.set("v", version);
      waiting.set(name, { resolve });
      script.src = url.href;
      script.addEventListener("load", () => {
        script.remove();
        reject(new Error(`${url.href} holds no ${name}`));
      });
      script.addEventListener("error", () => {
        script.remove();
        waiting.delete(name);
        reject(new Error(`${url.href} could not be loaded`));
      });
      document.head.append(script);
    });
}
