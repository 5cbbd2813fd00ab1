import { overallUpdateStatus, type UpdateStatus } from "../../src/domain/device/device-update.ts";
import { DEFAULT_IMAGE_NORMALIZATION } from "../../src/domain/device/release.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";
import type { WriteTransaction } from "../db/database.ts";
import { insertDeviceUpdate, insertRelease } from "./demo-repository.ts";

/** By the place of their model among those of the ranger's account. */
const RELEASES = [
  { name: "Woods and waters 4.0", description: "The first of the fourth line", model: 0, ageDays: 190 },
  {
    name: "Woods and waters 4.1",
    description: "Sharper on foxes, half the false alarms by wind",
    model: 0,
    ageDays: 50,
  },
  { name: "Savanna 2.3", description: "Tells zebras apart from stripes of shade", model: 1, ageDays: 50 },
] as const;

interface DemoUpdate {
  readonly release: number;
  readonly firmware: "release" | "alpha";
  readonly cycle: number;
  readonly photographs: number;
  /** Minutes to look for satellites, and passes; null where it has none. */
  readonly satellite: readonly [fix: number, passes: number | null] | null;
  readonly hoursAgo: number;
  /** The status of an update, by the place of each Sentinel among the demo's. */
  readonly outcomes: Readonly<Record<number, UpdateStatus>>;
}

const UPDATES: readonly DemoUpdate[] = [
  update(0, "release", 690, 30, null, 60 * 24, { 0: "success", 1: "success", 2: "success", 10: "success" }),
  update(2, "release", 390, 50, [5, null], 20 * 24, { 5: "success", 6: "success", 7: "failed" }),
  update(1, "alpha", 240, 30, [3, 2], 12 * 24, { 10: "dropped" }),
  update(1, "release", 690, 30, null, 6 * 24, { 0: "success", 1: "success" }),
  update(1, "release", 240, 10, null, 40, { 8: "success", 9: "pending" }),
  update(2, "release", 690, 30, [5, 4], 5, { 3: "pending", 4: "pending" }),
];

function update(
  release: number,
  firmware: DemoUpdate["firmware"],
  cycle: number,
  photographs: number,
  satellite: DemoUpdate["satellite"],
  hoursAgo: number,
  outcomes: DemoUpdate["outcomes"],
): DemoUpdate {
  return { release, firmware, cycle, photographs, satellite, hoursAgo, outcomes };
}

/** Releases that are approved for the ranger, and updates of every status. */
export async function insertUpdates(
  transaction: WriteTransaction,
  refs: { userId: number; algIds: readonly number[]; deviceRefs: readonly number[] },
  nowMs: number,
): Promise<void> {
  const releaseIds: number[] = [];
  for (const { name, description, model, ageDays } of RELEASES) {
    const createdMs = nowMs - ageDays * DAY_MS;
    const release = {
      name,
      description,
      components: componentsOf(refs.algIds[model]),
      created_at: createdMs,
    };
    const approval = { userId: refs.userId, assignedMs: createdMs + DAY_MS };
    releaseIds.push(await insertRelease(transaction, release, approval));
  }
  for (const one of UPDATES) await insertUpdate(transaction, one, releaseIds, refs, nowMs);
}

async function insertUpdate(
  transaction: WriteTransaction,
  { outcomes, satellite, ...asked }: DemoUpdate,
  releaseIds: readonly number[],
  { userId, deviceRefs }: { userId: number; deviceRefs: readonly number[] },
  nowMs: number,
): Promise<void> {
  const createdMs = nowMs - asked.hoursAgo * HOUR_MS;
  const row = {
    user_id: userId,
    release_id: releaseIds[asked.release] ?? 0,
    firmware_release_tag: asked.firmware,
    cycle_time: asked.cycle,
    trigger_number: asked.photographs,
    satellite_fix_time: satellite?.[0] ?? null,
    satellite_passes: satellite?.[1] ?? null,
    status: overallUpdateStatus(Object.values(outcomes)),
    created_at: createdMs,
  };
  const targets = Object.entries(outcomes).map(([sentinel, status]) => ({
    device_ref: deviceRefs[Number(sentinel)] ?? 0,
    status,
    reported_at: status === "success" || status === "failed" ? createdMs + 11 * HOUR_MS : null,
    detail: status === "failed" ? "battery too low to write the firmware" : null,
  }));
  await insertDeviceUpdate(transaction, row, targets);
}

function componentsOf(algId: number | undefined): string {
  return JSON.stringify([
    {
      algMetadataId: String(algId),
      isIntermediate: false,
      saveBBImages: false,
      saveCroppedImages: false,
      downstreamConfigs: [],
      bypassClasses: [],
      ignoredClasses: [],
      imageNormalizationMethod: DEFAULT_IMAGE_NORMALIZATION,
    },
  ]);
}
