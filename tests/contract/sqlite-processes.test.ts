import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseBusy, DatabaseLost } from "../../server/db/database-errors.ts";
import { SQLITE_FILE_NAME } from "../../server/db/open-database.ts";
import { SqliteDatabase } from "../../server/db/sqlite/sqlite-database.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";
import { inOrder, pull, serverStatuses, startMirror } from "./feed-mirror.ts";
import { addDevice, insightRow } from "./sample-rows.ts";

const SECOND_PROCESS = fileURLToPath(new URL("./sqlite-second-process.ts", import.meta.url));

describe("SQLite among several processes and crashes", () => {
  let opened: OpenedDatabase;
  let db: SqliteDatabase;
  let device = 0;
  beforeAll(async () => {
    const sqlite = DATABASE_KINDS.find((kind) => kind.name === "SQLite");
    if (!sqlite) throw new Error("SQLite is always there.");
    opened = await sqlite.open();
    if (!(opened.db instanceof SqliteDatabase)) throw new Error("This is not SQLite.");
    db = opened.db;
    device = await addDevice(db, "PROC-1");
  });
  afterAll(() => opened.close());

  const start = (...args: string[]) =>
    spawn(process.execPath, ["--import", "tsx", SECOND_PROCESS, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  const insert = (sourceId: string) =>
    db.write((t) => t.insertInto("insights").values(insightRow(device, sourceId)).execute());
  const count = async (sourceId: string) => {
    const { count } = await db.reader
      .selectFrom("insights")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("source_id", "like", sourceId)
      .executeTakeFirstOrThrow();
    return count;
  };
  const open = () => new SqliteFile(join(opened.dataDir, SQLITE_FILE_NAME));

  it("keeps every row of two processes that write at once, and its feed sends them all", async () => {
    const mirror = await startMirror(db);
    const other = start("insert", opened.dataDir, String(device), "other", "30", "20");
    const ended = once(other, "exit");
    let mine = 0;
    while (other.exitCode === null && mine < 5_000) {
      await insert(`mine-${mine}`);
      mine += 1;
      if (mine % 10 === 0) await pull(db, mirror, 100);
    }
    const [exitCode] = await ended;
    expect(exitCode).toBe(0);
    await pull(db, mirror, 1_000);
    expect(await count("other-%")).toBe(600);
    expect(await count("mine-%")).toBe(mine);
    expect(inOrder(mirror.statuses)).toEqual([...(await serverStatuses(db))]);
  });

  it("waits for a writer in another process without stopping reads or this thread", async () => {
    const other = open();
    other.exec("begin immediate");
    let written = false;
    const writing = insert("waited").then(() => {
      written = true;
    });
    for (let read = 0; read < 20; read += 1) expect(await count("waited")).toBe(0);
    expect(written).toBe(false);
    other.exec("commit");
    other.close();
    await writing;
    expect(await count("waited")).toBe(1);
  });

  it("says that the database is busy when another process never lets go, and writes again when it has", async () => {
    const other = open();
    other.exec("begin immediate");
    const hasty = new SqliteDatabase({
      file: join(opened.dataDir, SQLITE_FILE_NAME),
      writeRetryMs: 0,
      busyTimeoutMs: 20,
    });
    const put = () => hasty.write((t) => t.insertInto("meta").values({ key: "hasty", value: "1" }).execute());
    await expect(put()).rejects.toBeInstanceOf(DatabaseBusy);
    other.exec("rollback");
    other.close();
    await put();
    await hasty.close();
    expect(await db.reader.selectFrom("meta").selectAll().where("key", "=", "hasty").execute()).toHaveLength(
      1,
    );
  });

  it("numbers rows that a bare SQLite client writes", async () => {
    const mirror = await startMirror(db);
    const other = open();
    other
      .prepare(
        `insert into insights (device_ref, table_name, source_id, class_name, class_list, time_stamp, origin)
         values (?, 'insights', 'by hand', 'fox', '[]', 1, 'human')`,
      )
      .run(device);
    other.prepare("update insights set insight_status = 'archive' where source_id like 'by hand'").run();
    other.close();
    expect(await pull(db, mirror)).toBe(1);
    expect([...mirror.statuses.values()].at(-1)).toBe("archive");
  });

  it("rolls back what a killed process left half done, and writes on", async () => {
    const other = start("hold", opened.dataDir, String(device), "killed process");
    await once(other.stdout, "data");
    const ended = once(other, "exit");
    other.kill("SIGKILL");
    await ended;
    expect(await count("killed process")).toBe(0);
    await insert("after the kill");
    expect(await count("after the kill")).toBe(1);
  });

  it("rolls back what a killed thread left half done, fails its callers and starts again", async () => {
    const killed = db.write(async (t) => {
      await t.insertInto("insights").values(insightRow(device, "killed thread")).execute();
      await db.killWriter();
      await t.insertInto("insights").values(insightRow(device, "second half")).execute();
    });
    const queued = insert("waited in the queue");
    await expect(killed).rejects.toBeInstanceOf(DatabaseLost);
    expect(await count("killed thread")).toBe(0);
    expect(await count("second half")).toBe(0);
    await insert("after the crash");
    expect(await count("after the crash")).toBe(1);
    await queued;
    expect(await count("waited in the queue")).toBe(1);
  });

  it("does not commit what caught the loss of its thread", async () => {
    const killed = db.write(async (t) => {
      await t.insertInto("insights").values(insightRow(device, "caught 1")).execute();
      await db.killWriter();
      await t
        .insertInto("insights")
        .values(insightRow(device, "caught 2"))
        .execute()
        .catch(() => undefined);
    });
    await expect(killed).rejects.toThrow();
    expect(await count("caught %")).toBe(0);
  });

  it("answers nothing any more once it is closed, and does so at once", async () => {
    const other = await opened.again();
    await other.close();
    await expect(other.ping()).rejects.toThrow("closed");
    await expect(other.write(async () => 1)).rejects.toThrow("closed");
  });
});
