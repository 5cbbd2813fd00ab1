import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../../src");
/** A sibling of which neither a class, an attribute nor a tag is said. */
const ANY_SIBLING = /[+~]\s*(\*|:)/;

it("no style sheet has a rule for any sibling, with which each new row has its whole table styled anew", () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".css"),
  );
  expect(sheets.length).toBeGreaterThan(10);
  const found = sheets.flatMap((sheet) => {
    const rules = readFileSync(join(SRC, sheet), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
    const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = ""]) => selector.trim());
    return selectors
      .filter((selector) => ANY_SIBLING.test(selector))
      .map((selector) => `${sheet}: ${selector}`);
  });
  expect(found).toEqual([]);
});
