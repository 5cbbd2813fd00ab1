import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../../src");

interface Rule {
  selectors: readonly string[];
  /** Of all blocks around it. */
  around: readonly string[];
}

function rulesOf(text: string): Rule[] {
  const rules: Rule[] = [];
  const around: string[] = [];
  for (const [, prelude = "", end] of text.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([^{};]*)([{};])/g)) {
    if (end === "}") around.pop();
    if (end !== "{") continue;
    const selectors = prelude.split(/,(?![^(]*\))/).map((selector) => selector.trim());
    rules.push({ selectors, around: [...around] });
    around.push(prelude.trim());
  }
  return rules;
}

it("a look under the mouse is ruled for a mouse alone, since a finger leaves it behind where it tapped", () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".css"),
  );
  let guarded = 0;
  const found = sheets.flatMap((sheet) =>
    rulesOf(readFileSync(join(SRC, sheet), "utf8")).flatMap(({ selectors, around }) => {
      const hovers = selectors.filter((selector) => selector.includes(":hover"));
      if (around.includes("@media (hover: hover)")) {
        guarded += hovers.length;
        return [];
      }
      // A rule that gives the element the look it has without the mouse leaves nothing behind.
      return hovers
        .filter((selector) => !selectors.includes(selector.replace(/:hover(:enabled)?/, "")))
        .map((selector) => `${sheet}: ${selector}`);
    }),
  );
  expect(found).toEqual([]);
  expect(guarded).toBeGreaterThan(40);
});
