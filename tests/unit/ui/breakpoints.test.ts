import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BREAKPOINTS_PX, TABLE_CARDS_PX, TABLE_COMPACT_CARDS_PX } from "../../../src/domain/breakpoints.ts";

/** Below the narrowest phone that is promised, single parts may give way as they need. */
const NARROWEST_PHONE_PX = 360;
const SRC = join(import.meta.dirname, "../../../src");

describe("the widths at which the layout changes", () => {
  it("are the nine shared constants, and no style sheet knows another [SHELL-35]", () => {
    expect(BREAKPOINTS_PX).toEqual([520, 680, 740, 850, 920, 1024, 1200, 1224, 1536]);
    const known = new Set<number>([...BREAKPOINTS_PX, TABLE_CARDS_PX, TABLE_COMPACT_CARDS_PX]);
    const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".css"),
    );
    expect(sheets.length).toBeGreaterThan(10);
    for (const sheet of sheets) {
      const queries = readFileSync(join(SRC, sheet), "utf8").match(/@media[^{]*/g) ?? [];
      for (const [, kind, px] of queries.join("\n").matchAll(/(min|max)-width: (\d+)px/g)) {
        // A query from just above a breakpoint begins one pixel later.
        const width = kind === "min" && !known.has(Number(px)) ? Number(px) - 1 : Number(px);
        if (width >= NARROWEST_PHONE_PX) expect(known, `${sheet}: ${kind}-width ${px}px`).toContain(width);
      }
    }
  });
});
