import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  BREAKPOINTS_PX,
  PHONE_ON_ITS_SIDE,
  TABLE_CARDS_PX,
  TABLE_COMPACT_CARDS_PX,
} from "../../../src/domain/breakpoints.ts";

/** Below the narrowest phone that is promised, single parts may give way as they need. */
const NARROWEST_PHONE_PX = 360;
const SRC = join(import.meta.dirname, "../../../src");

describe("the widths at which the layout changes", () => {
  it("are the nine shared constants, and no style sheet knows another [SHELL-35]", () => {
    expect(BREAKPOINTS_PX).toEqual([520, 680, 740, 850, 920, 1024, 1200, 1224, 1536]);
    const known = new Set<number>([...BREAKPOINTS_PX, TABLE_CARDS_PX, TABLE_COMPACT_CARDS_PX]);
    for (const [sheet, queries] of mediaQueries()) {
      for (const [, kind, px] of queries.join("\n").matchAll(/(min|max)-width: (\d+)px/g)) {
        // A query from just above a breakpoint begins one pixel later.
        const width = kind === "min" && !known.has(Number(px)) ? Number(px) - 1 : Number(px);
        if (width >= NARROWEST_PHONE_PX) expect(known, `${sheet}: ${kind}-width ${px}px`).toContain(width);
      }
    }
  });

  it("have one query for a phone on its side", () => {
    const known = [
      PHONE_ON_ITS_SIDE,
      `${PHONE_ON_ITS_SIDE} and (min-width: 521px)`,
      // Low windows of either shape.
      "(max-height: 520px)",
    ];
    const low = [...mediaQueries()].flatMap(([sheet, queries]) =>
      queries
        .flatMap((query) => query.replace("@media", "").split(","))
        .map((query) => query.replace(/\s+/g, " ").trim())
        .filter((query) => query.includes("max-height") && !query.includes("orientation: portrait"))
        .map((query) => ({ sheet, query })),
    );
    expect(low.length).toBeGreaterThan(10);
    expect(low.filter(({ query }) => !known.includes(query))).toEqual([]);
  });
});

/** Those of every style sheet, by its path. */
function mediaQueries(): Map<string, string[]> {
  const paths = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  const sheets = paths.filter((path) => path.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(10);
  return new Map(
    sheets.map((sheet) => [sheet, readFileSync(join(SRC, sheet), "utf8").match(/@media[^{]*/g) ?? []]),
  );
}
