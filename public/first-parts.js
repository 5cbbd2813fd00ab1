// Asks for the parts of the first screen while the entry is still being read: its own imports would come only once it
// has run. Only where somebody is signed in; the page says in `first-parts` which parts each screen needs.
(() => {
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
