import { readdir, stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hashSecret, newSecret } from "../../../server/features/sessions/token.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { fieldPhoto } from "../../support/server/ingest-world.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";
import { type SourceServer, startFromSource } from "../../support/server/server-from-source.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const BATCHES = 6;
const A_BATCH = 500;
const UPDATED = 12;

/**
 * A real server process, killed while one Sentinel is in the middle of a photo, others of batches and all of their
 * update reports, and started again over the same data.
 */
describe.each(DATABASE_KINDS)("a server that is killed, on $name", (kind) => {
  let opened: OpenedDatabase;
  let server: SourceServer;
  let photo: Buffer;
  let half: number;
  let updateId: number;
  /** The answers of the killed server, and the state that it left. */
  let answeredBatches: (number | null)[];
  let answeredReports: (number | null)[];
  let heldBatches: Map<number, number>;
  let heldTargets: Awaited<ReturnType<typeof targets>>;
  const keys: string[] = [];

  beforeAll(async () => {
    opened = await kind.open();
    photo = await fieldPhoto(11, 400);
    half = Math.floor(photo.length / 2);
    for (let at = 0; at < UPDATED; at += 1) keys.push(await addCamera(`CAM-${at}`));
    updateId = await orderUpdate();
    server = await start();
    const line = await beginPhoto("a");
    const batches = Array.from({ length: BATCHES }, (_, at) =>
      sendBatch(at).then(
        () => at,
        () => null,
      ),
    );
    const reports = keys.map((key) => report(key).catch(() => null));
    // The others are anywhere between their first byte and their commit.
    await Promise.all([Promise.race(batches), Promise.race(reports)]);
    await server.kill();
    line.destroy();
    [answeredBatches, answeredReports] = await Promise.all([Promise.all(batches), Promise.all(reports)]);
    [heldBatches, heldTargets] = [await counts(), await targets()];
    server = await start();
  });
  afterAll(async () => {
    await server?.kill();
    await opened?.close();
  });

  const start = () =>
    startFromSource({
      DATA_DIR: opened.dataDir,
      ...(opened.databaseUrl === null ? {} : { DATABASE_URL: opened.databaseUrl }),
    });

  async function addCamera(device_id: string): Promise<string> {
    const key = newSecret();
    await opened.db.write(async (transaction) => {
      const { device_ref } = await transaction
        .insertInto("devices")
        .values({ device_id, allow_complete_images: 0, allow_wifi_insights: 0, created_at: 0 } as never)
        .returning("device_ref")
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("device_keys")
        .values({ device_ref, key_hash: hashSecret(key), made_at: 0 })
        .execute();
    });
    return key;
  }

  async function post(key: string | undefined, path: string, body: unknown) {
    const answer = await fetch(`${server.url}/api/ingest/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { message: { result: string; insight_id: string }[] };
  }

  const sendBatch = (at: number) =>
    post(keys[at % 3], "insights", {
      insights: Array.from({ length: A_BATCH }, (_, item) => ({
        source_id: `b${at}-${item}`,
        class_name: "lynx",
        collection_id: `burst-${at}`,
      })),
    });

  const report = async (key: string): Promise<number> => {
    const answer = await fetch(`${server.url}/api/ingest/update/${updateId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ status: "success" }),
    });
    return answer.status;
  };

  /** Sends half of a photo and keeps the connection open. */
  async function beginPhoto(sourceId: string): Promise<Socket> {
    const [key] = keys;
    await post(key, "insights", { insights: [{ source_id: sourceId, class_name: "lynx" }] });
    const line = connect(server.port, "127.0.0.1");
    line.on("error", () => undefined);
    line.write(
      `PUT /api/ingest/insights/${sourceId}/photo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: image/jpeg\r\nContent-Length: ${photo.length}\r\n\r\n`,
    );
    line.write(photo.subarray(0, half));
    await vi.waitFor(async () => expect(await heldBytes()).toBe(half), WAIT);
    return line;
  }

  it("in the middle of a photo goes on from the bytes that had come", async () => {
    expect(await put("a", "*")).toEqual({ received: half, complete: false, path: null });
    expect(await put("a", `${half}-${photo.length - 1}`, photo.subarray(half))).toMatchObject({
      received: photo.length,
      complete: true,
    });
    const stored = await opened.db.reader.selectFrom("photo_files").select("bytes").execute();
    expect(stored).toEqual([{ bytes: photo.length }]);
  });

  it("leaves no photo to a line that fell silent: a new one goes on, and the old one ends", async () => {
    const line = await beginPhoto("silent");
    const ended = new Promise<void>((resolve) => line.once("close", () => resolve()));
    expect(await put("silent", `${half}-${photo.length - 1}`, photo.subarray(half))).toMatchObject({
      received: photo.length,
      complete: true,
    });
    await ended;
  });

  async function put(sourceId: string, range: string, body?: Buffer): Promise<unknown> {
    const answer = await fetch(`${server.url}/api/ingest/insights/${sourceId}/photo`, {
      method: "PUT",
      headers: { authorization: `Bearer ${keys[0]}`, "content-range": `bytes ${range}/${photo.length}` },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    return ((await answer.json()) as { message: unknown }).message;
  }

  async function heldBytes(): Promise<number> {
    const folder = join(opened.dataDir, "uploads");
    const [name] = await readdir(folder).catch(() => []);
    return name === undefined ? 0 : (await stat(join(folder, name))).size;
  }

  it("in the middle of a batch took all of it or nothing, and what it answered is there", async () => {
    for (let at = 0; at < BATCHES; at += 1) {
      const held = heldBatches.get(at) ?? 0;
      expect([0, A_BATCH]).toContain(held);
      if (answeredBatches.includes(at)) expect(held).toBe(A_BATCH);
      const { message } = await sendBatch(at);
      expect(new Set(message.map(({ result }) => result))).toEqual(
        new Set([held > 0 ? "duplicate" : "created"]),
      );
    }
    expect([...(await counts()).values()]).toEqual(Array.from({ length: BATCHES }, () => A_BATCH));
  });

  async function counts(): Promise<Map<number, number>> {
    const rows = await opened.db.reader
      .selectFrom("insights")
      .select("source_id")
      .where("source_id", "like", "b%-%")
      .execute();
    const found = new Map<number, number>();
    for (const { source_id } of rows) {
      const at = Number(/^b(\d+)-/.exec(source_id)?.[1]);
      found.set(at, (found.get(at) ?? 0) + 1);
    }
    return new Map([...found].sort(([a], [b]) => a - b));
  }

  it("in the middle of an update's reports keeps each whole or not at all, and the rest may come again", async () => {
    for (const [at, { status, cycle_time }] of heldTargets.entries()) {
      expect(cycle_time).toBe(status === "success" ? 240 : null);
      if (answeredReports[at] === 200) expect(status).toBe("success");
    }
    for (const key of keys) expect(await report(key)).toBe(200);
    for (const { whole, cycle_time } of await targets())
      expect([whole, cycle_time]).toEqual(["success", 240]);
  });

  async function orderUpdate(): Promise<number> {
    return opened.db.write(async (transaction) => {
      const { user_id } = await transaction
        .insertInto("users")
        .values({
          ...{ email: "a@example.org", email_key: "a@example.org", username: "a", username_key: "a" },
          ...{ first_name: "", last_name: "", phone_number: "", country: "", password_hash: "" },
          ...{ role: "member", created_at: 0 },
        })
        .returning("user_id")
        .executeTakeFirstOrThrow();
      const { release_id } = await transaction
        .insertInto("releases")
        .values({ name: "Spring", description: null, components: "[]", created_at: 0 })
        .returning("release_id")
        .executeTakeFirstOrThrow();
      const { device_update_id } = await transaction
        .insertInto("device_updates")
        .values({
          ...{ user_id, release_id, firmware_release_tag: "release", cycle_time: 240, trigger_number: 30 },
          ...{ satellite_fix_time: null, satellite_passes: null, status: "pending", created_at: 0 },
        })
        .returning("device_update_id")
        .executeTakeFirstOrThrow();
      const devices = await transaction.selectFrom("devices").select("device_ref").execute();
      await transaction
        .insertInto("device_update_targets")
        .values(
          devices.map(({ device_ref }) => ({
            ...{ device_update_id, device_ref, status: "pending", reported_at: null, detail: null },
          })),
        )
        .execute();
      return device_update_id;
    });
  }

  function targets() {
    return opened.db.reader
      .selectFrom("device_update_targets as t")
      .innerJoin("devices as d", "d.device_ref", "t.device_ref")
      .innerJoin("device_updates as u", "u.device_update_id", "t.device_update_id")
      .where("t.device_update_id", "=", updateId)
      .select(["t.status", "d.cycle_time", "u.status as whole"])
      .orderBy("t.device_ref")
      .execute();
  }
});
