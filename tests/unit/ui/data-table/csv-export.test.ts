// @vitest-environment jsdom
import Papa from "papaparse";
import { describe, expect, it, vi } from "vitest";
import { exportCsv } from "../../../../src/ui/data-table/csv/csv-export.ts";
import { csvLines } from "../../../../src/ui/data-table/csv/csv-rows.ts";
import { openCsvSink } from "../../../../src/ui/data-table/csv/csv-sink.ts";
import type { TableColumn } from "../../../../src/ui/data-table/table-column.ts";

interface Visit {
  place: string;
  score: number;
}

const COLUMNS: TableColumn<Visit>[] = [
  { id: "photo", type: "element", label: "Photo", value: () => null },
  { id: "place", type: "string", label: "Place, name", value: ({ place }) => place },
  { id: "score", type: "percent", label: "Score", hidden: true, value: ({ score }) => score },
  { id: "act", type: "buttons", label: "Action", value: () => null },
];
const encoder = {
  encode: async (batch: Parameters<typeof csvLines>[0]) => new TextEncoder().encode(csvLines(batch)),
  stop: () => {},
};
function collect() {
  const parts: string[] = [];
  const calls: string[] = [];
  const sink = {
    write: async (bytes: Uint8Array<ArrayBuffer>) => void parts.push(new TextDecoder().decode(bytes)),
    finish: async () => void calls.push("finish"),
    abandon: async () => void calls.push("abandon"),
  };
  return { sink, parts, calls };
}
const readingOf = (all: readonly Visit[], matched = all.length) => ({
  matched,
  rows: async (offset: number, limit: number) => all.slice(offset, offset + limit),
  release: vi.fn(),
});
const visits = (count: number): Visit[] =>
  Array.from({ length: count }, (_, at) => ({ place: `Ridge ${at}, "north"`, score: 0.874 }));

describe("the CSV of a table", () => {
  it("is written by papaparse: hidden columns too, no elements, no buttons, values whole [OFF-37, TBL-04, TBL-15, TBL-16]", async () => {
    const { sink, parts } = collect();
    const rows = [{ place: `a "b"\nc, ${"d".repeat(60)}`, score: 0.5 }];
    await exportCsv({
      columns: COLUMNS,
      open: async () => readingOf(rows),
      encoder,
      sink,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    expect(Papa.parse(parts.join("").trimEnd()).data).toEqual([
      ["Place  name", "Score"],
      [`a "b"\nc  ${"d".repeat(60)}`, "50%"],
    ]);
  });

  it("has every cell in quotes, so that none ends where a spreadsheet sees another separator (neighbour 8)", () => {
    const columns = [
      { label: "Place", type: "string" },
      { label: "Score", type: "number" },
    ] as const;
    const rows = [
      ["a;=1+1", 2],
      [null, null],
    ];
    expect(csvLines({ columns, withHead: true, rows })).toBe(`"Place","Score"\r\n"a;'=1+1","2"\r\n"",""\r\n`);
  });

  it("goes batch by batch with one head, tells how far it is, and holds every row once [TBL-04]", async () => {
    const all = visits(12_001);
    const reading = readingOf(all);
    const { sink, parts, calls } = collect();
    const told: number[] = [];
    const written = await exportCsv({
      columns: COLUMNS,
      open: async () => reading,
      encoder,
      sink,
      onProgress: (done) => told.push(done),
      signal: new AbortController().signal,
    });
    expect(written).toBe(12_001);
    expect(told).toEqual([5000, 10_000, 12_001]);
    expect(calls).toEqual(["finish"]);
    expect(reading.release).toHaveBeenCalledTimes(1);
    const parsed = Papa.parse<string[]>(parts.join("").trimEnd()).data;
    expect(parsed).toHaveLength(12_002);
    expect(parsed[12_001]?.[0]).toBe('Ridge 12000  "north"');
  });

  it("leaves no file behind where it is stopped or fails", async () => {
    const { sink, calls } = collect();
    const stop = new AbortController();
    const job = {
      columns: COLUMNS,
      encoder,
      sink,
      onProgress: () => stop.abort(),
      signal: stop.signal,
    };
    const reading = readingOf(visits(1), 9);
    await expect(exportCsv({ ...job, open: async () => reading })).rejects.toThrow();
    expect(calls).toEqual(["abandon"]);
    expect(reading.release).toHaveBeenCalledTimes(1);
    const refuse = async () => Promise.reject(new Error("nothing can be read"));
    await expect(exportCsv({ ...job, open: refuse, signal: new AbortController().signal })).rejects.toThrow();
    expect(calls).toEqual(["abandon", "abandon"]);
  });

  it("streams a long file to the place that the person names, and gives up where they name none [TBL-04]", async () => {
    const written: number[] = [];
    const file = {
      write: async (bytes: Uint8Array) => void written.push(bytes.length),
      close: async () => {},
      abort: async () => {},
    };
    const showSaveFilePicker = vi.fn(async () => ({ createWritable: async () => file }));
    const sink = await openCsvSink("sentinel_insights.csv", 500_000, { showSaveFilePicker });
    await sink?.write(new Uint8Array(7));
    expect(written).toEqual([7]);
    expect(showSaveFilePicker).toHaveBeenCalledWith(
      expect.objectContaining({ suggestedName: "sentinel_insights.csv" }),
    );
    const refuse = async () => {
      throw new DOMException("no", "AbortError");
    };
    expect(await openCsvSink("a.csv", 500_000, { showSaveFilePicker: refuse })).toBeNull();
    await openCsvSink("a.csv", 100, { showSaveFilePicker });
    expect(showSaveFilePicker).toHaveBeenCalledTimes(1);
  });
});
