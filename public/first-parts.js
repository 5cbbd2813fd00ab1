// Loads and runs the parts of the app. A build makes each part a classic script that calls `definePart`, and replaces each
// import() by a call of `loadPart`; see scripts/classic-parts.mjs.
(() => {
  /** By file name: the file names of the parts it needs, the function that makes it, and its exports, null before. */
  const parts = new Map();
  /** By file name: a promise of each script that was asked for. A failed one is removed, so that it is asked for again. */
  const scripts = new Map();

  const askFor = (name) => {
    const asked = scripts.get(name);
    if (asked) return asked;
    const script = document.createElement("script");
    const done = new Promise((resolve, reject) => {
      script.onload = () => (parts.has(name) ? resolve() : script.onerror());
      script.onerror = () => {
        scripts.delete(name);
        script.remove();
        reject(new TypeError(`Failed to load ${script.src}`));
      };
    });
    scripts.set(name, done);
    script.fetchPriority = "high";
    script.src = `/assets/${name}`;
    document.head.append(script);
    return done;
  };

  /** Until the part and all that it needs are here. */
  const complete = async (name) => {
    if (!parts.has(name)) await askFor(name);
    await Promise.all(parts.get(name).needs.map(complete));
  };

  const exportsOf = (name) => {
    const part = parts.get(name);
    part.exports ??= part.make(window.loadPart, ...part.needs.map(exportsOf));
    return part.exports;
  };

  window.definePart = (name, needs, make) => {
    if (!parts.has(name)) parts.set(name, { needs, make, exports: null });
  };
  window.loadPart = async (name) => {
    await complete(name);
    return exportsOf(name);
  };
  window.askForPart = (name) => {
    // The later loadPart asks again, and rejects where that fails too.
    askFor(name).catch(() => {});
  };
})();

// Asks for the parts of the first screen while the entry is still being read: its own imports would come only once it
// has run. For the same reason it starts the worker that answers questions about insights, which then reads at the same
// time. Only where somebody is signed in; the page says in `first-parts` which parts each screen needs.
(() => {
  /** See src/query/worker/first-worker.ts, which takes it over. */
  const startWorker = (address, prefetch) => {
    const name = `insights-${Math.random()}-${Date.now()}`;
    // Not as a module: only the code of a classic script, which the built file is, comes compiled from the cache.
    const worker = new Worker(address, { name });
    const messages = [];
    worker.onmessage = ({ data }) => messages.push(data);
    worker.onerror = () => messages.push("broken");
    worker.onmessageerror = worker.onerror;
    const userId = Number(localStorage.getItem("userId") ?? Number.NaN);
    // IndexedDB serves one read after another. On a screen without insights the worker's read of all Sentinels would
    // delay the first rows.
    if (prefetch && Number.isSafeInteger(userId)) worker.postMessage({ kind: "open", userId, prefetch });
    window.firstWorker = { worker, name, messages };
  };

  let signedIn = false;
  try {
    signedIn = localStorage.getItem("authToken") !== null;
  } catch {
    // No storage: nobody is remembered.
  }
  const content = document.querySelector('meta[name="first-parts"]')?.getAttribute("content");
  if (!signedIn || !content || location.pathname !== "/") return;
  const screens = JSON.parse(content);
  const search = new URLSearchParams(location.search);
  const tab = search.get("tab") ?? screens.initial;
  // An address may name what every object inherits, as `constructor`: only the screens' own entries count.
  const ownOf = (entries) => (Object.hasOwn(entries, tab) ? entries[tab] : null);
  const reads = ownOf(screens.reads);
  // A filter in the address is a question over all insights, which the newest alone cannot answer.
  const asksMore = [...search.keys()].some((key) => key !== "tab" && key !== "collections");
  try {
    if (screens.worker) startWorker(screens.worker, reads && asksMore ? "all" : reads);
  } catch {
    // Without workers the app fails to start one too, and answers in its own thread.
  }
  for (const part of [...screens.all, ...(ownOf(screens.tabs) ?? [])]) {
    if (part.endsWith(".js")) {
      window.askForPart(part.slice("/assets/".length));
      continue;
    }
    const link = document.createElement("link");
    link.rel = "preload";
    link.as = "style";
    link.crossOrigin = "";
    link.href = part;
    document.head.append(link);
  }
})();
