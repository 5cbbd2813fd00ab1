import { describe, expect, it } from "vitest";
import {
  endOfTomorrowMs,
  isFilterable,
  isReversed,
  lastDaysIn,
  passesFilter,
  passesTest,
  testOfTyped,
} from "../../../../src/domain/table/table-filter.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 15, 30);

describe("a filter", () => {
  it("of strings asks for what they contain, whatever the case [TBL-18]", () => {
    const test = { kind: "string", contains: "HERON" } as const;
    expect(passesTest(test, "Grey heron")).toBe(true);
    expect(passesTest(test, "Agouti")).toBe(false);
    expect(passesTest(test, null)).toBe(false);
    expect(passesTest(test, ["Grey heron"])).toBe(false);
    expect(testOfTyped("string", " fox ", NOW_MS)).toEqual({ kind: "string", contains: "fox" });
  });

  it("asks for nothing where nothing but blanks was typed", () => {
    for (const type of ["string", "list", "number", "percent", "date"] as const) {
      expect(testOfTyped(type, "", NOW_MS)).toBeNull();
      expect(testOfTyped(type, " \t", NOW_MS)).toBeNull();
    }
  });

  it("of figures and dates passes no text, however much it looks like one", () => {
    expect(passesTest({ kind: "percent", equals: 87 }, "0.87")).toBe(false);
    expect(passesTest({ kind: "date", fromMs: null, toMs: null }, "5")).toBe(false);
    expect(passesTest({ kind: "date", fromMs: null, toMs: null }, null)).toBe(false);
    expect(passesTest({ kind: "date", fromMs: null, toMs: null }, 5)).toBe(true);
    expect(testOfTyped("percent", "8%7", NOW_MS)).toBeNull();
  });

  it("of numbers asks for the very same number [TBL-19]", () => {
    const test = { kind: "number", equals: 12 } as const;
    expect(passesTest(test, 12)).toBe(true);
    expect(passesTest(test, 12.5)).toBe(false);
    expect(passesTest(test, 123)).toBe(false);
    expect(testOfTyped("number", "twelve", NOW_MS)).toBeNull();
  });

  it("of percents asks for the whole percent that is shown [TBL-19]", () => {
    const test = testOfTyped("percent", "87%", NOW_MS);
    expect(test).toEqual({ kind: "percent", equals: 87 });
    expect(test && [0.874, 0.866, 0.875].map((value) => passesTest(test, value))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("of dates takes both ends in, whole days in UTC [TBL-20]", () => {
    const test = testOfTyped("date", "2026-11-01..2026-11-03", NOW_MS);
    const at = (...parts: [number, number, number, number, number]) =>
      test && passesTest(test, Date.UTC(2026, 10, ...parts));
    expect(at(1, 0, 0, 0, 0)).toBe(true);
    expect(at(3, 23, 59, 59, 999)).toBe(true);
    expect(test && passesTest(test, Date.UTC(2026, 10, 1) - 1)).toBe(false);
    expect(at(4, 0, 0, 0, 0)).toBe(false);
  });

  it("of dates ends tomorrow, in UTC, where nobody says otherwise [TBL-21]", () => {
    expect(endOfTomorrowMs(NOW_MS)).toBe(Date.UTC(2026, 10, 22, 23, 59, 59, 999));
    expect(testOfTyped("date", "2026-11-01..", NOW_MS)).toEqual({
      kind: "date",
      fromMs: Date.UTC(2026, 10, 1),
      toMs: endOfTomorrowMs(NOW_MS),
    });
    expect(testOfTyped("date", "nonsense", NOW_MS)).toBeNull();
    expect(testOfTyped("date", "..2026-11-03", NOW_MS)).toEqual({
      kind: "date",
      fromMs: null,
      toMs: Date.UTC(2026, 10, 4) - 1,
    });
  });

  it("of dates follows today, and ends with it, where the last days are asked for [TBL-20]", () => {
    expect(testOfTyped("date", "7d", NOW_MS)).toEqual({
      kind: "date",
      fromMs: Date.UTC(2026, 10, 15),
      toMs: Date.UTC(2026, 10, 22) - 1,
    });
    expect(testOfTyped("date", "1d", NOW_MS)).toEqual(testOfTyped("date", "2026-11-21..2026-11-21", NOW_MS));
    expect(["1d", "36500d"].map(lastDaysIn)).toEqual([1, 36_500]);
    for (const text of ["0d", "36501d", "7", "d", "-3d", "0000007d", "7days"]) {
      expect(lastDaysIn(text), text).toBeNull();
    }
  });

  it("of a range that ends before it begins is told from one with an open end", () => {
    expect([isReversed(2, 1), isReversed(1, 1), isReversed(1, 2)]).toEqual([true, false, false]);
    for (const none of [null, undefined]) {
      expect([isReversed(none, -1), isReversed(2, none)]).toEqual([false, false]);
    }
  });

  it("of lists asks for an entry that contains it [TBL-22]", () => {
    const test = { kind: "list", contains: "pac" } as const;
    expect(passesTest(test, ["Agouti", "Paca"])).toBe(true);
    expect(passesTest(test, ["Agouti"])).toBe(false);
    expect(passesTest(test, [])).toBe(false);
    expect([passesTest(test, "Paca"), passesTest(test, "Agouti")]).toEqual([true, false]);
    expect([passesTest(test, null), passesTest(test, 7)]).toEqual([false, false]);
    expect(testOfTyped("list", "paca", NOW_MS)).toEqual({ kind: "list", contains: "paca" });
  });

  it("for one kind of rows leaves every other kind alone [TBL-23]", () => {
    const filter = { column: "name", test: { kind: "string", contains: "x" }, rowKind: "insight" } as const;
    const row = (kind: string | null) => ({ kind, cellOf: () => "abc" });
    expect(passesFilter(filter, row("insight"))).toBe(false);
    expect(passesFilter(filter, row("collection"))).toBe(true);
    expect(passesFilter({ column: "name", test: filter.test }, row("collection"))).toBe(false);
  });

  it("is not offered for elements and buttons [TBL-10]", () => {
    expect((["element", "buttons", "string", "list"] as const).filter(isFilterable)).toEqual([
      "string",
      "list",
    ]);
    expect(testOfTyped("buttons", "a", NOW_MS)).toBeNull();
  });
});
