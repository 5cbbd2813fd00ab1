/** A picture of the sheet, from the name of its file: `insights.360x740.dark.webp`. */
function partsOf(file: string): { state: string; size: string; theme: string } {
  const [state = "", size = "", theme = ""] = file.split(".");
  return { state, size, theme };
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];

/**
 * The page over all pictures: one section for each state, its pictures beside each other; sizes and themes can be
 * hidden. @param order the names of the states as they are taken
 */
export function sheetPage(files: readonly string[], order: readonly string[]): string {
  const pictures = files.map((file) => ({ file, ...partsOf(file) }));
  const sizes = unique(pictures.map(({ size }) => size)).sort(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
  const themes = unique(pictures.map(({ theme }) => theme)).sort();
  const place = ({ size, theme }: { size: string; theme: string }) =>
    sizes.indexOf(size) * themes.length + themes.indexOf(theme);
  const sections = order.map((state) => {
    const own = pictures.filter((picture) => picture.state === state).sort((a, b) => place(a) - place(b));
    const figures = own.map(
      ({ file, size, theme }) =>
        `<figure class="s${size} ${theme}"><a href="${file}"><img loading="lazy" src="${file}" alt=""></a>` +
        `<figcaption>${size}, ${theme}</figcaption></figure>`,
    );
    return own.length === 0 ? "" : `<section id="${state}"><h2>${state}</h2>${figures.join("")}</section>`;
  });
  const names = order.filter((state) => pictures.some((picture) => picture.state === state));
  const boxes = [...sizes.map((size) => `s${size}`), ...themes].map(
    (name) => `<label><input type="checkbox" id="show-${name}" checked>${name.replace(/^s/, "")}</label>`,
  );
  const rules = [...sizes.map((size) => `s${size}`), ...themes].map(
    (name) => `body:has(#show-${name}:not(:checked)) .${name} { display: none }`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>All screens and states</title>
<style>
body { margin: 0 16px; font: 14px/1.4 system-ui, sans-serif; background: #ddd }
nav { position: sticky; top: 0; padding: 8px 0; background: #ddd }
nav a, nav label { margin-right: 12px; white-space: nowrap }
section { display: flex; flex-wrap: wrap; gap: 12px; align-items: start }
h2 { flex: 100% }
figure { margin: 0 }
img { display: block; max-width: 480px; max-height: 900px }
${rules.join("\n")}
</style>
<nav>${boxes.join("")}<br>${names.map((name) => `<a href="#${name}">${name}</a>`).join("")}</nav>
${sections.join("\n")}
</html>
`;
}
