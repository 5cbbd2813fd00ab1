import { join } from "node:path";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { type AppOptions, buildApp } from "../../../server/app.ts";
import { loadConfig } from "../../../server/config.ts";
import { chooseSenders } from "../../../server/delivery/choose-senders.ts";
import { DeliveryRunner } from "../../../server/delivery/delivery-runner.ts";
import type { Senders } from "../../../server/delivery/sender.ts";
import type { Dependencies } from "../../../server/dependencies.ts";
import { hashPassword } from "../../../server/features/account/password-hash.ts";
import { claimFirstUser, insertUser } from "../../../server/features/account/repository.ts";
import { readPushKeys } from "../../../server/features/push/push-keys.ts";
import { openSession } from "../../../server/features/sessions/service.ts";
import { FolderModelStore } from "../../../server/files/model-folder.ts";
import { FolderPhotoStore } from "../../../server/files/photo-folder.ts";
import type { PhotoStore } from "../../../server/files/photo-store.ts";
import { JobRunner } from "../../../server/jobs/job-runner.ts";
import { steadyClock } from "../../../server/limits/steady-clock.ts";
import { choosePayments } from "../../../server/providers/choose-payments.ts";
import type { Mailer } from "../../../server/providers/mailer.ts";
import { type PostPush, PushServiceNotReached } from "../../../server/providers/web-push.ts";
import type { Role } from "../../../src/domain/account/role.ts";
import type { Ids } from "../../../src/domain/clock.ts";
import { TEST_SETUP_CODE } from "../signup.ts";
import { countingIds, TestClock } from "../time/test-clock.ts";
import type { DatabaseKind } from "./databases.ts";
import { MailBox } from "./mail.ts";
import { type OpenedDatabase, openMigrated } from "./opened-database.ts";
import { testRows } from "./test-rows.ts";

export const TEST_PASSWORD = "Fern-and-Moss-7";

export interface TestAppOptions extends AppOptions {
  /** Settings as the environment would give them. */
  env?: Record<string, string>;
  clock?: TestClock;
  /** The kind of a new database; SQLite where left out. */
  kind?: DatabaseKind;
  /** An existing database instead of a new one; closed with the app. */
  opened?: OpenedDatabase;
  ids?: Ids;
  photos?: PhotoStore;
  mailer?: Mailer;
  /** Takes the place of all push services; without it none is reached. */
  postPush?: PostPush;
  /** True: it awaits its first account, which needs TEST_SETUP_CODE. Else anybody may sign up, as later on. */
  isFresh?: boolean;
  /** Instead of those that the settings name. */
  senders?: Partial<Senders>;
  /** Sends what a request queues, so that one that waits for the answer does not wait in vain. */
  sendsAtOnce?: boolean;
}

const noPushService: PostPush = async () => {
  throw new PushServiceNotReached("no push service in this test");
};

export interface TestUser {
  readonly userId: number;
  readonly email: string;
  readonly username: string;
  readonly token: string;
}

export type TestApp = Awaited<ReturnType<typeof makeTestApp>>;

/**
 * The shared server of tests, without a port: temporary folder, SQLite, a clock that the test moves, mails in memory.
 * `InsightWorld`, the worlds of access and ingest and the client's devices all use it; a test of the built program in
 * a process of its own uses `startServer`.
 */
export async function makeTestApp(options: TestAppOptions = {}) {
  const opened = options.opened ?? (await (options.kind?.open() ?? openMigrated(null)));
  const { db, dataDir } = opened;
  const config = loadConfig({
    LOG_LEVEL: "silent",
    DATA_DIR: dataDir,
    SETUP_CODE: TEST_SETUP_CODE,
    ...options.env,
  });
  if (!options.isFresh) await db.write(claimFirstUser);
  const clock = options.clock ?? new TestClock();
  const mailBox = new MailBox();
  const mailer = options.mailer ?? mailBox;
  const push = { pushKeys: await readPushKeys(db), postPush: options.postPush ?? noPushService };
  const deps: Dependencies = {
    config,
    db,
    photos: options.photos ?? new FolderPhotoStore(dataDir),
    models: new FolderModelStore(dataDir),
    mailer,
    senders: { ...chooseSenders({ config, db, mailer, clock, ...push }), ...options.senders },
    payments: await choosePayments(config),
    ...push,
    clock,
    steadyClock: steadyClock(clock, () => clock.elapsedMs()),
    ids: options.ids ?? countingIds(),
  };
  // Not started: a test applies a bulk update by jobs.runOnce().
  const jobs = new JobRunner(deps);
  // Not started either: deliveries.runOnce() plans and sends.
  const deliveries = new DeliveryRunner(deps, { random: () => 0.5 });
  const app = await buildApp(deps, {
    webAppFolder: join(dataDir, "no-web-app"),
    bulkUpdateWorker: jobs,
    deliveryWorker: options.sendsAtOnce ? { wake: () => void deliveries.runOnce() } : deliveries,
    ...options,
  });
  await app.ready();

  /** One request, with the token of a user where one is given. */
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

  return {
    app,
    deps,
    config,
    db,
    opened,
    clock,
    mailBox,
    jobs,
    deliveries,
    dataDir,
    call,
    ...testUsers(deps),
    ...testRows(deps),
    async close() {
      await app.close();
      await opened.close();
    },
  };
}

function testUsers(deps: Dependencies) {
  const { db, clock } = deps;

  /** A signed-in user, inserted into the database; everyone's password is TEST_PASSWORD. */
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

  /** A token that was valid and has expired: the same user's, of a session that ended a moment ago. */
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

  return { addUser, signInAgain, expiredToken };
}

let passwordHash: Promise<string> | null = null;

function testPasswordHash(): Promise<string> {
  passwordHash ??= hashPassword(TEST_PASSWORD, "known");
  return passwordHash;
}
