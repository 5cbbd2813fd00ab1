import { seededRandom } from "../../server/demo/random.ts";
import { HOUR_MS } from "../../src/domain/time.ts";
import { DeviceLine } from "./device-line.ts";
import type { Pace } from "./pace.ts";
import type { Camera } from "./pictures.ts";
import { listProfiles, type SentinelProfile } from "./sentinel-profile.ts";
import { SimulatedOwner } from "./simulated-owner.ts";
import { SimulatedSentinel } from "./simulated-sentinel.ts";
import { Tally } from "./tally.ts";
import type { Transport } from "./transport.ts";

const DAY_HOURS = 24;
/** The owner asks for updates every fifth day, from the second on. */
const UPDATES_EVERY_DAYS = 5;
const FIRST_UPDATE_DAY = 1;

export interface SimulationPlan {
  readonly seed: string;
  readonly devices: number;
  readonly days: number;
  /** Midnight UTC at which the first day begins, epoch ms; the last day must end before the server's present. */
  readonly startMs: number;
  /** Whether the owner asks for updates. */
  readonly asksForUpdates: boolean;
  /** Concurrent Sentinels. */
  readonly atOnce: number;
}

export interface SimulationWorld {
  readonly transport: Transport;
  /** The bare token of the Sentinels' owner. */
  readonly ownerToken: string;
  readonly camera: Camera;
  readonly pace: Pace;
  readonly signal?: AbortSignal;
  readonly onRegistered?: (devices: number) => void;
  /** Called after each simulated day. */
  readonly onDay?: (day: number, tally: Tally) => void;
}

/**
 * Registers Sentinels and simulates their days. All events follow from the seed and from the server's answers, not
 * from this machine's clock. Within an hour Sentinels run concurrently, each in order.
 *
 * @throws SimulationError where a Sentinel cannot be registered
 */
export async function runSimulation(plan: SimulationPlan, world: SimulationWorld): Promise<Tally> {
  const tally = new Tally();
  const owner = new SimulatedOwner(world.transport, world.ownerToken, tally, plan.seed);
  const profiles = listProfiles(plan.seed, plan.devices);
  const sentinels: SimulatedSentinel[] = [];
  for (const profile of profiles) {
    sentinels.push(bringToLife(profile, await owner.register(profile), plan, world, tally));
  }
  world.onRegistered?.(sentinels.length);
  for (let hour = 0; hour < plan.days * DAY_HOURS; hour += 1) {
    if (world.signal?.aborted) break;
    await world.pace.until(hour * HOUR_MS);
    const day = Math.floor(hour / DAY_HOURS);
    const isMidnight = hour % DAY_HOURS === 0;
    if (plan.asksForUpdates && isMidnight && day % UPDATES_EVERY_DAYS === FIRST_UPDATE_DAY) {
      await owner.askForUpdate(profiles);
    }
    const untilMs = plan.startMs + (hour + 1) * HOUR_MS;
    await sideBySide(sentinels, plan.atOnce, (sentinel) => sentinel.liveUntil(untilMs));
    if (hour % DAY_HOURS === DAY_HOURS - 1) world.onDay?.(day + 1, tally);
  }
  return tally;
}

function bringToLife(
  profile: SentinelProfile,
  key: string,
  { seed, startMs }: SimulationPlan,
  { transport, pace, camera }: SimulationWorld,
  tally: Tally,
): SimulatedSentinel {
  const random = seededRandom(`${seed} link of ${profile.deviceId}`);
  const line = new DeviceLine(transport, key, { random, lossChance: profile.lossChance }, { pace, tally });
  return new SimulatedSentinel(profile, { line, camera, tally, seed, startMs });
}

async function sideBySide<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of rest) await work(item);
  });
  await Promise.all(workers);
}
