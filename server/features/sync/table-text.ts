import { INSIGHT_FIELDS } from "../../../src/protocol/records/insight-fields.ts";
import { fieldsOf } from "../../../src/protocol/records/record-fields.ts";
import type { WireColumn, WireTable, WireValue } from "../../../src/protocol/sync-page.ts";

/** Columns of lists, each of whose values is the JSON that the database holds: see `insightColumns`. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(
  fieldsOf(INSIGHT_FIELDS).flatMap(([, { kind, wire }]) => (kind === "scores" ? [wire] : [])),
);

/** A table of the feed as JSON. Ten thousand class lists are not parsed only to be made text again. */
export function tableText({ columns, ...rest }: WireTable): string {
  const texts = Object.entries(columns).map(
    ([name, column]) =>
      `${JSON.stringify(name)}:${JSON_COLUMNS.has(name) ? listsText(column) : JSON.stringify(column)}`,
  );
  return `${JSON.stringify(rest).slice(0, -1)},"columns":{${texts.join(",")}}}`;
}

function listsText(column: WireColumn): string {
  if ("all" in column) return `{"all":${listText(column.all)}}`;
  if ("dict" in column)
    return `{"dict":[${column.dict.map(listText).join(",")}],"at":${JSON.stringify(column.at)}}`;
  return "delta" in column ? JSON.stringify(column) : `[${column.map(listText).join(",")}]`;
}

function listText(list: WireValue): string {
  return typeof list === "string" ? list : "null";
}
