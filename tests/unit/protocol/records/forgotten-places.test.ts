import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import type { Schema } from "../../../../server/db/schema.ts";
import { feedColumns } from "../../../../server/record-values.ts";
import { DEVICE_FIELDS } from "../../../../src/protocol/records/device-fields.ts";
import { FEED_RECORDS } from "../../../../src/protocol/records/feed-records.ts";
import {
  type HeldKinds,
  INSIGHT_FIELDS,
  type InsightSpec,
} from "../../../../src/protocol/records/insight-fields.ts";
import {
  type FieldKind,
  type FieldList,
  type JsonRecord,
  sourcesOf,
} from "../../../../src/protocol/records/record-fields.ts";
import type { SyncTableName } from "../../../../src/protocol/sync-page.ts";
import { QUERY_TURNS, type QueryName, type QueryTurn } from "../../../../src/query/insight-engine.ts";
import type { MirrorInsight } from "../../../../src/storage/mirror/insight-chunk.ts";
import { ABSENT_INSIGHT } from "../../../support/client/absent-insight.ts";

/*
 * Each `@ts-expect-error` below is a place that was forgotten. `npm run types` compiles this file, and fails where one
 * of them compiles after all. At run time there is little to see.
 */

const WATER = {
  kind: "number",
  wire: "water_c",
  sql: "i.water_c",
  since: 3,
  orNull: true,
  absent: null,
} as const;
const PLANTED_DEVICE = {
  ...DEVICE_FIELDS,
  /** No column holds it. */
  days_left: { kind: "whole", orNull: true },
  salinity: { kind: "number", orNull: true, sql: "salinity" },
} as const satisfies FieldList;

it("does not compile a field of insights without its column, its shape of the mirror or a fitting absent value", () => {
  const whole: InsightSpec = WATER;
  const { sql: _sql, ...withoutColumn } = WATER;
  const { since: _since, ...withoutShape } = WATER;
  const { absent: _absent, ...withoutAbsent } = WATER;
  // @ts-expect-error the server would not know from where to read it
  const first: InsightSpec = withoutColumn;
  // @ts-expect-error mirrors that lack it would not be filled anew
  const second: InsightSpec = withoutShape;
  // @ts-expect-error an older chunk has no value for it
  const third: InsightSpec = withoutAbsent;
  // @ts-expect-error a number is not text
  const fourth: InsightSpec = { ...WATER, absent: "" };
  expect([whole, first, second, third, fourth]).toHaveLength(5);
});

it("does not compile a list that names a column which the database does not have", () => {
  const read = (db: Kysely<Schema>) => {
    const known = db.selectFrom("devices").select(sourcesOf(DEVICE_FIELDS));
    // @ts-expect-error there is no column `salinity`
    const planted = db.selectFrom("devices").select(sourcesOf(PLANTED_DEVICE));
    return [known, planted];
  };
  expect(read).toBeTypeOf("function");
});

it("does not compile a stage that leaves out a field which no column holds", () => {
  const rows: { [Name in ReturnType<typeof sourcesOf<typeof PLANTED_DEVICE>>[number]]: null }[] = [];
  const derive = {
    display_name: () => "Ford",
    summary: () => null,
    device_update_status: () => null,
    alg_ids: () => [],
    models: () => [],
  };
  const whole = feedColumns(PLANTED_DEVICE, rows, { ...derive, days_left: () => 3 });
  // @ts-expect-error nothing says what `days_left` is
  const forgotten = feedColumns(PLANTED_DEVICE, rows, derive);
  // @ts-expect-error a whole number is not text
  const mistaken = feedColumns(PLANTED_DEVICE, rows, { ...derive, days_left: () => "3" });
  expect(Object.keys(whole)).toContain("days_left");
  expect(Object.keys(whole), "it follows from the groups").not.toContain("group_id");
  expect([forgotten, mistaken]).toHaveLength(2);
});

it("does not compile a record, a table of the feed, a kind or a query that a place leaves out", () => {
  const { battery_voltage: _voltage, ...withoutVoltage } = {} as JsonRecord<typeof DEVICE_FIELDS>;
  // @ts-expect-error a Sentinel has a battery voltage
  const device: JsonRecord<typeof DEVICE_FIELDS> = withoutVoltage;

  const { boxes: _boxes, ...withoutBoxes } = ABSENT_INSIGHT;
  // @ts-expect-error an insight has boxes
  const insight: MirrorInsight = withoutBoxes;

  const { alerts: _alerts, ...withoutAlerts } = FEED_RECORDS;
  // @ts-expect-error alerts are in the feed
  const records: Record<SyncTableName, FieldList> = withoutAlerts;

  // @ts-expect-error each place that converts values by kind names all kinds
  const converters: { [Kind in FieldKind]: (value: unknown) => unknown } = { id: String };
  // @ts-expect-error of insights too
  const held: { [Kind in keyof HeldKinds]: (value: unknown) => unknown } = { id: String };

  const { histogram: _histogram, ...withoutHistogram } = QUERY_TURNS;
  // @ts-expect-error the worker would not know the query
  const turns: Record<QueryName, QueryTurn> = withoutHistogram;
  expect([device, insight, records, converters, held, turns]).toHaveLength(6);
});

it("shows a field of the list in the mirror's record by itself", () => {
  const fields = Object.entries(INSIGHT_FIELDS).filter(([, { since }]) => since !== null);
  expect(Object.keys(ABSENT_INSIGHT).sort()).toEqual(fields.map(([name]) => name).sort());
});
