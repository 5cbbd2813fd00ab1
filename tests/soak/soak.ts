import { type Random, seededRandom } from "../../server/demo/random.ts";
import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import { SYNC_TIMINGS } from "../../src/sync/sync-timings.ts";
import { isPostgres } from "../support/server/databases.ts";
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
import { startServerPair } from "./server-pair.ts";
import type { SoakSettings } from "./settings.ts";
import {
  holdSentinel,
  openSoakDatabase,
  type Place,
  pause,
  settle,
  startSlowWriters,
} from "./soak-database.ts";

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
  stalled: number;
  mirrorRows: number;
  mirrorDiffering: number;
  workMs: number;
  restMs: number;
  violations: readonly string[];
  serverOutput: string;
}

interface Device {
  phone: Phone;
  proxy: FaultyProxy;
  ranger: Ranger;
}

/** A shorter wait is no hold: bulk updates that wait are blocked after a minute. */
const HOLD_MS = 75_000;
const HOLD_EVERY_MS = 120_000;

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
  const opened = await openSoakDatabase(parts.onPostgres);
  const { db } = opened;
  const ledger = new Ledger(say);
  const network = newNetworkFigures();
  let isWorking = true;
  const settled = await settle(db, sizesOf(settings), settings.insightsADevice);
  const { shared } = settled;
  const places = settled.places.slice(0, settings.devices);
  const placeInChromium = settled.places[settings.devices];
  const servers = await startServerPair({
    random: randomOf("servers"),
    entry: settings.server,
    env: opened.env,
  });
  const slow = startSlowWriters(db, randomOf("writers"), 3);

  const world: SoakWorld = {
    settings,
    db,
    ledger,
    servers,
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
    await Promise.all(everybody.map((ranger) => ranger.begin()));
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
    const verdict = await checkServer(db, ledger, rangers, browsers);
    return {
      ...verdict,
      database: isPostgres(db) ? "postgres" : "sqlite",
      actions: taken(),
      network,
      kills: servers.kills(),
      chromium: browsers[0]?.figures ?? null,
      ...figuresOf(rangers),
      repeats: ledger.repeats(),
      answeredFromKey: sum([...network.answered.values()].map((times) => times - 1)),
      slowTransactions: slow.transactions(),
      holds: trouble.holds(),
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
    await opened.close();
  }
}

/** Insights of each person's Sentinel; one more for the person in Chromium. */
function sizesOf({ devices, chromium, insightsADevice, insightsOfMany }: SoakSettings): number[] {
  const sizes = Array.from({ length: devices }, (_, at) => (at % 4 === 1 ? insightsOfMany : insightsADevice));
  return chromium ? [...sizes, insightsADevice] : sizes;
}

/** All that people, phones and faults share. */
interface SoakWorld {
  settings: SoakSettings;
  db: Awaited<ReturnType<typeof openSoakDatabase>>["db"];
  ledger: Ledger;
  servers: Awaited<ReturnType<typeof startServerPair>>;
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
  const { settings, db, ledger, randomOf } = world;
  const isCompleted = async (bulkId: string) => {
    const row = await db.reader
      .selectFrom("bulk_updates")
      .select("status")
      .where("bulk_id", "=", Number(bulkId))
      .executeTakeFirst();
    return row?.status === BULK_STATUS.completed;
  };
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
  { settings, randomOf }: SoakWorld,
  ranger: Ranger | ChromiumRanger,
  isDone: () => boolean,
): Promise<void> {
  const random = randomOf(`thoughts ${ranger.name}`);
  while (!isDone()) {
    await ranger.step();
    await pause(random.between(0, 2 * settings.thinkMs));
  }
}

/** Kills servers, cuts phones off and holds Sentinels while people work. */
function startTrouble(world: SoakWorld, devices: readonly Device[], places: readonly Place[]) {
  const { settings, db, servers, randomOf, isWorking } = world;
  let holds = 0;
  const running = [
    repeatedly(async (random) => {
      await pause(random.between(0.5, 1.5) * settings.killEveryMs);
      if (isWorking()) await servers.kill();
    }, "kills"),
    repeatedly(async (random) => {
      await pause(random.between(500, 4_000));
      const { phone, proxy } = random.pick(devices);
      const noticed = random.chance(0.5);
      proxy.beginOutage();
      if (noticed) phone.setNetwork(false);
      await pause(random.between(200, 5_000));
      proxy.endOutage();
      if (noticed) phone.setNetwork(true);
    }, "outages"),
    ...(settings.holds
      ? [
          repeatedly(async (random) => {
            await idle(random.between(0.1, 1) * HOLD_EVERY_MS);
            if (!isWorking()) return;
            const { own, user } = random.pick(places);
            const other = places.find((place) => place.user !== user);
            const deviceId = random.chance(0.2) ? "cam-shared" : ([...own.values()][0] ?? "");
            if (other === undefined) return;
            holds += 1;
            await holdSentinel(db, other.user.userIdSql, deviceId, HOLD_MS);
            await idle(HOLD_MS);
          }, "holds"),
        ]
      : []),
  ];
  return { running, holds: () => holds };

  async function repeatedly(work: (random: Random) => Promise<void>, name: string) {
    const random = randomOf(name);
    while (isWorking()) await work(random);
  }

  /** Waits, but not beyond the work. */
  async function idle(ms: number) {
    const until = performance.now() + ms;
    while (isWorking() && performance.now() < until) await pause(200);
  }
}

async function checkMirrors({ settings, db, ledger }: SoakWorld, rangers: readonly Ranger[]) {
  const mirrors = await Promise.all(rangers.map((ranger) => checkMirror(db, ranger, settings.restWithinMs)));
  for (const { differing, example } of mirrors)
    if (differing > 0) ledger.violate(`a mirror differs in ${differing} rows, as ${example}`);
  return {
    mirrorRows: sum(mirrors.map(({ rows }) => rows)),
    mirrorDiffering: sum(mirrors.map(({ differing }) => differing)),
  };
}

function figuresOf(rangers: readonly Ranger[]) {
  const total = (name: "crashes" | "looks" | "undone" | "returned" | "pastCap") =>
    sum(rangers.map(({ figures }) => figures[name]));
  return {
    crashes: total("crashes"),
    looks: total("looks"),
    undone: total("undone"),
    returned: total("returned"),
    pastCap: total("pastCap"),
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
