import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/domain/time.ts";
import type { Database, WriteTransaction } from "../db/database.ts";
import { hashPassword } from "../features/account/password-hash.ts";
import { insertUser } from "../features/account/repository.ts";
import { evaluateAllAlerts } from "../features/alerts/evaluation-service.ts";
import type { ModelStore } from "../files/model-store.ts";
import { insertAlertSettings, liveThroughAlerts, SILENCE_NOTICED_HOURS_AGO } from "./demo-alerts.ts";
import type { DemoRefs } from "./demo-insights.ts";
import { insertModels, storeModelFiles } from "./demo-models.ts";
import { insertFeature, insertGroupOf, insertReports, insertSentinel } from "./demo-repository.ts";
import { insertUpdates } from "./demo-updates.ts";
import { seededRandom } from "./random.ts";
import { DEMO_GROUPS, DEMO_SENTINELS } from "./sentinels.ts";

/** The sign-in of the demo, printed at its start; it listens on loopback only. */
export const DEMO_EMAIL = "ranger@example.org";
export const DEMO_SUPPORT = "support@example.org";
export const DEMO_PASSWORD = "Understory-Demo-1!";

/** As far back as its insights reach. */
const REPORT_DAYS = 60;

/** Makes the demo's user with Sentinels, groups, models, updates and alerts; the insights come after. */
export async function makeDemoAccount(
  { db, models }: { db: Database; models: Pick<ModelStore, "put"> },
  nowMs: number,
): Promise<DemoRefs> {
  const passwordHash = await hashPassword(DEMO_PASSWORD, "known");
  const files = await storeModelFiles(models);
  const refs = await db.write(async (transaction) => {
    const userId = await insertUser(transaction, {
      email: DEMO_EMAIL,
      username: "ranger",
      firstName: "Robin",
      lastName: "Ranger",
      phoneNumber: "+32 470 00 00 00",
      country: "Belgium",
      passwordHash,
      role: "member",
      nowMs: nowMs - 90 * DAY_MS,
    });
    if (userId === null) throw new Error("the demo's account is there already");
    await insertFeature(transaction, userId, "COLLECTIONS");
    const algIds = await insertModels(transaction, files, userId, nowMs);
    const deviceRefs = await insertSentinels(transaction, userId, algIds, nowMs);
    const [coldGroupId = 0] = await insertGroups(transaction, userId, deviceRefs, nowMs);
    await insertAlertSettings(transaction, userId, coldGroupId);
    await liveThroughAlerts(db, transaction, { userId, deviceRefs }, nowMs);
    await insertUpdates(transaction, { userId, algIds, deviceRefs }, nowMs);
    return { userId: Number(userId), deviceRefs, algIds };
  });
  await evaluateAllAlerts(db, nowMs - SILENCE_NOTICED_HOURS_AGO * HOUR_MS);
  return refs;
}

async function insertSentinels(
  transaction: WriteTransaction,
  userId: number,
  algIds: readonly number[],
  nowMs: number,
): Promise<number[]> {
  const refs: number[] = [];
  for (const [index, sentinel] of DEMO_SENTINELS.entries()) {
    const random = seededRandom(`sentinel ${sentinel.deviceId}`);
    const isTropical = sentinel.habitat === "savanna" || sentinel.habitat === "rainforest";
    const device = {
      device_id: sentinel.deviceId,
      device_name: sentinel.deviceName,
      preferred_name: sentinel.preferredName,
      description: null,
      location_name: sentinel.locationName,
      location_description: sentinel.locationDescription,
      latitude: sentinel.position?.[0] ?? null,
      longitude: sentinel.position?.[1] ?? null,
      last_seen: nowMs - sentinel.silentMinutes * MINUTE_MS,
      cycle_time: random.pick([120, 240, 390, 690]),
      trigger_number: random.pick([10, 30, 50]),
      sync_time: random.pick([60, 120, 360]),
      memory_remaining: random.whole(4, 28) * 1_000_000_000,
      images_processed: random.whole(4_000, 60_000),
      battery_voltage: sentinel.batteryVolts,
      summary: JSON.stringify({
        space_remaining: random.whole(4, 28) * 1_000_000_000,
        image_count: random.whole(200, 9_000),
        cycle_count: random.whole(100, 2_000),
        startup_data: null,
      }),
      allow_complete_images: 1,
      allow_wifi_insights: sentinel.comms === "wifi" ? 1 : 0,
      satellite_uid: sentinel.comms === "satellite" ? `SAT-${4_100 + index}` : null,
      lora_uid: sentinel.comms === "lora" ? `LORA-${2_200 + index}` : null,
      software_version: random.pick(["3.4.1", "3.4.1", "3.3.0"]),
      hardware_id: `HW-3-${100 + index}`,
      mcu_version: "1.9",
      cell_uid: sentinel.comms === "cellular" ? `CELL-${7_300 + index}` : null,
      sat_passes: sentinel.comms === "satellite" ? random.whole(2, 6) : null,
      created_at: nowMs - 85 * DAY_MS,
    };
    const algId = algIds[isTropical ? 1 : 0];
    const ref = await insertSentinel(transaction, device, { userId, algId, nowMs: nowMs - 85 * DAY_MS });
    await insertReports(transaction, ref, reportTimes(`reports ${sentinel.deviceId}`, device.last_seen));
    refs.push(ref);
  }
  return refs;
}

/** One report a day back from the last, with some days on which a Sentinel was silent. */
function reportTimes(seed: string, lastSeenMs: number): number[] {
  const random = seededRandom(seed);
  const days = Array.from({ length: REPORT_DAYS }, (_, ago) => ago);
  const silent = random.between(0, 0.3);
  return days.filter((ago) => ago === 0 || !random.chance(silent)).map((ago) => lastSeenMs - ago * DAY_MS);
}

async function insertGroups(
  transaction: WriteTransaction,
  userId: number,
  deviceRefs: readonly number[],
  nowMs: number,
): Promise<number[]> {
  const groupIds: number[] = [];
  for (const [index, { name, description }] of DEMO_GROUPS.entries()) {
    const group = {
      user_id: userId,
      group_name: name,
      deployment_description: description,
      created_on: nowMs - 80 * DAY_MS,
      updated_on: nowMs - 20 * DAY_MS,
    };
    const members = deviceRefs.filter((_, at) => DEMO_SENTINELS[at]?.group === index);
    groupIds.push(await insertGroupOf(transaction, group, members));
  }
  return groupIds;
}
