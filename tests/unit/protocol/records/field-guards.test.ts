import { expect, it } from "vitest";
import { ALERT_FIELDS } from "../../../../src/protocol/records/alert-fields.ts";
import { DEVICE_FIELDS } from "../../../../src/protocol/records/device-fields.ts";
import { FEED_RECORDS, ID_COLUMNS } from "../../../../src/protocol/records/feed-records.ts";
import { guardOf } from "../../../../src/protocol/records/field-guards.ts";
import {
  type FieldKind,
  type FieldList,
  type FieldSpec,
  feedNames,
  fieldsOf,
  wireName,
} from "../../../../src/protocol/records/record-fields.ts";
import { SYNC_TABLE_KEYS } from "../../../../src/protocol/sync-page.ts";
import { fakeDevice } from "../../../support/server/fleet-world.ts";

const NOON = "2026-11-22T12:00:00.000Z";
const DETECTION = { className: "fox", confidence: 0.5, box: [0, 0, 1, 1] };
/** A value that a field of the kind may have, and values that it may not. */
const VALUES: Record<FieldKind, { good: unknown; bad: unknown[] }> = {
  id: { good: "7", bad: [7, {}] },
  key: { good: "IMG_7", bad: [7, ["IMG_7"]] },
  text: { good: "", bad: [0, {}] },
  number: { good: 0.5, bad: ["0.5", Number.NaN, Number.POSITIVE_INFINITY] },
  whole: { good: 12, bad: ["12", 12.5] },
  flag: { good: false, bad: [0, "false"] },
  time: { good: NOON, bad: [1_795_348_800_000, "noon"] },
  oneOf: { good: undefined, bad: ["somebody else's", 1] },
  texts: { good: ["1"], bad: ["1", [1], {}] },
  scores: { good: [{ className: "fox", averageConfidence: null }], bad: [{}, ["fox"]] },
  boxes: { good: [DETECTION], bad: [DETECTION, "0,0,9,9"] },
  observation: { good: { count: 2, sex: "male" }, bad: [["male"], "male"] },
  summary: { good: {}, bad: [[], "{}"] },
  classes: { good: [{ class_id: 1, label: "fox", original_label: "fox" }], bad: [{}, ["fox"]] },
  outcomes: { good: [], bad: [{}, "none"] },
};

const goodValue = (spec: FieldSpec) => (spec.kind === "oneOf" ? spec.values?.[0] : VALUES[spec.kind].good);

function goodRecord(fields: FieldList): Record<string, unknown> {
  return Object.fromEntries(fieldsOf(fields).map(([name, spec]) => [wireName(name, spec), goodValue(spec)]));
}

it("takes a Sentinel as the server sends it, and one with fields that this version does not know", () => {
  const isDevice = guardOf(DEVICE_FIELDS);
  expect(isDevice(fakeDevice({ device_id: "cam-1" }))).toBe(true);
  expect(isDevice({ ...fakeDevice({ device_id: "cam-1" }), humidity: 0.4 })).toBe(true);
  for (const value of [null, undefined, "cam-1", [], {}]) expect(isDevice(value)).toBe(false);
});

it.each(Object.keys(FEED_RECORDS) as (keyof typeof FEED_RECORDS)[])(
  "refuses %s with any one field of another kind, missing, or null where it may not be",
  (table) => {
    const fields: FieldList = FEED_RECORDS[table];
    const guard = guardOf(fields);
    const record = goodRecord(fields);
    expect(guard(record)).toBe(true);
    for (const [name, spec] of fieldsOf(fields)) {
      const wire = wireName(name, spec);
      for (const bad of VALUES[spec.kind].bad) {
        expect(guard({ ...record, [wire]: bad }), `${wire}: ${JSON.stringify(bad)}`).toBe(false);
      }
      expect(guard({ ...record, [wire]: null }), `${wire}: null`).toBe(spec.orNull === true);
      const { [wire]: _, ...without } = record;
      expect(guard(without), `${wire} is missing`).toBe(spec.addition === true);
    }
  },
);

it("lets a server of the specification leave out its additions, and nothing else", () => {
  const additions = fieldsOf(DEVICE_FIELDS).filter(([, spec]: [string, FieldSpec]) => spec.addition);
  expect(additions.map(([name]) => name)).toEqual(["last_insight_at", "last_image_at"]);
});

it("knows each value of a field that has a fixed list, and no other", () => {
  const guard = guardOf(ALERT_FIELDS);
  const record = goodRecord(ALERT_FIELDS);
  for (const status of ALERT_FIELDS.status.values) expect(guard({ ...record, status })).toBe(true);
  expect(guard({ ...record, status: "closed" })).toBe(false);
});

it("sends as numbers the same id columns as ever: a changed set would be read wrongly by an older app", () => {
  expect([...ID_COLUMNS].sort()).toEqual(
    [
      "alg_id",
      "associated_id",
      "bulkId",
      "collection_id",
      "device_id",
      "deviceId",
      "group_id",
      "id",
      "insight_id",
      "insightId",
      "path",
      "photoUrl",
      "source_id",
    ].sort(),
  );
});

it("has each table's key among its fields in the feed", () => {
  for (const [table, key] of Object.entries(SYNC_TABLE_KEYS)) {
    const fields: FieldList = FEED_RECORDS[table as keyof typeof SYNC_TABLE_KEYS];
    const names = feedNames(fields).map((name) => wireName(name, fields[name] as FieldSpec));
    expect(names).toContain(key);
  }
});
