import { expect, it } from "vitest";
import { tableText } from "../../../server/features/sync/table-text.ts";
import { decodeTable, encodeTable } from "../../../src/protocol/sync-codec.ts";
import { isWireTable } from "../../../src/protocol/sync-page-check.ts";

it("writes class lists as the database holds them, in each form of a column", () => {
  const fox = '[{"className":"fox","averageConfidence":0.9}]';
  const other = '[{"className":"\\"odd\\", deer","averageConfidence":0.5}]';
  const lists = {
    all: [fox, fox, fox, fox],
    dictionary: [fox, null, fox, other, fox, fox, other, fox],
    list: [fox, null, other, "[]"],
    none: [null, null],
  };
  for (const [form, texts] of Object.entries(lists)) {
    const insight_id = texts.map((_, at) => String(at * 7));
    const text = tableText(encodeTable({ insight_id, class_list: texts }, texts.length, ["4"]));
    const parsed = texts.map((list) => (list === null ? null : JSON.parse(list)));
    const table = JSON.parse(text);
    expect(isWireTable(table), form).toBe(true);
    expect(table.gone).toEqual(["4"]);
    const read = decodeTable(table).class_list ?? parsed.map(() => null);
    expect(read, form).toEqual(parsed);
  }
});
