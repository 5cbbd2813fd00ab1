import { describe, expect, it } from "vitest";
import { COLUMN_TYPES } from "../../../../src/domain/table/table-cell.ts";
import { csvFileName, csvValue, isExported } from "../../../../src/domain/table/table-csv.ts";

describe("a CSV file", () => {
  it("of insights is named 'sentinel_insights.csv' [TBL-14]", () => {
    expect(csvFileName("insights")).toBe("sentinel_insights.csv");
    expect(csvFileName("devices")).toBe("sentinel_devices.csv");
  });

  it("has every type of column but elements and buttons [TBL-15]", () => {
    expect(COLUMN_TYPES.filter(isExported)).toEqual(["string", "date", "number", "percent", "list"]);
  });

  it("has spaces where values have commas [TBL-16]", () => {
    expect(csvValue("string", "Ridge, north,1")).toBe("Ridge  north 1");
    expect(csvValue("list", ["a,b", "c"])).toBe("a b; c");
  });

  it("has the whole of every text, however long [TBL-15]", () => {
    expect(csvValue("string", "a".repeat(300))).toBe("a".repeat(300));
  });

  it("takes the sting out of text that a spreadsheet would run, and leaves figures alone [TBL-16]", () => {
    for (const start of ["=", "+", "-", "@", "\t", "\r"]) {
      expect(csvValue("string", `${start}1+1`)).toBe(`'${start}1+1`);
    }
    expect(csvValue("list", ["=cmd()", "b"])).toBe("'=cmd(); b");
    expect(csvValue("number", -3.5)).toBe("-3.5");
    expect(csvValue("string", "a=b")).toBe("a=b");
  });

  it("takes the sting out of full-width signs, of what follows a break, and of what a comma left (neighbour 8)", () => {
    for (const start of ["\n", "＝", "＋", "－", "＠", " =", "\u3000="]) {
      expect(csvValue("string", `${start}1+1`)).toBe(`'${start}1+1`);
    }
    expect(csvValue("string", ",=1+1")).toBe("' =1+1");
    expect(csvValue("string", "a;=cmd()")).toBe("a;'=cmd()");
    expect(csvValue("string", "a; ＝cmd()")).toBe("a; '＝cmd()");
    expect(csvValue("string", "a\n=cmd()\t@b")).toBe("a\n'=cmd()\t'@b");
    expect(csvValue("string", ";=cmd()")).toBe(";'=cmd()");
    expect(csvValue("string", "fox; hare - two")).toBe("fox; hare - two");
  });
});
