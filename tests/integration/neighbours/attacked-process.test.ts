import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";
import { PostgresDatabase } from "../../../server/db/postgres/postgres-database.ts";
import { SqliteDatabase } from "../../../server/db/sqlite/sqlite-database.ts";
import { BULK_STATUS } from "../../../src/domain/bulk-update.ts";
import {
  type AttackedPeople,
  addAttackedPeople,
  makeFeaturesEndless,
} from "../../support/neighbours/attacked-world.ts";
import { ATTACKS, startAttack } from "../../support/neighbours/attacks.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";
import { type SourceServer, startFromSource } from "../../support/server/server-from-source.ts";
import { makeTestApp } from "../../support/server/test-app.ts";

const END_WITHIN_MS = 10_000;
const ACCEPTED_AT_LEAST = 5;
const LIMIT_MS = 2_000;

describe.each(DATABASE_KINDS)(
  "a server in a process of its own that one member attacks, on $name",
  (kind) => {
    let opened: OpenedDatabase;
    let people: AttackedPeople;
    let server: SourceServer;
    beforeAll(async () => {
      opened = await kind.open();
      people = await addAttackedPeople(opened, { members: 4_000, largeRows: 400 });
      await makeFeaturesEndless(opened.db);
    });
    afterAll(async () => {
      await server?.kill();
      await opened.close();
    });

    /** A decision and an insight of the neighbour; both have names that a repeat is known by. */
    function neighboursCalls(url: string) {
      const { token, deviceId, deviceKey, insightIds } = people.neighbour;
      const post = async (path: string, bearer: string, body: unknown, headers = {}) => {
        const answer = await fetch(`${url}${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
        return { status: answer.status, message: (await answer.json()).message };
      };
      return {
        decide: (at: number) =>
          post(
            "/api/updates/",
            token,
            { insights: [{ insightId: insightIds[at], deviceId, insightStatus: "favorite" }] },
            { "idempotency-key": `decision-${at}` },
          ),
        send: (at: number) =>
          post("/api/ingest/insights", deviceKey, {
            insights: [{ source_id: `sent-${at}`, class_name: "lynx", confidence: 0.5 }],
          }),
      };
    }

    it("ends within 10 s when told to, in the middle of every attack, and loses nothing that it accepted (neighbour 1, 2, 3, 4)", async () => {
      server = await startFromSource({
        DATA_DIR: opened.dataDir,
        ...(opened.databaseUrl === null ? {} : { DATABASE_URL: opened.databaseUrl }),
      });
      const attacks = ATTACKS.map((attack) =>
        startAttack({ ...people.attacker, url: server.url }, attack, 2),
      );
      const calls = neighboursCalls(server.url);
      const accepted: { bulkId: string; sourceId: string }[] = [];
      let isTold = false;
      let haveEnough: () => void = () => undefined;
      const enough = new Promise<void>((resolve) => {
        haveEnough = resolve;
      });
      const neighbour = (async () => {
        for (let at = 0; !isTold; at += 1) {
          const decision = await calls.decide(at).catch(() => null);
          const sent = await calls.send(at).catch(() => null);
          if (decision?.status !== 200 || sent?.status !== 200) continue;
          accepted.push({ bulkId: decision.message.bulkId, sourceId: `sent-${at}` });
          if (accepted.length === ACCEPTED_AT_LEAST) haveEnough();
        }
      })();
      // The attacks were sent before, on connections of their own.
      await enough;
      const endless = Array.from({ length: 4 }, () =>
        fetch(`${server.url}/api/features`, {
          headers: { authorization: `Bearer ${people.attacker.token}` },
        }).then(
          ({ status }) => status,
          () => 0,
        ),
      );
      // Answered behind them, and by none of the readers, which they keep.
      await fetch(`${server.url}/api/nothing`);
      const endedAfterMs = await server.end();
      isTold = true;
      expect(endedAfterMs).toBeLessThan(END_WITHIN_MS);
      expect(new Set(await Promise.all(endless))).not.toContain(200);
      await neighbour;
      await Promise.all(attacks.map(({ stop }) => stop()));
      await expectStored(accepted);
    });

    /** Looks in a second server over the same data, which also finishes what was accepted. */
    async function expectStored(accepted: readonly { bulkId: string; sourceId: string }[]): Promise<void> {
      const { db } = opened;
      const test = await makeTestApp({ opened: { ...opened, close: async () => undefined } });
      const unfinished = async () => {
        const done = await db.reader
          .selectFrom("bulk_updates")
          .select("bulk_id")
          .where("status", "=", BULK_STATUS.completed)
          .execute();
        const bulkIds = new Set(done.map(({ bulk_id }) => String(bulk_id)));
        return accepted.filter(({ bulkId }) => !bulkIds.has(bulkId));
      };
      // Not to the end: the attacker has 20,000 decisions waiting.
      while ((await unfinished()).length > 0 && (await test.jobs.runOnce()));
      await test.close();
      const stored = await db.reader.selectFrom("insights").select("source_id").execute();
      const sourceIds = new Set(stored.map(({ source_id }) => source_id));
      expect(await unfinished()).toEqual([]);
      expect(accepted.filter(({ sourceId }) => !sourceIds.has(sourceId))).toEqual([]);
    }

    it("answers a query beyond its time limit with 503 and when to try again (neighbour 1)", async () => {
      const db: Database =
        opened.databaseUrl === null
          ? new SqliteDatabase({ file: join(opened.dataDir, SQLITE_FILE_NAME), readLimitMs: LIMIT_MS })
          : new PostgresDatabase(opened.databaseUrl, { limits: { readMs: LIMIT_MS, writeMs: LIMIT_MS } });
      const test = await makeTestApp({ opened: { ...opened, db, close: () => db.close() } });
      await test.app.listen({ host: "127.0.0.1", port: 0 });
      const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
      const get = (path: string, { token }: { token: string }) =>
        fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      const endless = get("/api/features", people.attacker);
      const page = await get("/api/insights/paginated", people.neighbour);
      expect(page.status).toBe(200);
      const { status, headers } = await endless;
      expect([status, headers.get("retry-after")]).toEqual([503, "30"]);
      await test.close();
    });
  },
);
