import type { DetectionBox } from "../../../../src/domain/insight/detection-box.ts";
import { encodeBoxes } from "../../../../src/protocol/boxes-codec.ts";
import { INSIGHT_FIELDS, type InsightKind } from "../../../../src/protocol/records/insight-fields.ts";
import { fieldsOf } from "../../../../src/protocol/records/record-fields.ts";
import type { WireValue } from "../../../../src/protocol/sync-page.ts";
import { columnOf, type InsightColumn } from "../../insights/insight-fields-query.ts";

/** The columns that the feed reads: the fields of insights, and those for selection and order. */
export const INSIGHT_COLUMNS = [
  ...fieldsOf(INSIGHT_FIELDS).map(([, spec]) => columnOf(spec)),
  "set_aside" as const,
  "xid" as const,
];

type Stored = readonly (number | string | null)[];
/** Columns of insights as the database holds them: numbers, texts and nulls. */
export type InsightColumns = Readonly<Record<InsightColumn | "set_aside" | "xid", Stored>>;

/** The columns as the feed names and encodes them; class lists stay JSON, as `tableText` takes them. A Sentinel's name, group and place are not among them. */
export function insightColumns(read: InsightColumns): Record<string, readonly WireValue[]> {
  const columns = fieldsOf(INSIGHT_FIELDS).map(([, spec]) => [
    spec.wire,
    FEED_VALUES[spec.kind](read[columnOf(spec)], read),
  ]);
  return Object.fromEntries(columns);
}

const asTheyAre = (stored: Stored) => stored;

/** A column of the feed by a column of the database, by the kind of its values. */
const FEED_VALUES: {
  readonly [Kind in InsightKind]: (stored: Stored, read: InsightColumns) => readonly WireValue[];
} = {
  id: (stored) => stored.map((id) => (id === null ? null : String(id))),
  key: asTheyAre,
  text: asTheyAre,
  oneOf: asTheyAre,
  number: asTheyAre,
  time: asTheyAre,
  flag: (stored) => stored.map((flag) => flag === 1),
  scores: asTheyAre,
  boxes: encodedBoxes,
  observation: asTheyAre,
};

function encodedBoxes(texts: Stored, { class_name }: InsightColumns): (string | null)[] {
  return texts.map((text, row) =>
    text === null ? null : encodeBoxes(JSON.parse(String(text)) as DetectionBox[], String(class_name[row])),
  );
}
