import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import type { Database } from "../../../server/db/database.ts";
import type { Dependencies } from "../../../server/dependencies.ts";
import { openSession } from "../../../server/features/sessions/service.ts";
import type { HttpApp } from "../../../server/http/http-app.ts";
import type { JobRunner } from "../../../server/jobs/job-runner.ts";
import type { DetectionBox } from "../../../src/domain/insight/detection-box.ts";
import type { Observation } from "../../../src/domain/insight/observation.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import { TestClock } from "../time/test-clock.ts";
import type { DatabaseKind } from "./databases.ts";
import type { OpenedDatabase } from "./opened-database.ts";
import { PhotosInMemory } from "./photos-in-memory.ts";
import { makeTestApp, type TestApp } from "./test-app.ts";

/** 2026-03-01T00:00:00Z, when these tests' clock starts. */
export const START_MS = Date.UTC(2026, 2, 1);

export interface Person {
  readonly userId: number;
  readonly username: string;
  readonly token: string;
}

export interface InsightSeed {
  source_id?: string;
  table_name?: string;
  class_name?: string;
  class_id?: number | null;
  class_list?: readonly { className: string; averageConfidence: number | null }[];
  boxes?: readonly DetectionBox[];
  observation?: Observation;
  confidence?: number | null;
  group_confidence?: number | null;
  is_from_lora?: number;
  time_stamp?: number;
  file_ctime?: number | null;
  latitude?: number | null;
  longitude?: number | null;
  collection_id?: number | null;
  insight_status?: string;
}

/** A whole server over one database, with people, Sentinels and insights inserted into the tables. */
export class InsightWorld {
  readonly test: TestApp;
  readonly db: Database;
  readonly app: HttpApp;
  readonly deps: Dependencies;
  readonly clock: TestClock;
  readonly photos: PhotosInMemory;
  readonly runner: JobRunner;
  readonly opened: OpenedDatabase;
  #serial = 0;

  private constructor(test: TestApp, photos: PhotosInMemory) {
    this.test = test;
    this.db = test.db;
    this.deps = test.deps;
    this.app = test.app;
    this.runner = test.jobs;
    this.clock = test.clock;
    this.opened = test.opened;
    this.photos = photos;
  }

  static async open(kind: DatabaseKind): Promise<InsightWorld> {
    return InsightWorld.over(await kind.open());
  }

  /** A server over existing data. */
  static async over(opened: OpenedDatabase): Promise<InsightWorld> {
    const photos = new PhotosInMemory();
    const test = await makeTestApp({
      opened,
      photos,
      clock: new TestClock(START_MS),
      // Ids that no earlier server over the same data has used.
      ids: { uuid: randomUUID },
      env: { SESSION_DAYS: "365" },
    });
    return new InsightWorld(test, photos);
  }

  async close(): Promise<void> {
    await this.runner.stop();
    await this.test.close();
  }

  async person(role: "member" | "restricted" = "member"): Promise<Person> {
    const username = `ranger-${++this.#serial}`;
    const { userId, token } = await this.db.write(async (transaction) => {
      const { user_id } = await transaction
        .insertInto("users")
        .values({
          email: `${username}@example.org`,
          email_key: `${username}@example.org`,
          username,
          username_key: username,
          first_name: "Ada",
          last_name: "Ranger",
          phone_number: "",
          country: "",
          password_hash: "none",
          role,
          image_key: null,
          created_at: START_MS,
        })
        .returning("user_id")
        .executeTakeFirstOrThrow();
      return { userId: user_id, token: await openSession(this.deps, transaction, user_id, null) };
    });
    return { userId, username, token };
  }

  /** A Sentinel of the given people. */
  async device(...people: readonly Person[]): Promise<{ ref: number; id: string }> {
    const id = `cam-${++this.#serial}`;
    const ref = await this.db.write(async (transaction) => {
      const { device_ref } = await transaction
        .insertInto("devices")
        .values({
          device_id: id,
          device_name: `Camera ${id}`,
          allow_complete_images: 1,
          allow_wifi_insights: 0,
          created_at: START_MS,
        } as never)
        .returning("device_ref")
        .executeTakeFirstOrThrow();
      return device_ref;
    });
    for (const person of people) await this.grant(ref, person);
    return { ref, id };
  }

  async grant(deviceRef: number, person: Person, afterInsightId = 0): Promise<void> {
    await this.db.write((transaction) =>
      transaction
        .insertInto("device_users")
        .values({
          device_ref: deviceRef,
          user_id: person.userId,
          after_insight_id: afterInsightId,
          granted_at: this.clock.now(),
        })
        .execute(),
    );
  }

  async revoke(deviceRef: number, person: Person): Promise<void> {
    await this.db.write((transaction) =>
      transaction
        .deleteFrom("device_users")
        .where("device_ref", "=", deviceRef)
        .where("user_id", "=", person.userId)
        .execute(),
    );
  }

  /** A group of a person with these Sentinels; answers its id. */
  async group(person: Person, group_name: string, deviceRefs: readonly number[]): Promise<number> {
    const user_id = person.userId;
    return this.db.write(async (transaction) => {
      const { group_id } = await transaction
        .insertInto("groups")
        .values({ user_id, group_name, created_on: START_MS, updated_on: START_MS })
        .returning("group_id")
        .executeTakeFirstOrThrow();
      for (const device_ref of deviceRefs) {
        await transaction.insertInto("group_devices").values({ user_id, device_ref, group_id }).execute();
      }
      return group_id;
    });
  }

  /** Insights of a Sentinel, by default one a minute; answers their ids, in order. */
  async insights(deviceRef: number, seeds: readonly InsightSeed[]): Promise<string[]> {
    const rows = seeds.map((seed) => {
      const serial = ++this.#serial;
      const { class_list, boxes, observation, ...fields } = seed;
      const className = seed.class_name ?? "lynx";
      const confidence = seed.confidence === undefined ? 0.5 : seed.confidence;
      return {
        device_ref: deviceRef,
        table_name: "insights",
        source_id: `IMG_${serial}`,
        alg_id: null,
        class_name: className,
        class_id: null,
        confidence,
        group_confidence: null,
        is_from_lora: 0,
        time_stamp: START_MS + serial * 60_000,
        file_ctime: null,
        comms_source: null,
        latitude: null,
        longitude: null,
        collection_id: null,
        origin: "machine",
        insight_status: "none",
        ...fields,
        boxes: boxes === undefined ? null : JSON.stringify(boxes),
        observation: observation === undefined ? null : JSON.stringify(observation),
        class_list: JSON.stringify(class_list ?? [{ className, averageConfidence: confidence }]),
      };
    });
    await this.db.write((transaction) => this.db.dialect.insertMany(transaction, "insights", rows));
    const found = await this.db.reader
      .selectFrom("insights")
      .select(["insight_id", "source_id"])
      .where("device_ref", "=", deviceRef)
      .execute();
    const ids = new Map(found.map((row) => [row.source_id, String(row.insight_id)]));
    return rows.map((row) => ids.get(row.source_id) ?? "missing");
  }

  async collection(deviceRef: number, window: { start: number; end: number }): Promise<number> {
    const { collection_id } = await this.db.write((transaction) =>
      transaction
        .insertInto("collections")
        .values({
          device_ref: deviceRef,
          source_id: `burst-${++this.#serial}`,
          window_start: window.start,
          window_end: window.end,
        })
        .returning("collection_id")
        .executeTakeFirstOrThrow(),
    );
    return collection_id;
  }

  /** A photo of an insight, as an import leaves it; answers its key. */
  async photo(
    insightId: string,
    bytes: Buffer,
    createdAt = this.clock.now(),
  ): Promise<{ key: string; hash: string }> {
    const stored = await this.photos.put(bytes);
    const key = await this.db.write(async (transaction) => {
      const insight = await transaction
        .selectFrom("insights")
        .select(["device_ref", "table_name"])
        .where("insight_id", "=", Number(insightId))
        .executeTakeFirstOrThrow();
      await this.db.dialect.insertMany(
        transaction,
        "photo_files",
        [
          {
            content_hash: stored.contentHash,
            media_type: stored.mediaType,
            bytes: stored.bytes,
            width: stored.width,
            height: stored.height,
            created_at: createdAt,
          },
        ],
        ["content_hash"],
      );
      const { photo_id } = await transaction
        .insertInto("photos")
        .values({
          insight_id: Number(insightId),
          device_ref: insight.device_ref,
          table_name: insight.table_name,
          content_hash: stored.contentHash,
          source_name: null,
          created_at: createdAt,
        })
        .returning("photo_id")
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable("insights")
        .set({ photo_id, photo_created_at: createdAt })
        .where("insight_id", "=", Number(insightId))
        .execute();
      return String(photo_id);
    });
    return { key, hash: stored.contentHash };
  }

  /** Sets all insights of a Sentinel aside, or with 0 brings them back. */
  async setAside(deviceRef: number, set_aside = 1): Promise<void> {
    await this.db.write((transaction) =>
      transaction.updateTable("insights").set({ set_aside }).where("device_ref", "=", deviceRef).execute(),
    );
  }

  get(person: Person, url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.app.inject({
      method: "GET",
      url,
      headers: { authorization: `Bearer ${person.token}`, ...headers },
    });
  }

  /** The `message` of a GET that must succeed. */
  async message<T>(person: Person, url: string): Promise<T> {
    const answer = await this.get(person, url);
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json().message;
  }

  /** Posts a bulk update. */
  postUpdates(person: Person, insights: unknown, key?: string): Promise<LightMyRequestResponse> {
    return this.app.inject({
      method: "POST",
      url: "/api/updates/",
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      payload: { insights } as object,
    });
  }

  async sync(person: Person, cursor: string | null, query = ""): Promise<SyncPage> {
    const at = cursor === null ? "" : `cursor=${cursor}&`;
    const answer = await this.get(person, `/api/sync?${at}${query}`);
    if (answer.statusCode !== 200) throw new Error(`sync answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  }
}
