import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COMMS_SOURCES,
  INSIGHT_STATUSES,
  insightTimeMs,
  shownConfidence,
} from "../../../src/domain/insight/insight.ts";
import { FILTERED_COLUMNS } from "../../../src/query/column-filters.ts";
import { InsightColumns } from "../../../src/query/insight-columns.ts";
import type { InsightFilter, InsightQuery, SortColumn } from "../../../src/query/insight-engine.ts";
import { InsightQueries, type Overlay } from "../../../src/query/insight-query.ts";
import { COLLECTION_ROW_PREFIX, rowOfHit } from "../../../src/query/insight-rows.ts";
import type { MirrorInsight } from "../../../src/storage/mirror/insight-chunk.ts";
import { filtersOf } from "../../../src/ui/data-table/table-address.ts";
import { chunkOf, insight, RECEIVED_MS } from "./insight-fixtures.ts";

const NAMES = {
  devices: new Map([
    ["cam-1", { deviceName: "Trap 1", displayName: "Waterhole" }],
    ["cam-2", { deviceName: "Trap 2", displayName: "Gate" }],
    ["cam-3", { deviceName: null, displayName: "Unnamed" }],
  ]),
  offlineSets: new Map(),
  groups: new Map([["north", ["cam-1", "cam-3"]]]),
};
const NOTHING: Overlay = new Map();

const query = (change: Partial<InsightQuery> & { showArchived?: boolean } = {}): InsightQuery => ({
  filter: { showArchived: change.showArchived ?? true },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 1_000,
  ...change,
});

function over(insights: readonly MirrorInsight[]) {
  const columns = new InsightColumns();
  columns.append(chunkOf(1, insights));
  return new InsightQueries(columns, NAMES);
}

function rowsOf(queries: InsightQueries, asked: InsightQuery, overlay = NOTHING) {
  return queries.run(asked, overlay).hits.map((hit) => rowOfHit(queries.columns, NAMES, overlay, hit));
}
const idsOf = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map((row) => row.insightId);

describe("questions over insight columns", () => {
  it("finds what holds each word of a text, in the class or in either name of its Sentinel", () => {
    const queries = over([
      insight("1", { className: "wild boar", deviceId: "cam-1" }),
      insight("2", { className: "wild boar", deviceId: "cam-2" }),
      insight("3", { className: "fox", deviceId: "cam-1" }),
    ]);
    const found = (text: string) =>
      idsOf(queries, query({ filter: { showArchived: true, text } })).toSorted((a, b) => a.localeCompare(b));
    expect(found("boar waterhole")).toEqual(["1"]);
    expect(found("  WATER  trap ")).toEqual(["1", "3"]);
    expect(found("boar wild")).toEqual(["1", "2"]);
    expect(found("boar owl")).toEqual([]);
    expect(found(" ")).toEqual(["1", "2", "3"]);
  });

  it("counts the insights in the rows that match, where these are collections", () => {
    const queries = over(["1", "2", "3"].map((id) => insight(id, { collectionId: id === "3" ? null : "c" })));
    const { matched, insights } = queries.run(query({ grouped: true }), NOTHING);
    expect([matched, insights]).toEqual([2, 3]);
    expect(queries.run(query(), NOTHING).insights).toBe(3);
  });

  it("answers one page of the newest first, and how many there are in all", () => {
    const queries = over(Array.from({ length: 25 }, (_, index) => insight(String(index + 1))));
    const { hits, matched } = queries.run(query({ offset: 10, limit: 5 }), NOTHING);
    expect(matched).toBe(25);
    expect(hits.map((hit) => rowOfHit(queries.columns, NAMES, NOTHING, hit).insightId)).toEqual([
      "15",
      "14",
      "13",
      "12",
      "11",
    ]);
  });

  it("filters by Sentinel, group, name, class, source, dates, confidence and text together [OFF-10]", () => {
    const queries = over([
      insight("1", { className: "boar", confidence: 0.9 }),
      insight("2", { deviceId: "cam-2", className: "fox", confidence: 0.2, commsSource: "lora" }),
      insight("3", { deviceId: "cam-3", className: "fox", confidence: null }),
    ]);
    const found = (filter: Omit<InsightFilter, "showArchived">) =>
      idsOf(queries, query({ filter: { showArchived: true, ...filter } })).sort();
    expect(found({ deviceIds: ["cam-2"] })).toEqual(["2"]);
    expect(found({ groupIds: ["north"] })).toEqual(["1", "3"]);
    expect(found({ deviceName: "Gate" })).toEqual(["2"]);
    expect(found({ classNames: ["fox"] })).toEqual(["2", "3"]);
    expect(found({ classNames: [] })).toEqual(["1", "2", "3"]);
    expect(found({ sources: ["lora"] })).toEqual(["2"]);
    expect(found({ fromMs: RECEIVED_MS + 2_000, toMs: RECEIVED_MS + 2_000 })).toEqual(["2"]);
    expect(found({ minConfidence: 0.5 })).toEqual(["1"]);
    expect(found({ text: "WATER" })).toEqual(["1"]);
    expect(found({ text: "trap" })).toEqual(["1", "2"]);
    expect(found({ text: "boa" })).toEqual(["1"]);
    expect(found({ groupIds: ["north"], classNames: ["fox"] })).toEqual(["3"]);
  });

  it("filters confidence by the percent that is shown: at least, at most, and exactly", () => {
    const queries = over([
      insight("1", { confidence: 0.896 }),
      insight("2", { confidence: 0.904 }),
      insight("3", { confidence: 0.906 }),
      insight("4", { confidence: null }),
    ]);
    const found = (filter: Omit<InsightFilter, "showArchived">) =>
      idsOf(queries, query({ filter: { showArchived: true, ...filter } })).sort();
    expect(found({ minConfidence: 0.9, maxConfidence: 0.9 })).toEqual(["1", "2"]);
    expect(found({ minConfidence: 0.91 })).toEqual(["3"]);
    expect(found({ maxConfidence: 0.9 })).toEqual(["1", "2"]);
    expect(found({ minConfidence: 0 })).toEqual(["1", "2", "3"]);
  });

  it("filters the class by case-insensitive contains, of an insight and of a collection (promise B5)", () => {
    const queries = over([
      insight("1", { className: "Red fox" }),
      insight("2", { className: "arctic FOX" }),
      insight("3", { className: "lynx" }),
      insight("4", { className: "boar", collectionId: "7" }),
    ]);
    const found = (classText: string, grouped = false) =>
      idsOf(queries, query({ grouped, filter: { showArchived: true, classText } })).sort();
    expect(found("fOx")).toEqual(["1", "2"]);
    expect(found(" c  f")).toEqual([]);
    expect(found("c f")).toEqual(["2"]);
    expect(found("oar", true)).toEqual([`${COLLECTION_ROW_PREFIX}7`]);
    expect(found("  ")).toHaveLength(4);
  });

  it("filters class lists by contains: names, not figures, of an insight and of all of a collection [TBL-22]", () => {
    const lists = (...names: string[]) => names.map((className) => ({ className, averageConfidence: 0.4 }));
    const queries = over([
      insight("1", { classList: lists("fox", "Arctic fox") }),
      insight("2", { classList: lists('the "Grey" lynx') }),
      insight("3", { className: "boar", collectionId: "7" }),
      insight("4", { className: "fox", collectionId: "7", classList: lists("wolf") }),
      insight("5", { className: "boar" }),
    ]);
    const found = (classList: string, grouped = false) =>
      idsOf(queries, query({ grouped, filter: { showArchived: true, classList } })).sort();
    expect(found("ARCTIC")).toEqual(["1"]);
    expect(found('"grey"')).toEqual(["2"]);
    expect(found("wolf")).toEqual(["4"]);
    expect(found("boar")).toEqual([]);
    expect(found("confidence")).toEqual([]);
    expect(found("wolf", true)).toEqual([`${COLLECTION_ROW_PREFIX}7`]);
    expect(found("boar", true)).toEqual([`${COLLECTION_ROW_PREFIX}7`]);
    expect(found(" ")).toHaveLength(5);
  });

  it("finds what is in an offline set, a collection by any of its members", () => {
    const columns = new InsightColumns();
    const inCollection = { collectionId: "7" };
    columns.append(
      chunkOf(1, [insight("1", inCollection), insight("2", inCollection), insight("3"), insight("4")]),
    );
    const offlineSets = new Map([
      ["both", ["1", "3"]],
      ["newest", ["2"]],
    ]);
    const queries = new InsightQueries(columns, { ...NAMES, offlineSets });
    const found = (packId: string, grouped: boolean) =>
      idsOf(queries, query({ grouped, filter: { showArchived: true, packId } })).sort();
    const collection = `${COLLECTION_ROW_PREFIX}7`;
    expect(found("both", false)).toEqual(["1", "3"]);
    expect(found("both", true)).toEqual(["3", collection]);
    expect(found("newest", true)).toEqual([collection]);
    expect(found("none", true)).toEqual([]);
  });

  it("filters further columns by the rules of tables, each only on its own kind of rows (promise B2) [TBL-23]", () => {
    const queries = over([
      insight("1", { algId: "17", deviceId: "cam-2" }),
      insight("21", { algId: "8" }),
      insight("3", { collectionId: "7", algId: "17" }),
      insight("4", { collectionId: "7", algId: "17" }),
      insight("5", { collectionId: "90" }),
    ]);
    const [pair, alone] = ["7", "90"].map((id) => COLLECTION_ROW_PREFIX + id);
    const found = (column: string, typed: string, grouped = true) => {
      const columns = filtersOf({ [column]: typed }, FILTERED_COLUMNS, RECEIVED_MS);
      return idsOf(queries, query({ grouped, filter: { showArchived: true, columns } })).sort();
    };
    // Single insights pass a filter of collections, and collections one of single insights.
    expect(found("members", "2")).toEqual(["1", "21", pair]);
    expect(found("members", "1")).toEqual(["1", "21", alone]);
    expect(found("members", "9")).toEqual(["1", "21"]);
    expect(found("insightId", "2")).toEqual(["21", pair, alone]);
    expect(found("insightId", "4")).toEqual([pair, alone]);
    // Without collections there is one kind of rows.
    expect(found("insightId", "4", false)).toEqual(["4"]);
    expect(found("members", "2", false)).toHaveLength(5);
    // Columns of both kinds.
    expect(found("model", "17")).toEqual(["1", pair]);
    expect(found("collectionId", "9")).toEqual([alone]);
    expect(found("deviceId", "CAM-2")).toEqual(["1"]);
    expect(found("className", "fox")).toHaveLength(4);
  });

  it("hides what is archived, by the server or by an action that waits, unless it is asked for", () => {
    const queries = over([
      insight("1", { status: "archive" }),
      insight("2"),
      insight("3", { status: "archive" }),
    ]);
    const overlay: Overlay = new Map([
      ["2", "archive"],
      ["3", "favorite"],
    ]);
    expect(idsOf(queries, query({ showArchived: false }), overlay)).toEqual(["3"]);
    expect(idsOf(queries, query({ showArchived: true }), overlay)).toEqual(["3", "2", "1"]);
  });

  it("shows the waiting status and keeps the server's beside it", () => {
    const queries = over([insight("1", { status: "favorite" })]);
    expect(rowsOf(queries, query(), new Map([["1", "archive"]]))[0]).toMatchObject({
      status: "archive",
      serverStatus: "favorite",
      unsent: true,
    });
  });

  it("shows and sorts by camera time where it can be trusted", () => {
    const queries = over([
      insight("1", { fileCtimeMs: RECEIVED_MS + 99_000 }),
      insight("2"),
      insight("3", { timeStampMs: Date.UTC(2023, 0, 1), fileCtimeMs: RECEIVED_MS + 500_000 }),
    ]);
    expect(idsOf(queries, query())).toEqual(["1", "2", "3"]);
  });

  it("lets a newer chunk replace and remove rows, and takes it off again without a trace", () => {
    const columns = new InsightColumns();
    columns.append(chunkOf(1, [insight("1"), insight("2"), insight("3")]));
    const takeOff = columns.appendForNow(
      chunkOf(2, [insight("2", { status: "archive" }), insight("4")], ["3"]),
    );
    const statuses = () => {
      const rows = rowsOf(new InsightQueries(columns, NAMES), query());
      return Object.fromEntries(rows.map((row) => [row.insightId, row.status]));
    };
    expect(statuses()).toEqual({ 1: "none", 2: "archive", 4: "none" });
    expect(columns.living).toBe(3);
    takeOff();
    expect(statuses()).toEqual({ 1: "none", 2: "none", 3: "none" });
    expect(columns.living).toBe(3);
  });

  it("folds a collection into one row with its class, mean, common status and members, newest first", () => {
    const inBurst = { collectionId: "7", windowStartMs: 1_000, windowEndMs: 4_000 };
    const queries = over([
      insight("1", { ...inBurst, className: "boar", confidence: 0.6 }),
      insight("2", { ...inBurst, className: "fox", confidence: 0.8 }),
      insight("3", { ...inBurst, className: "fox", confidence: 0.9 }),
      insight("7"),
    ]);
    const rows = rowsOf(queries, query({ grouped: true }));
    expect(rows.map((row) => row.insightId)).toEqual(["7", `${COLLECTION_ROW_PREFIX}7`]);
    expect(rows[1]).toMatchObject({
      className: "fox",
      confidence: 0.85,
      status: "none",
      collectionId: "7",
      windowStartMs: 1_000,
      windowEndMs: 4_000,
    });
    expect(rows[1]?.members.map((row) => row.insightId)).toEqual(["3", "2", "1"]);
    const differing = rowsOf(queries, query({ grouped: true }), new Map([["2", "archive"]]));
    expect(differing[1]).toMatchObject({ status: null, unsent: true });
  });

  it("hides a collection only when all of it is archived", () => {
    const queries = over([insight("1", { collectionId: "7" }), insight("2", { collectionId: "7" })]);
    const some: Overlay = new Map([["1", "archive"]]);
    const all: Overlay = new Map([
      ["1", "archive"],
      ["2", "archive"],
    ]);
    expect(idsOf(queries, query({ grouped: true, showArchived: false }), some)).toHaveLength(1);
    expect(idsOf(queries, query({ grouped: true, showArchived: false }), all)).toHaveLength(0);
  });

  it("sorts and filters as a plain sort of all rows would, whatever the rows are", () => {
    const anyInsight = fc.record({
      deviceId: fc.constantFrom("cam-1", "cam-2", "cam-3"),
      className: fc.constantFrom("fox", "boar", "Fox 2", "fox 10"),
      confidence: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
      status: fc.constantFrom(...INSIGHT_STATUSES),
      commsSource: fc.option(fc.constantFrom(...COMMS_SOURCES)),
      timeStampMs: fc.integer({ min: 0, max: 5 }).map((n) => RECEIVED_MS + n),
    });
    const columns: SortColumn[] = ["time", "className", "confidence", "device", "status", "source"];
    fc.assert(
      fc.property(
        fc.array(anyInsight, { maxLength: 30 }),
        fc.constantFrom(...columns),
        fc.boolean(),
        fc.boolean(),
        (given, column, descending, showArchived) => {
          const insights = given.map((fields, index) => insight(String(index + 1), fields));
          const found = idsOf(over(insights), query({ sort: { column, descending }, showArchived }));
          const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
          const compare = (a: MirrorInsight, b: MirrorInsight): number => {
            const byTime = insightTimeMs(a) - insightTimeMs(b);
            const nameOf = (one: MirrorInsight) => NAMES.devices.get(one.deviceId)?.displayName ?? "";
            const sourceOf = (one: MirrorInsight) =>
              one.commsSource === null ? -1 : COMMS_SOURCES.indexOf(one.commsSource);
            const first = {
              time: 0,
              className: collator.compare(a.className, b.className),
              confidence: (shownConfidence(a) ?? -1) - (shownConfidence(b) ?? -1),
              device: collator.compare(nameOf(a), nameOf(b)),
              status: INSIGHT_STATUSES.indexOf(a.status) - INSIGHT_STATUSES.indexOf(b.status),
              source: sourceOf(a) - sourceOf(b),
            }[column];
            return first || byTime || Number(a.insightId) - Number(b.insightId);
          };
          const expected = insights
            .filter((one) => showArchived || one.status !== "archive")
            .sort(compare)
            .map((one) => one.insightId);
          expect(found).toEqual(descending ? expected.reverse() : expected);
        },
      ),
    );
  });
});
