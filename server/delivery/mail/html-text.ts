/** Markup that is safe to send as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Markup of a template, in which every value that is not markup itself is escaped, for content and quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const texts = values.map((value) => {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return (value as readonly Markup[]).map(({ text }) => text).join("");
    return escaped(String(value));
  });
  return new Markup(parts.map((part, at) => part + (texts[at] ?? "")).join(""));
}

export const NOTHING = new Markup("");

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
