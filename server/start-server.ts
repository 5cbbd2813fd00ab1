import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as setTimer } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import type { Clock, Ids } from "../src/domain/clock.ts";
import { SERVER_MESSAGES } from "../src/messages/server/common-answers.ts";
import { type AppOptions, buildApp } from "./app.ts";
import type { OperatorAddress } from "./ask-operator-address.ts";
import type { Config } from "./config.ts";
import { chooseSenders } from "./delivery/choose-senders.ts";
import { DeliveryRunner } from "./delivery/delivery-runner.ts";
import type { Dependencies } from "./dependencies.ts";
import { currentSetupCode } from "./features/account/setup-code.ts";
import { giveOperatorAddress, operatorAddress } from "./features/public-config/support-address.ts";
import { readPushKeys } from "./features/push/push-keys.ts";
import { FolderModelStore } from "./files/model-folder.ts";
import { FolderPhotoStore } from "./files/photo-folder.ts";
import type { HttpApp } from "./http/http-app.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { steadyClock } from "./limits/steady-clock.ts";
import { openUpToDate, StartError } from "./open-up-to-date.ts";
import { chooseMailer } from "./providers/choose-mailer.ts";
import { choosePayments } from "./providers/choose-payments.ts";
import { createPublicPost } from "./providers/public-https.ts";

const TEXT = SERVER_MESSAGES.start;
const LOOK_FOR_IDLE_MS = 50;
/** Together with the time that a database takes to close at most, shorter than CLOSE_WITHIN_MS of main.ts. */
const END_REQUESTS_WITHIN_MS = 3_000;
const END_JOBS_WITHIN_MS = 1_000;
const systemClock: Clock = { now: () => Date.now() };
const steady = steadyClock(systemClock, () => performance.now());
const randomIds: Ids = { uuid: () => randomUUID() };

export interface RunningServer {
  /** The address that it listens on, with the actual port. */
  readonly address: string;
  /** The line about the code that the first account needs; null where nobody needs one. */
  readonly setupLine: string | null;
  /** The address for support, as its operator gives it. */
  readonly operatorAddress: OperatorAddress;
  /** Lets open requests and the current job end, then closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings it up to date, listens and works through jobs.
 * @throws StartError
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const tls = await readTls(config);
  const db = await openUpToDate(config);
  try {
    const mailer = chooseMailer(config, systemClock, randomIds);
    const push = { pushKeys: await readPushKeys(db), postPush: createPublicPost() };
    const deps: Dependencies = {
      config,
      db,
      photos: new FolderPhotoStore(config.dataDir),
      models: new FolderModelStore(config.dataDir),
      mailer,
      senders: chooseSenders({ config, db, mailer, clock: systemClock, ...push }),
      payments: await choosePayments(config),
      ...push,
      clock: systemClock,
      steadyClock: steady,
      ids: randomIds,
    };
    return await listen(deps, tls);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function listen(deps: Dependencies, tls: AppOptions["tls"]): Promise<RunningServer> {
  const { config, db } = deps;
  let report: (error: unknown) => void = () => undefined;
  const jobs = new JobRunner(deps, { onError: (error) => report(error) });
  const deliveries = new DeliveryRunner(deps, { onError: (error) => report(error) });
  const app = await buildApp(deps, {
    bulkUpdateWorker: jobs,
    deliveryWorker: deliveries,
    ...(tls === undefined ? {} : { tls }),
  });
  report = (error) => app.log.error({ err: error }, "a job failed and is tried again");
  const address = await bind(app, config);
  jobs.start();
  deliveries.start();
  return {
    address,
    setupLine: await setupLine(deps, address),
    operatorAddress: {
      isGiven: async () => (await operatorAddress(deps)) !== null,
      give: (given) => giveOperatorAddress(deps, given),
    },
    async close() {
      await closeConnections(app);
      // A job that is cut off is rolled back, or claimed anew after the next start.
      await within(END_JOBS_WITHIN_MS, Promise.all([jobs.stop(), deliveries.stop()]));
      deps.mailer.close?.();
      await db.close();
    },
  };
}

async function setupLine({ config, db }: Dependencies, address: string): Promise<string | null> {
  const code = config.signup === "closed" ? null : await currentSetupCode({ config, db });
  if (code === null) return null;
  const base = config.publicUrl ?? address;
  const { setup } = SERVER_MESSAGES;
  return config.setupCode === null ? setup.code(code, base) : setup.ownCode(base);
}

/**
 * Lets open requests end. A kept-alive connection is idle only after its answer, so idle connections are closed
 * repeatedly. Slow clients are cut off after END_REQUESTS_WITHIN_MS, so that the database is closed in any case.
 */
async function closeConnections(app: HttpApp): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), END_REQUESTS_WITHIN_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cutOff);
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  await Promise.race([
    work,
    setTimer(limitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined),
  ]);
  ended.abort();
}

async function bind(app: HttpApp, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw new StartError(listenSentence(codeOf(error), host, port));
  }
}

function listenSentence(code: string, host: string, port: number): string {
  if (code === "EADDRINUSE") return TEXT.portInUse(port);
  if (code === "EACCES") return TEXT.portForbidden(port);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return TEXT.hostUnknown(host);
  return TEXT.cannotListen(host, port, code);
}

async function readTls({ tlsCert, tlsKey }: Config): Promise<AppOptions["tls"]> {
  if (tlsCert === null || tlsKey === null) return undefined;
  // One after the other, so that the same file is named each time where both are wrong.
  const cert = await readPem("TLS_CERT", tlsCert);
  const key = await readPem("TLS_KEY", tlsKey);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(TEXT.tlsUnusable(error instanceof Error ? error.message : ""));
  }
  return { cert, key };
}

async function readPem(setting: string, path: string): Promise<Buffer> {
  const pem = await readFile(path).catch((error: unknown) => {
    throw new StartError(TEXT.cannotRead(setting, path, codeOf(error)));
  });
  if (!pem.includes("-----BEGIN ")) throw new StartError(TEXT.notPem(setting, path));
  return pem;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
