// @vitest-environment jsdom
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { WIDGETS } from "../../../../src/domain/dashboard/widgets.ts";
import { makeDashboardPdf, printedRows } from "../../../../src/features/dashboard/pdf/dashboard-pdf.ts";

/** All texts of a PDF, one a line. */
function textsIn(bytes: Buffer): string {
  const source = bytes.toString("latin1");
  const texts: string[] = [];
  for (const { index, 0: mark } of source.matchAll(/stream\r?\n/g)) {
    if (source.slice(index - 3, index) === "end") continue;
    const begin = index + mark.length;
    try {
      const page = inflateSync(bytes.subarray(begin, source.indexOf("endstream", begin))).toString("latin1");
      for (const [, shown = ""] of page.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)) texts.push(shown);
    } catch {
      // A font.
    }
  }
  return texts.join("\n");
}

describe("the PDF of the dashboard", () => {
  it("prints two dimensions as a table of two dimensions, and all else as its list", () => {
    const table = {
      columns: ["day", "class", "insights"],
      rows: [{ cells: [{ kind: "day", dayMs: 0 }, null, 7] }],
    } as const;
    const grid = {
      kind: "grid",
      rows: [{ kind: "weekday", weekday: 1 }],
      columns: [
        { kind: "hour", hour: 4 },
        { kind: "hour", hour: 5 },
      ],
      values: [[1_200, 3]],
      links: [],
      table,
    } as const;
    expect(printedRows(grid, table)).toEqual({
      head: ["", "04", "05"],
      rows: [["Mon", "1,200", "3"]],
      figures: [false, true, true],
    });
    const bars = {
      kind: "bars",
      across: false,
      stacked: true,
      categories: [
        { kind: "day", dayMs: 0 },
        { kind: "day", dayMs: 86_400_000 },
      ],
      series: [
        { label: { kind: "class", className: "fox" }, values: [1, 2] },
        { label: { kind: "otherClasses", count: 2 }, values: [0, 4] },
      ],
      table,
    } as const;
    expect(printedRows(bars, table)).toEqual({
      head: ["", "Fox", "Other, 2 classes"],
      rows: [
        ["1 Jan 1970", "1", "0"],
        ["2 Jan 1970", "2", "4"],
      ],
      figures: [false, true, true],
    });
    expect(printedRows({ ...bars, across: true }, table)).toEqual({
      head: ["Day, UTC", "Class", "Insights"],
      rows: [["1 Jan 1970", "–", "7"]],
      figures: [false, true, true],
    });
  });

  it("says under which filter, over which insights and reports its figures were counted", async () => {
    const effort = WIDGETS.filter(({ id }) => id === "effort");
    const document = await makeDashboardPdf(
      {
        shown: effort,
        pictureOf: () => ({ kind: "noData" }),
        remarks: ["Only insights of the last 7 days are on this device."],
        remarkOf: () => "Reports as of 21 Nov 2026, 12:00:00 UTC.",
        nowMs: Date.UTC(2026, 10, 22),
      },
      ["Class: Ocelot"],
    );
    const texts = textsIn(Buffer.from(document.output("arraybuffer")));
    expect(texts).toContain("Made on 22 Nov 2026, 00:00:00 UTC.");
    expect(texts).toContain("Filters: Class: Ocelot");
    expect(texts).toContain("Only insights of the last 7 days are on this device.");
    expect(texts).toContain("Reports as of 21 Nov 2026, 12:00:00 UTC.");
  });
});
