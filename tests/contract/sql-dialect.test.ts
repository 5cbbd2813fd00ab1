import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../../server/db/json-text.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";
import { addDevice, insightRow } from "./sample-rows.ts";

/** Texts that break incorrect JSON encoders. */
const TEXTS = [
  "plain",
  'quote " and \\ backslash',
  "line\nbreak\ttab\u0001",
  "Füchse und 狐 🦊",
  "",
  "</script>",
];
const NUMBERS = [0, 1, -1, 0.1, 0.1 + 0.2, 1 / 3, 0.00000455, -31.95351234567891, 1e-12, 123456789.125];
const TIMES = [
  0, 1, -1, -62_135_596_800_000, 915_148_799_999, 1_700_000_000_001, 1_709_164_800_000, 4_102_444_800_000,
  253_402_300_799_999,
];

describe.each(DATABASE_KINDS)("pieces of SQL on $name", (kind) => {
  let opened: OpenedDatabase;
  let device = 0;
  beforeAll(async () => {
    opened = await kind.open();
    device = await addDevice(opened.db, "SQL-1");
  });
  afterAll(() => opened.close());

  async function insertInsights(rows: readonly Record<string, string | number | null>[]) {
    await opened.db.write(async (t) => {
      await t.deleteFrom("insights").execute();
      await opened.db.dialect.insertMany(t, "insights", rows);
    });
  }

  async function readJson(fields: Record<string, RawBuilder<unknown>>, none = false): Promise<unknown> {
    const { db } = opened;
    const { json } = await db.reader
      .selectFrom(
        db.reader
          .selectFrom("insights")
          .selectAll()
          .where("insight_id", none ? "<" : ">", 0)
          .orderBy("insight_id")
          .as("i"),
      )
      .select(db.dialect.jsonRows(fields).as("json"))
      .executeTakeFirstOrThrow();
    return JSON.parse(textOf(json));
  }

  it("writes rows as one JSON array, fields in the order given, whatever the texts hold", async () => {
    await insertInsights(TEXTS.map((text, at) => ({ ...insightRow(device, `t${at}`), class_name: text })));
    const rows = (await readJson({ z: sql.ref("i.class_name"), a: sql.ref("i.source_id") })) as object[];
    expect(rows).toEqual(TEXTS.map((text, at) => ({ z: text, a: `t${at}` })));
    expect(Object.keys(rows[0] ?? {})).toEqual(["z", "a"]);
  });

  it("writes no rows as an empty array", async () => {
    expect(await readJson({ a: sql.ref("i.source_id") }, true)).toEqual([]);
  });

  it("writes numbers so that they read as they were", async () => {
    await insertInsights(NUMBERS.map((n, at) => ({ ...insightRow(device, `n${at}`), confidence: n })));
    const rows = await readJson({ n: sql.ref("i.confidence") });
    expect(rows).toEqual(NUMBERS.map((n) => ({ n })));
  });

  it("writes moments as ISO text to the millisecond, and unknown ones as null", async () => {
    await insertInsights([
      ...TIMES.map((ms, at) => ({ ...insightRow(device, `m${at}`), file_ctime: ms })),
      { ...insightRow(device, "none"), file_ctime: null },
    ]);
    const rows = await readJson({ at: opened.db.dialect.isoTime("i.file_ctime") });
    expect(rows).toEqual([...TIMES.map((ms) => ({ at: new Date(ms).toISOString() })), { at: null }]);
  });

  it("writes flags as booleans, kept JSON as JSON and ids as text", async () => {
    const classes = [{ className: "fox", averageConfidence: null }];
    await insertInsights([
      {
        ...insightRow(device, "f1"),
        is_from_lora: 1,
        class_list: JSON.stringify(classes),
        boxes: "[[0.5,1]]",
      },
      { ...insightRow(device, "f0"), is_from_lora: 0, class_list: "[]", boxes: null },
    ]);
    const { dialect } = opened.db;
    const rows = await readJson({
      flag: dialect.jsonFlag("i.is_from_lora"),
      list: dialect.jsonText("i.class_list"),
      boxes: dialect.jsonText("i.boxes"),
      id: dialect.textOf("i.class_id"),
      photo: dialect.textOf("i.photo_id"),
      unknownFlag: dialect.jsonFlag("i.photo_id"),
    });
    expect(rows).toEqual([
      { flag: true, list: classes, boxes: [[0.5, 1]], id: "3", photo: null, unknownFlag: null },
      { flag: false, list: [], boxes: null, id: "3", photo: null, unknownFlag: null },
    ]);
  });

  it("reads whole numbers as numbers and xid as text", async () => {
    await insertInsights([insightRow(device, "typed")]);
    const row = await opened.db.reader.selectFrom("insights").selectAll().executeTakeFirstOrThrow();
    expect(typeof row.insight_id).toBe("number");
    expect(row.time_stamp).toBe(insightRow(device, "typed").time_stamp);
    expect(row.confidence).toBe(0.8712);
    expect(row.xid).toMatch(/^\d+$/);
    const { count } = await opened.db.reader
      .selectFrom("insights")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it("sorts text by its bytes, capitals before small letters", async () => {
    const names = ["a", "B", "b", "A", "ä", "Z", "_"];
    await insertInsights(names.map((name, at) => ({ ...insightRow(device, `s${at}`), class_name: name })));
    const rows = await opened.db.reader
      .selectFrom("insights")
      .select("class_name")
      .orderBy("class_name")
      .execute();
    expect(rows.map((row) => row.class_name)).toEqual(["A", "B", "Z", "_", "a", "b", "ä"]);
  });

  it("gives many inserted rows increasing numbers in their order, and the table's defaults", async () => {
    const rows = Array.from({ length: 7_000 }, (_, at) => insightRow(device, `many${at}`));
    await insertInsights(rows);
    const stored = await opened.db.reader
      .selectFrom("insights")
      .select(["source_id", "insight_status", "set_aside"])
      .orderBy("insight_id")
      .execute();
    expect(stored.map((row) => row.source_id)).toEqual(rows.map((row) => row.source_id));
    expect(stored[0]).toMatchObject({ insight_status: "none", set_aside: 0 });
  });

  it("leaves rows in peace that are there already, and adds the others", async () => {
    await insertInsights([{ ...insightRow(device, "old"), class_name: "first" }]);
    const rows = [
      { ...insightRow(device, "old"), class_name: "second" },
      insightRow(device, "new"),
      insightRow(device, "new"),
    ];
    const unique = ["device_ref", "table_name", "source_id"];
    await opened.db.write((t) => opened.db.dialect.insertMany(t, "insights", rows, unique));
    const stored = await opened.db.reader
      .selectFrom("insights")
      .select(["source_id", "class_name"])
      .orderBy("insight_id")
      .execute();
    expect(stored).toEqual([
      { source_id: "old", class_name: "first" },
      { source_id: "new", class_name: "fox" },
    ]);
  });

  it("inserts nothing of a slice of which one row is refused", async () => {
    await insertInsights([]);
    const rows = [insightRow(device, "good"), insightRow(123_456, "orphan")];
    await expect(opened.db.write((t) => opened.db.dialect.insertMany(t, "insights", rows))).rejects.toThrow();
    expect(await opened.db.reader.selectFrom("insights").select("source_id").execute()).toEqual([]);
  });

  it("takes no column's name for SQL", async () => {
    const rows = [{ 'key") values (1); --': "x", value: "y" }];
    await expect(opened.db.write((t) => opened.db.dialect.insertMany(t, "meta", rows))).rejects.toThrow();
  });

  it("never uses a number again", async () => {
    await insertInsights([insightRow(device, "last")]);
    const newest = async () => {
      const row = await opened.db.reader
        .selectFrom("insights")
        .select("insight_id")
        .executeTakeFirstOrThrow();
      return row.insight_id;
    };
    const before = await newest();
    await insertInsights([insightRow(device, "next")]);
    expect(await newest()).toBeGreaterThan(before);
  });
});
