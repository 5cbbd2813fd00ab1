import { type Random, seededRandom } from "../../server/demo/random.ts";
import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import { SYNC_TIMINGS } from "../../src/sync/sync-timings.ts";
import { checkMirror, checkServer, type Verdict } from "./checks.ts";
import { ChromiumRanger } from "./chromium-ranger.ts";
import {
  type FaultyProxy,
  type FaultyProxyParts,
  type NetworkFigures,
  newNetworkFigures,
  startFaultyProxy,
} from "./faulty-proxy.ts";
import { Ledger } from "./ledger.ts";
import { Phone } from "./phone.ts";
import { Ranger } from "./ranger.ts";
import { type ServerPair, startServerPair } from "./server-pair.ts";
import type { SoakSettings } from "./settings.ts";
import {
  openSoakDatabase,
  type Place,
  pause,
  type SoakDatabase,
  settle,
  startSlowWriters,
} from "./soak-database.ts";
import { startTrouble } from "./trouble.ts";
import { Turnstile } from "./turnstile.ts";

export interface SoakReport extends Verdict {
  database: string;
  actions: number;
  network: NetworkFigures;
  kills: number;
  /** The work of the person in a real Chromium; null without one. */
  chromium: { actions: number; kills: number } | null;
  crashes: number;
  looks: number;
  undone: number;
  returned: number;
  /** Steps of more insights than the list holds. */
  pastCap: number;
  /** Batches sent once more, and those of them that the server answered from their key. */
  repeats: number;
  answeredFromKey: number;
  slowTransactions: number;
  holds: number;
  restores: number;
  rollBacks: number;
  /** Times that a phone's clock was set to a wrong time, or back. */
  clockChanges: number;
  /** Actions in batches that were lost with the history that had confirmed them. */
  forgotten: number;
  lateActions: number;
  stalled: number;
  mirrorRows: number;
  mirrorDiffering: number;
  workMs: number;
  restMs: number;
  violations: readonly string[];
  serverOutput: string;
}

export interface Device {
  phone: Phone;
  proxy: FaultyProxy;
  ranger: Ranger;
}

/**
 * Runs people on a faulty network, with servers that are killed and phones that die, until so many actions were made.
 * Then the faults end, all pending work completes, and every table is compared with what people did.
 */
export async function soak(
  settings: SoakSettings,
  parts: { onPostgres: boolean; say: (sentence: string) => void },
): Promise<SoakReport> {
  const { say } = parts;
  const randomOf = (name: string) => seededRandom(`${settings.seed} ${name}`);
  const database = await openSoakDatabase(parts.onPostgres, settings.lossEveryMs !== null);
  const ledger = new Ledger(say);
  const network = newNetworkFigures();
  let isWorking = true;
  const settled = await database.use((db) => settle(db, sizesOf(settings), settings.insightsADevice));
  const { shared } = settled;
  const places = settled.places.slice(0, settings.devices);
  const placeInChromium = settled.places[settings.devices];
  const servers = await startServerPair({
    random: randomOf("servers"),
    entry: settings.server,
    env: database.env,
  });
  const slow = startSlowWriters(database, randomOf("writers"), 3);

  const world: SoakWorld = {
    settings,
    database,
    ledger,
    servers,
    people: new Turnstile(),
    randomOf,
    linkOf: (name, faultRate) => ({
      random: randomOf(`network ${name}`),
      faultRate,
      silenceMs: settings.silenceMs,
      figures: network,
      serverPort: servers.portNow,
    }),
    isWorking: () => isWorking,
  };
  const devices = await startDevices(world, places, shared);
  const rangers = devices.map(({ ranger }) => ranger);
  const proxies = devices.map(({ proxy }) => proxy);
  const browsers: ChromiumRanger[] = [];
  if (placeInChromium !== undefined) {
    const { proxy, ranger } = await startInChromium(world, placeInChromium);
    proxies.push(proxy);
    browsers.push(ranger);
  }
  const everybody = [...rangers, ...browsers];

  const startedAtMs = performance.now();
  const deadlineMs = startedAtMs + settings.minutes * 60_000;
  const taken = () => rangers.reduce((sum, { steps }) => sum + steps.changes, 0);
  const trouble = startTrouble(world, devices, places);

  try {
    await Promise.all(everybody.map((ranger) => world.people.through(() => ranger.begin())));
    say(`${devices.length} phones have their first copy`);
    const telling = setInterval(
      () => say(`${taken()} actions, ${servers.kills()} kills, ${ledger.violations.length} violations`),
      15_000,
    );
    const isDone = () => taken() >= settings.actions || performance.now() >= deadlineMs;
    await Promise.all(everybody.map((ranger) => work(world, ranger, isDone)));
    const workMs = performance.now() - startedAtMs;
    say(`${taken()} actions taken; now all must come to rest`);
    isWorking = false;
    for (const proxy of proxies) proxy.behave();
    for (const { phone } of devices) phone.setNetwork(true);
    await Promise.all([...trouble.running, slow.stop()]);
    const left = await Promise.all(everybody.map((ranger) => ranger.finish(settings.restWithinMs)));
    const mirrors = await checkMirrors(world, rangers);
    const restMs = performance.now() - startedAtMs - workMs;
    clearInterval(telling);
    const stalled = sum(left);
    if (stalled > 0) ledger.violate(`${stalled} actions are still not sent`);
    const verdict = await database.use((db) => checkServer(db, ledger, rangers, browsers));
    return {
      ...verdict,
      lost: verdict.lost + trouble.earlier.lost,
      doubled: verdict.doubled + trouble.earlier.doubled,
      misplaced: verdict.misplaced + trouble.earlier.misplaced,
      database: database.onPostgres ? "postgres" : "sqlite",
      actions: taken(),
      network,
      kills: servers.kills(),
      chromium: browsers[0]?.figures ?? null,
      ...figuresOf(rangers),
      repeats: ledger.repeats(),
      answeredFromKey: sum([...network.answered.values()].map((times) => times - 1)),
      slowTransactions: slow.transactions(),
      ...trouble.figures,
      forgotten: ledger.forgottenActions(),
      stalled,
      ...mirrors,
      workMs,
      restMs,
      violations: ledger.violations,
      serverOutput: servers.output(),
    };
  } finally {
    isWorking = false;
    await Promise.allSettled([...trouble.running, slow.stop()]);
    await Promise.allSettled(everybody.map((one) => one.close()));
    await Promise.allSettled(proxies.map((proxy) => proxy.stop()));
    await servers.stop();
    await database.close();
  }
}

/** Insights of each person's Sentinel; one more for the person in Chromium. */
function sizesOf({ devices, chromium, insightsADevice, insightsOfMany }: SoakSettings): number[] {
  const sizes = Array.from({ length: devices }, (_, at) => (at % 4 === 1 ? insightsOfMany : insightsADevice));
  return chromium ? [...sizes, insightsADevice] : sizes;
}

/** All that people, phones and faults share. */
export interface SoakWorld {
  settings: SoakSettings;
  database: SoakDatabase;
  ledger: Ledger;
  servers: ServerPair;
  /** All steps of people pass it. */
  people: Turnstile;
  /** A random source of its own for each name, from the seed. */
  randomOf(name: string): Random;
  linkOf(name: string, faultRate: number): FaultyProxyParts;
  /** False from the moment when all must come to rest. */
  isWorking(): boolean;
}

/** A phone behind a faulty network for each place, or two, and the person who works with it. */
async function startDevices(
  world: SoakWorld,
  places: readonly Place[],
  shared: ReadonlyMap<string, string>,
): Promise<Device[]> {
  const { settings, database, ledger, randomOf } = world;
  const isCompleted = (bulkId: string) =>
    database.use(async (db) => {
      const row = await db.reader
        .selectFrom("bulk_updates")
        .select("status")
        .where("bulk_id", "=", Number(bulkId))
        .executeTakeFirst();
      return row?.status === BULK_STATUS.completed;
    });
  const devices: Device[] = [];
  const addDevice = async (name: string, { user, token }: Place, own: ReadonlyMap<string, string>) => {
    const userId = user.userIdSql;
    const proxy = await startFaultyProxy(world.linkOf(name, settings.faultRate));
    const phone = new Phone({
      user,
      token,
      url: proxy.url,
      random: randomOf(`phone ${name}`),
      timings: SYNC_TIMINGS,
      onPost: (key, body) => ledger.posted(userId, key, body),
    });
    const ranger = new Ranger({
      userId,
      name,
      phone,
      random: randomOf(`ranger ${name}`),
      ledger,
      own,
      // Bulk updates of one Sentinel run one after the other, so if all acted on it, all would wait for all.
      shared: devices.length % 3 === 0 ? shared : new Map(),
      isCompleted,
    });
    devices.push({ phone, proxy, ranger });
  };
  for (const [at, place] of places.entries()) {
    const hasTwo = at % 4 === 0 && at / 4 < settings.secondPhones;
    const parts = hasTwo ? halves(place.own) : [place.own];
    for (const [number, own] of parts.entries()) {
      await addDevice(`phone ${number + 1} of user ${place.user.userIdSql}`, place, own);
    }
  }
  return devices;
}

async function startInChromium({ settings, ledger, randomOf, linkOf }: SoakWorld, place: Place) {
  const link = linkOf("Chromium", 0);
  const proxy = await startFaultyProxy(link);
  const random = randomOf("Chromium");
  const { faultRate } = settings;
  return { proxy, ranger: new ChromiumRanger({ place, random, ledger, proxy, link, faultRate }) };
}

/** Steps and thoughts of one person. */
async function work(
  { settings, people, randomOf }: SoakWorld,
  ranger: Ranger | ChromiumRanger,
  isDone: () => boolean,
): Promise<void> {
  const random = randomOf(`thoughts ${ranger.name}`);
  while (!isDone()) {
    await people.through(() => ranger.step());
    await pause(random.between(0, 2 * settings.thinkMs));
  }
}

async function checkMirrors({ settings, database, ledger }: SoakWorld, rangers: readonly Ranger[]) {
  const mirrors = await Promise.all(
    rangers.map((ranger) => checkMirror(database, ranger, settings.restWithinMs)),
  );
  for (const { differing, example } of mirrors)
    if (differing > 0) ledger.violate(`a mirror differs in ${differing} rows, as ${example}`);
  return {
    mirrorRows: sum(mirrors.map(({ rows }) => rows)),
    mirrorDiffering: sum(mirrors.map(({ differing }) => differing)),
  };
}

function figuresOf(rangers: readonly Ranger[]) {
  const total = (name: "crashes" | "looks" | "undone" | "returned" | "pastCap" | "late") =>
    sum(rangers.map(({ figures }) => figures[name]));
  return {
    crashes: total("crashes"),
    looks: total("looks"),
    undone: total("undone"),
    returned: total("returned"),
    pastCap: total("pastCap"),
    lateActions: total("late"),
  };
}

/** The insights that each of a person's two phones acts on, so that their order between the phones plays no part. */
function halves<Key, Value>(whole: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value>[] {
  const entries = [...whole];
  const middle = Math.ceil(entries.length / 2);
  return [new Map(entries.slice(0, middle)), new Map(entries.slice(middle))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
