import type { Random } from "../../server/demo/random.ts";
import type { Verdict } from "./checks.ts";
import { backUp, type Loss, loseHistory } from "./losses.ts";
import type { Device, SoakWorld } from "./soak.ts";
import { holdSentinel, type Place, pause } from "./soak-database.ts";

/** A shorter wait is no hold: bulk updates that wait are blocked after a minute. */
const HOLD_MS = 75_000;
const HOLD_EVERY_MS = 120_000;

const LOSSES = ["restore", "rollBack"] as const;
const DAY_MS = 86_400_000;
const CLOCKS_OFF_MS = [0, 0, 2 * DAY_MS, -2 * DAY_MS, 300_000, -300_000];

export interface Trouble {
  running: readonly Promise<void>[];
  readonly figures: { holds: number; restores: number; rollBacks: number; clockChanges: number };
  /** What was found in histories before the server lost a part of them. */
  readonly earlier: Pick<Verdict, "lost" | "doubled" | "misplaced">;
}

/**
 * While people work, kills servers, cuts phones off, sets their clocks, holds Sentinels, and lets the server go back
 * to a backup.
 */
export function startTrouble(
  world: SoakWorld,
  devices: readonly Device[],
  places: readonly Place[],
): Trouble {
  const { settings, database, servers, people, randomOf, isWorking } = world;
  const earlier = { lost: 0, doubled: 0, misplaced: 0 };
  const figures = { holds: 0, restores: 0, rollBacks: 0, clockChanges: 0 };
  const repeatedly = async (work: (random: Random) => Promise<void>, name: string) => {
    const random = randomOf(name);
    while (isWorking()) await work(random);
  };
  /** Waits, but not beyond the work. */
  const idle = async (ms: number) => {
    const until = performance.now() + ms;
    while (isWorking() && performance.now() < until) await pause(200);
  };

  const kill = async (random: Random) => {
    await idle(random.between(0.5, 1.5) * settings.killEveryMs);
    if (isWorking()) await servers.kill();
  };
  const cutOff = async (random: Random) => {
    await pause(random.between(500, 4_000));
    const { phone, proxy } = random.pick(devices);
    const noticed = random.chance(0.5);
    proxy.beginOutage();
    if (noticed) phone.setNetwork(false);
    await pause(random.between(200, 5_000));
    proxy.endOutage();
    if (noticed) phone.setNetwork(true);
  };
  const setClock = async (random: Random) => {
    await idle(random.between(1_000, 10_000));
    if (!isWorking()) return;
    random.pick(devices).phone.setClock(random.pick(CLOCKS_OFF_MS));
    figures.clockChanges += 1;
  };
  const hold = async (random: Random) => {
    await idle(random.between(0.1, 1) * HOLD_EVERY_MS);
    if (!isWorking()) return;
    const { own, user } = random.pick(places);
    const other = places.find((place) => place.user !== user);
    const deviceId = random.chance(0.2) ? "cam-shared" : ([...own.values()][0] ?? "");
    if (other === undefined) return;
    figures.holds += 1;
    // Not amid a loss, which waits until all bulk updates of the backup are through.
    await people.through(() =>
      database.use((db) => holdSentinel(db, other.user.userIdSql, deviceId, HOLD_MS)),
    );
    await idle(HOLD_MS);
  };
  const losses = { ...world, devices };
  const lose = async (random: Random, everyMs: number) => {
    await idle(random.between(0.2, 0.8) * everyMs);
    if (!isWorking()) return;
    await backUp(losses);
    // The same backup may be put back more than once, each time over another history.
    do {
      await idle(random.between(0, 0.8) * everyMs);
      if (!isWorking()) return;
      const how: Loss = random.pick(LOSSES);
      const verdict = await loseHistory(losses, how);
      for (const name of ["lost", "doubled", "misplaced"] as const) earlier[name] += verdict?.[name] ?? 0;
      figures[how === "restore" ? "restores" : "rollBacks"] += 1;
    } while (random.chance(0.4));
  };

  const { lossEveryMs } = settings;
  const running = [
    repeatedly(kill, "kills"),
    repeatedly(cutOff, "outages"),
    repeatedly(setClock, "clocks"),
    ...(settings.holds ? [repeatedly(hold, "holds")] : []),
    ...(lossEveryMs === null ? [] : [repeatedly((random) => lose(random, lossEveryMs), "losses")]),
  ];
  return { running, figures, earlier };
}
