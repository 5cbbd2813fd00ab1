import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { CsvSplitter } from "../../../src/formats/csv/csv-splitter.ts";

function split(text: string, pieceLength = text.length || 1) {
  const splitter = new CsvSplitter();
  const records = [];
  for (let at = 0; at < text.length; at += pieceLength)
    records.push(...splitter.push(text.slice(at, at + pieceLength), false));
  return [...records, ...splitter.push("", true)];
}

const cellsOf = (text: string, pieceLength?: number) => split(text, pieceLength).map(({ cells }) => cells);

describe("the CSV splitter", () => {
  it("reads LF, CRLF, no final newline and a byte order mark alike", () => {
    const expected = [
      ["a", "b"],
      ["1", "2"],
      ["3", ""],
    ];
    for (const text of ["a,b\n1,2\n3,\n", "a,b\r\n1,2\r\n3,\r\n", "a,b\n1,2\n3,", "\uFEFFa,b\r\n1,2\r\n3,"]) {
      expect(cellsOf(text)).toEqual(expected);
    }
  });

  it("reads quoted cells with commas, newlines and doubled quotation marks", () => {
    expect(cellsOf('a,b\n"1,5","two\nlines"\n"""2019:10:01 05:56:36""",\n')).toEqual([
      ["a", "b"],
      ["1,5", "two\nlines"],
      ['"2019:10:01 05:56:36"', ""],
    ]);
  });

  it("counts rows as a spreadsheet does, blank lines and cells of several lines included", () => {
    expect(split('a,b\n\n"x\ny",1\nz,2\n').map(({ row }) => row)).toEqual([1, 3, 4]);
  });

  it("keeps of a line without end only its beginning, and goes on behind it", () => {
    const endless = "x".repeat(2_500_000);
    const [heading, broken, next, ...rest] = split(`a,b\n${endless}\n1,2\n`, 65_536);
    expect([heading?.cells, next?.cells, rest]).toEqual([["a", "b"], ["1", "2"], []]);
    expect([broken?.unclosedQuote, broken?.cells.join().length, next?.row]).toEqual([true, 200, 3]);
    const [only, ...others] = split(endless, 65_536);
    expect([only?.unclosedQuote, only?.cells.join().length, others]).toEqual([true, 200, []]);
  });

  it("takes semicolons and tabs from the heading", () => {
    expect(cellsOf("a;b\n1,5;2\n")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
    expect(cellsOf("a\tb\n1\t2\n")[1]).toEqual(["1", "2"]);
  });

  it("loses only the line of a quotation mark that is never closed", () => {
    const records = split('a,b\n1,2\n3,"oops\n5,6\n');
    expect(records.map(({ cells }) => cells[0])).toEqual(["a", "1", '3,"oops', "5"]);
    expect(records.map(({ unclosedQuote }) => unclosedQuote)).toEqual([false, false, true, false]);
  });

  it("does not keep more than a cell's worth while it looks for a closing quotation mark", () => {
    const splitter = new CsvSplitter();
    splitter.push('a,b\n"never closed,1\n', false);
    const lines = "5,6\n".repeat(300_000);
    expect(splitter.push(lines, false).length).toBeGreaterThan(200_000);
  });

  it("finds what papaparse finds, in whatever pieces the text arrives", () => {
    const cell = fc.stringMatching(/^[ab",\n;é]{0,6}$/);
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        table,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("\n", "\r\n"),
        (rows, length, newline) => {
          const text = Papa.unparse([["x", "y", "z"], ...rows], { newline, quotes: true });
          const expected = Papa.parse<string[]>(text, { newline, delimiter: "," }).data;
          expect(cellsOf(text, length)).toEqual(expected);
        },
      ),
    );
  });
});
