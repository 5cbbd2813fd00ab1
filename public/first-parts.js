// Asks for the parts of the first screen while the entry is still being read: its own imports would come only once it
// has run. For the same reason it starts the worker that answers questions about insights, which then reads at the same
// time. Only where somebody is signed in; the page says in `first-parts` which parts each screen needs.
(() => {
  /** See src/query/worker/first-worker.ts, which takes it over. */
  const startWorker = (address, reads) => {
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
    if (reads && Number.isSafeInteger(userId)) worker.postMessage({ kind: "open", userId, prefetch: true });
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
  const tab = new URLSearchParams(location.search).get("tab") ?? screens.initial;
  try {
    if (screens.worker) startWorker(screens.worker, screens.reads.includes(tab));
  } catch {
    // Without workers the app fails to start one too, and answers in its own thread.
  }
  for (const part of [...screens.all, ...(screens.tabs[tab] ?? [])]) {
    const link = document.createElement("link");
    const style = part.endsWith(".css");
    link.rel = style ? "preload" : "modulepreload";
    if (style) link.as = "style";
    link.crossOrigin = "";
    link.href = part;
    document.head.append(link);
  }
})();
