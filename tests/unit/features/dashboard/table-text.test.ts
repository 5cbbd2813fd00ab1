import { describe, expect, it } from "vitest";
import { tableText } from "../../../../src/features/dashboard/table-text.ts";

describe("the text of a dashboard's table for spreadsheets", () => {
  it("has days and moments in ISO 8601, and figures without separators", () => {
    const dayMs = Date.UTC(2026, 10, 14);
    const text = tableText({
      columns: ["day", "hour", "latitude"],
      rows: [{ cells: [{ kind: "day", dayMs }, { kind: "moment", atMs: dayMs + 1_000 }, 12_345] }],
    });
    expect(text.split("\n")[1]).toBe("2026-11-14\t2026-11-14T00:00:01.000Z\t12345");
  });
});
