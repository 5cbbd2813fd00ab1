// Paints the chosen theme before the first paint. A file of its own, because the page's content policy allows
// no inline script. src/state/theme-store.ts writes the choice and tells of changes.
(() => {
  const GROUNDS = { light: "#f5f4ef", dark: "#111411", outdoor: "#ffffff" };
  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
  let choice = "system";
  try {
    choice = localStorage.getItem("theme") || "system";
  } catch {
    // No storage: the device's own theme.
  }

  const paint = () => {
    const theme = choice in GROUNDS ? choice : prefersDark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", GROUNDS[theme]);
  };

  paint();
  prefersDark.addEventListener("change", paint);
  window.addEventListener("understory-theme", (event) => {
    choice = event.detail;
    paint();
  });
  window.addEventListener("storage", (event) => {
    if (event.key !== "theme") return;
    choice = event.newValue || "system";
    paint();
  });
})();
