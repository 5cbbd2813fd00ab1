import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeColumn, decodeTable, encodeColumn, encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { WireColumn, WireValue } from "../../../src/protocol/sync-page.ts";
import { isSyncPage, isWireTable } from "../../../src/protocol/sync-page-check.ts";

/** A value after a round trip through JSON, as in every page. */
function overTheWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

const smallWhole = fc.integer({ min: -3, max: 3 });
const ids = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom("007", "-0", "1e3", "", " 5", "9007199254740993", "cam-1"),
);
const anyValue: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.maxSafeInteger(),
  smallWhole,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  ids,
  fc.array(fc.record({ className: fc.string(), averageConfidence: fc.constantFrom(null, 0.5) })),
);
const oneKind = fc.oneof(
  fc.array(anyValue),
  fc.array(fc.option(fc.maxSafeInteger())),
  fc.array(fc.option(smallWhole), { maxLength: 200 }),
  fc.array(fc.option(ids)),
  fc.array(fc.constantFrom<WireValue>("lynx", "fox", null), { maxLength: 200 }),
  fc.array(fc.constant<WireValue>(null)),
  fc.array(fc.option(fc.nat().map(String)), { maxLength: 200 }),
);

describe("encoding a column", () => {
  it("comes back as it was, whatever the values and whether the column holds ids", () => {
    fc.assert(
      fc.property(oneKind, fc.constantFrom("insight_id", "time_stamp"), (values, name) => {
        const expected = overTheWire(values);
        const column = overTheWire(encodeColumn(name, values)) ?? undefined;
        expect(
          isWireTable({ rows: values.length, columns: column === undefined ? {} : { [name]: column } }),
        ).toBe(true);
        expect(decodeColumn(name, column, values.length)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("never takes more room than the plain list, but for a few characters of its form", () => {
    fc.assert(
      fc.property(oneKind, (values) => {
        const encoded = JSON.stringify(encodeColumn("insight_id", values) ?? []);
        expect(encoded.length).toBeLessThanOrEqual(JSON.stringify(values).length + 24);
      }),
    );
  });

  it("writes increasing ids and times as differences, repeated texts by dictionary, one value once", () => {
    const count = 50;
    const rows = Array.from({ length: count }, (_, row) => row);
    expect(encodeColumn("insight_id", ["20", "21", "22", "22", "30", "31"])).toEqual({
      delta: [20, 1, 1, 0, 8, 1],
    });
    const times = rows.map((row) => (row === 1 ? null : 1714543120000 + row * 1000));
    expect(encodeColumn("file_ctime", times)).toEqual({
      delta: rows.map((row) => [1714543120000, 0, 2000][row] ?? 1000),
      null: [1],
    });
    const classes = rows.map((row) => (row % 7 === 0 ? null : row % 2 === 0 ? "red fox" : "lynx"));
    expect(encodeColumn("class_name", classes)).toMatchObject({ dict: ["lynx", "red fox"] });
    expect(
      encodeColumn(
        "insight_status",
        rows.map(() => "none"),
      ),
    ).toEqual({ all: "none" });
    expect(
      encodeColumn(
        "alg_id",
        rows.map(() => null),
      ),
    ).toBeNull();
  });

  it("keeps ids apart that spell the same number differently", () => {
    const values = ["007", "7", "8", "9", "10"];
    expect(decodeColumn("source_id", encodeColumn("source_id", values) ?? undefined, 5)).toEqual(values);
  });
});

describe("reading a table", () => {
  it("reads all four forms, as in the wire contract's example", () => {
    const columns: Record<string, WireColumn> = {
      insight_id: { delta: [20, 1, 1] },
      device_id: { dict: ["7", "9"], at: [0, -1, 1] },
      insight_status: { all: "none" },
      time_stamp: { delta: [1714543929000, 61000, -500] },
      file_ctime: { delta: [1714543120000, 0, 60000], null: [1] },
      confidence: [0.5, null, 1],
    };
    expect(decodeTable({ rows: 3, gone: ["17"], columns })).toEqual({
      insight_id: ["20", "21", "22"],
      device_id: ["7", null, "9"],
      insight_status: ["none", "none", "none"],
      time_stamp: [1714543929000, 1714543990000, 1714543989500],
      file_ctime: [1714543120000, null, 1714543180000],
      confidence: [0.5, null, 1],
    });
    expect(decodeColumn("window_start", undefined, 3)).toEqual([null, null, null]);
  });

  it("encodes and decodes a whole table with what is gone", () => {
    const table = encodeTable(
      { insight_id: ["5", "4"], class_name: ["lynx", "fox"], alg_id: [null, null] },
      2,
      ["9"],
    );
    expect(table).toMatchObject({ rows: 2, gone: ["9"] });
    expect(Object.keys(table.columns)).toEqual(["insight_id", "class_name"]);
    expect(encodeTable({ insight_id: ["5"] }, 1)).not.toHaveProperty("gone");
  });
});

describe("checking a page before it touches the mirror", () => {
  const page = {
    cursor: "abc",
    more: false,
    tables: { insights: { rows: 1, columns: { insight_id: ["5"] } } },
  };
  const withTable = (table: unknown) => ({ ...page, tables: { insights: table } });

  it("takes pages of the contract, also with tables that are new to it", () => {
    expect(isSyncPage(page)).toBe(true);
    expect(isSyncPage({ ...page, tables: {} })).toBe(true);
    expect(isSyncPage({ ...page, tables: { weather: "sunny" } })).toBe(true);
  });

  it.each([
    ["a text, as of a captive portal", "<html></html>"],
    ["nothing", null],
    ["a list", []],
    ["another answer of ours", { message: [] }],
    ["no cursor", { ...page, cursor: undefined }],
    ["a cursor that is no text", { ...page, cursor: 5 }],
    ["more that is no flag", { ...page, more: "false" }],
    ["tables that are a list", { ...page, tables: [] }],
    ["a list that is too short", withTable({ rows: 2, columns: { insight_id: ["5"] } })],
    ["a difference that is no number", withTable({ rows: 1, columns: { insight_id: { delta: ["5"] } } })],
    ["a null beyond the rows", withTable({ rows: 1, columns: { insight_id: { delta: [5], null: [1] } } })],
    ["a place beyond the dictionary", withTable({ rows: 1, columns: { a: { dict: ["x"], at: [1] } } })],
    ["a form that does not exist", withTable({ rows: 1, columns: { a: { zip: "x" } } })],
    ["a key in gone that is no text", withTable({ rows: 0, gone: [5], columns: {} })],
    ["a negative number of rows", withTable({ rows: -1, columns: {} })],
  ])("refuses %s", (_, value) => {
    expect(isSyncPage(value)).toBe(false);
  });
});
