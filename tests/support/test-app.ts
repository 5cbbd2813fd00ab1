import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { type AppOptions, buildApp } from "../../server/app.ts";
import { loadConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import type { Dependencies } from "../../server/dependencies.ts";
import { hashPassword } from "../../server/features/account/password-hash.ts";
import { insertUser } from "../../server/features/account/repository.ts";
import { openSession } from "../../server/features/sessions/service.ts";
import { FolderModelStore } from "../../server/files/model-folder.ts";
import { FolderPhotoStore } from "../../server/files/photo-folder.ts";
import type { PhotoStore } from "../../server/files/photo-store.ts";
import { JobRunner } from "../../server/jobs/job-runner.ts";
import type { Mailer } from "../../server/providers/mailer.ts";
import type { Role } from "../../src/domain/role.ts";
import type { DatabaseKind, OpenedDatabase } from "./databases.ts";
import { MailBox } from "./mail.ts";
import { countingIds, TestClock } from "./test-clock.ts";

export const TEST_PASSWORD = "Fern-and-Moss-7";

export interface TestAppOptions extends AppOptions {
  /** Settings as the environment would give them. */
  env?: Record<string, string>;
  clock?: TestClock;
  /** Which database it works on, a new one; SQLite where left out. */
  kind?: DatabaseKind;
  photos?: PhotoStore;
  mailer?: Mailer;
}

export interface TestUser {
  readonly userId: number;
  readonly email: string;
  readonly username: string;
  readonly token: string;
}

export type TestApp = Awaited<ReturnType<typeof makeTestApp>>;

/** The whole server without a port: temporary folder, SQLite, a clock that the test moves, mails in memory. */
export async function makeTestApp(options: TestAppOptions = {}) {
  const opened = await (options.kind?.open() ?? openSqlite());
  const { db, dataDir } = opened;
  const config = loadConfig({ LOG_LEVEL: "silent", DATA_DIR: dataDir, ...options.env });
  const clock = options.clock ?? new TestClock();
  const mailBox = new MailBox();
  const deps: Dependencies = {
    config,
    db,
    photos: options.photos ?? new FolderPhotoStore(dataDir),
    models: new FolderModelStore(dataDir),
    mailer: options.mailer ?? mailBox,
    clock,
    ids: countingIds(),
  };
  // Not started: a bulk update is applied when the test says so, by jobs.runOnce().
  const jobs = new JobRunner(deps);
  const app = await buildApp(deps, {
    webAppFolder: join(dataDir, "no-web-app"),
    bulkUpdateWorker: jobs,
    ...options,
  });
  await app.ready();

  /** One request; a token or a user signs it. */
  async function call(
    method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "OPTIONS",
    url: string,
    request: Omit<InjectOptions, "method" | "url" | "body"> & {
      as?: TestUser | string | undefined;
      body?: unknown;
    } = {},
  ): Promise<LightMyRequestResponse> {
    const { as, body, headers, ...rest } = request;
    const token = typeof as === "object" ? as.token : as;
    return app.inject({
      ...rest,
      method,
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions["payload"]> }),
    });
  }

  /** A signed-in user, made straight in the database; every one's password is TEST_PASSWORD. */
  async function addUser(name: string, role: Role = "member"): Promise<TestUser> {
    const email = `${name}@example.org`;
    const passwordHash = await testPasswordHash();
    return db.write(async (transaction) => {
      const userId = await insertUser(transaction, {
        email,
        username: name,
        firstName: name,
        lastName: "Test",
        phoneNumber: "7000000000",
        country: "Kenya",
        passwordHash,
        role,
        nowMs: clock.now(),
      });
      if (userId === null) throw new Error(`There is a user ${name} already.`);
      return { userId, email, username: name, token: await openSession(deps, transaction, userId, "test") };
    });
  }

  /** One more session of a user. */
  async function signInAgain(user: TestUser, userAgent: string | null = "another test"): Promise<TestUser> {
    const token = await db.write((transaction) => openSession(deps, transaction, user.userId, userAgent));
    return { ...user, token };
  }

  /** A token that was good and has run out: the same user's, on a session that ended a moment ago. */
  async function expiredToken(user: TestUser): Promise<string> {
    const { token } = await signInAgain(user, "expired");
    await db.write((transaction) =>
      transaction
        .updateTable("sessions")
        .set({ expires_at: clock.now() })
        .where("user_agent", "=", "expired")
        .execute(),
    );
    return token;
  }

  /** A Sentinel, assigned to these users. */
  async function addDevice(
    deviceId: string,
    owners: readonly TestUser[],
    columns: object = {},
  ): Promise<number> {
    return db.write(async (transaction) => {
      const { device_ref } = await transaction
        .insertInto("devices")
        .values({
          ...EMPTY_DEVICE,
          device_id: deviceId,
          created_at: clock.now(),
          ...columns,
        })
        .returning("device_ref")
        .executeTakeFirstOrThrow();
      for (const { userId } of owners) {
        await transaction
          .insertInto("device_users")
          .values({ device_ref, user_id: userId, after_insight_id: 0, granted_at: clock.now() })
          .execute();
      }
      return device_ref;
    });
  }

  async function addGroup(owner: TestUser, name: string, deviceRefs: readonly number[]): Promise<string> {
    return db.write(async (transaction) => {
      const { group_id } = await transaction
        .insertInto("groups")
        .values({
          user_id: owner.userId,
          group_name: name,
          deployment_description: null,
          created_on: clock.now(),
          updated_on: clock.now(),
        })
        .returning("group_id")
        .executeTakeFirstOrThrow();
      for (const device_ref of deviceRefs) {
        await transaction
          .insertInto("group_devices")
          .values({ user_id: owner.userId, device_ref, group_id })
          .execute();
      }
      return String(group_id);
    });
  }

  async function addAlert(owner: TestUser, deviceRef: number, status = "new"): Promise<string> {
    const { alert_id } = await db.write((transaction) =>
      transaction
        .insertInto("alerts")
        .values({
          user_id: owner.userId,
          device_ref: deviceRef,
          alert_type: "low_battery",
          summary: "Battery at 3.1 V",
          status,
          created_at: clock.now(),
        })
        .returning("alert_id")
        .executeTakeFirstOrThrow(),
    );
    return String(alert_id);
  }

  /** A model in these accounts, deployed on these Sentinels. */
  async function addModel(
    name: string,
    owners: readonly TestUser[],
    deviceRefs: readonly number[],
    columns: object = {},
  ): Promise<string> {
    return db.write(async (transaction) => {
      const { alg_id } = await transaction
        .insertInto("algs")
        .values({ ...EMPTY_MODEL, alg_name: name, date_created: clock.now(), ...columns })
        .returning("alg_id")
        .executeTakeFirstOrThrow();
      for (const { userId } of owners) {
        await transaction
          .insertInto("user_algs")
          .values({ user_id: userId, alg_id, added_at: clock.now() })
          .execute();
      }
      for (const device_ref of deviceRefs) {
        await transaction.insertInto("deployments").values({ device_ref, alg_id }).execute();
      }
      return String(alg_id);
    });
  }

  /** A model's file in the storage; answers the columns that name it. */
  async function storeModelFile(content: string | Buffer) {
    const { bucket, path, md5 } = await deps.models.put(Readable.from([Buffer.from(content)]), ".tflite");
    return { alg_bucket: bucket, alg_path: path, md5_checksum: md5 };
  }

  /** A release of these models, approved for these users. */
  async function addRelease(
    name: string,
    approvedFor: readonly TestUser[],
    algIds: readonly string[] = [],
  ): Promise<string> {
    const components = algIds.map((algMetadataId) => ({ ...EMPTY_COMPONENT, algMetadataId }));
    return db.write(async (transaction) => {
      const { release_id } = await transaction
        .insertInto("releases")
        .values({
          name,
          description: null,
          components: JSON.stringify(components),
          created_at: clock.now(),
        })
        .returning("release_id")
        .executeTakeFirstOrThrow();
      for (const { userId } of approvedFor) {
        await transaction
          .insertInto("user_releases")
          .values({ user_id: userId, release_id, assigned_at: clock.now() })
          .execute();
      }
      return String(release_id);
    });
  }

  /** One insight with its photo. */
  async function addInsight(
    deviceRef: number,
    photo: Buffer,
  ): Promise<{ insightId: string; photoKey: string }> {
    const { contentHash: content_hash, mediaType: media_type, ...file } = await deps.photos.put(photo);
    return db.write(async (transaction) => {
      const created_at = clock.now();
      await transaction
        .insertInto("photo_files")
        .values({ ...file, content_hash, media_type, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { insight_id } = await transaction
        .insertInto("insights")
        .values({
          ...EMPTY_INSIGHT,
          device_ref: deviceRef,
          source_id: deps.ids.uuid(),
          time_stamp: created_at,
        })
        .returning("insight_id")
        .executeTakeFirstOrThrow();
      const { photo_id } = await transaction
        .insertInto("photos")
        .values({
          insight_id,
          device_ref: deviceRef,
          table_name: EMPTY_INSIGHT.table_name,
          content_hash,
          source_name: null,
          created_at,
        })
        .returning("photo_id")
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable("insights")
        .set({ photo_id, photo_created_at: created_at })
        .where("insight_id", "=", insight_id)
        .execute();
      return { insightId: String(insight_id), photoKey: String(photo_id) };
    });
  }

  return {
    app,
    deps,
    config,
    db,
    clock,
    mailBox,
    jobs,
    dataDir,
    call,
    addUser,
    signInAgain,
    expiredToken,
    addDevice,
    addGroup,
    addAlert,
    addModel,
    storeModelFile,
    addRelease,
    addInsight,
    async close() {
      await app.close();
      await opened.close();
    },
  };
}

async function openSqlite(): Promise<Pick<OpenedDatabase, "db" | "dataDir" | "close">> {
  const dataDir = await mkdtemp(join(tmpdir(), "understory-app-"));
  const db = await openDatabase({ databaseUrl: null, dataDir });
  await db.migrate();
  return {
    db,
    dataDir,
    async close() {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let passwordHash: Promise<string> | null = null;

function testPasswordHash(): Promise<string> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  return passwordHash;
}

const EMPTY_DEVICE = {
  device_name: null,
  preferred_name: null,
  description: null,
  location_name: null,
  location_description: null,
  latitude: null,
  longitude: null,
  last_seen: null,
  cycle_time: null,
  trigger_number: null,
  sync_time: null,
  memory_remaining: null,
  images_processed: null,
  battery_voltage: null,
  summary: null,
  allow_complete_images: 0,
  allow_wifi_insights: 0,
  satellite_uid: null,
  lora_uid: null,
  software_version: null,
  hardware_id: null,
  mcu_version: null,
  cell_uid: null,
  sat_passes: null,
} as const;

const EMPTY_MODEL = {
  alg_description: null,
  alg_type: null,
  author: null,
  framework: "YOLOv5",
  image_path: null,
  alg_bucket: null,
  alg_path: null,
  md5_checksum: null,
  class_definitions: JSON.stringify([{ class_id: 1, label: "fox", original_label: "Vulpes vulpes" }]),
  is_public: 0,
} as const;

const EMPTY_COMPONENT = {
  isIntermediate: false,
  saveBBImages: false,
  saveCroppedImages: false,
  downstreamConfigs: [],
  bypassClasses: [],
  ignoredClasses: [],
  imageNormalizationMethod: "resize",
} as const;

const EMPTY_INSIGHT = {
  table_name: "insights",
  alg_id: null,
  class_name: "fox",
  class_id: null,
  class_list: "[]",
  confidence: null,
  group_confidence: null,
  is_from_lora: 0,
  file_ctime: null,
  file_ctime_text: null,
  file_ctime_offset: null,
  comms_source: null,
  latitude: null,
  longitude: null,
  collection_id: null,
  photo_id: null,
  photo_created_at: null,
  boxes: null,
  origin: "machine",
  status_by: null,
  status_at: null,
} as const;
