import { EMPTY_CLASS_NAME } from "../../src/domain/insight/insight.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/domain/time.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Encounter } from "./scenes.ts";
import { DEMO_SENTINELS } from "./sentinels.ts";
import { SUBJECTS, type SubjectName } from "./subjects.ts";

/** One animal that passed one camera: when, and how many frames were taken. */
export interface Visit {
  readonly encounter: number;
  readonly sentinel: number;
  /** The first frame, UTC epoch ms; the others follow seconds apart. */
  readonly atMs: number;
  readonly frames: number;
}

/** Row of the table `insights`, with the number of its picture among the scenes, or null. */
export interface DemoInsight {
  readonly values: Record<string, string | number | null>;
  readonly scene: { readonly encounter: number; readonly frame: number } | null;
}

/** The columns that point at other rows: known only once those are in. */
export interface DemoRefs {
  readonly deviceRefs: readonly number[];
  readonly algIds: readonly number[];
  readonly userId: number;
}

/** Over how many days the insights lie: two months at 5,000, and longer, not only denser, with more. */
export function spanDays(insights: number): number {
  return Math.max(14, Math.round(60 * Math.sqrt(insights / 5_000)));
}

/**
 * The visits that give `insights` frames, oldest first, all before `nowMs`, each at an hour when its animal is
 * about: those that the flash saw by night, the others by day, in the Sentinel's own solar time.
 */
export function listVisits(insights: number, encounters: readonly Encounter[], nowMs: number): Visit[] {
  const random = seededRandom("visits");
  const days = spanDays(insights);
  const bySentinel = DEMO_SENTINELS.map((_, sentinel) =>
    encounters.flatMap((encounter, at) => (encounter.sentinel === sentinel ? [at] : [])),
  );
  const visits: Visit[] = [];
  let left = insights;
  const add = (sentinel: number, wantedMs: number | null): void => {
    const heardMs = nowMs - (DEMO_SENTINELS[sentinel]?.silentMinutes ?? 0) * MINUTE_MS;
    const here = bySentinel[sentinel] ?? [];
    const fitting = here.filter(
      (at) => wantedMs === null || encounters[at]?.night === isNight(wantedMs, sentinel),
    );
    const encounter = random.pick(fitting.length > 0 ? fitting : here);
    const frames = Math.min(left, burstLength(encounters[encounter], random));
    const atMs = wantedMs ?? momentOf(encounters[encounter], sentinel, heardMs, days, random);
    if (atMs > heardMs - frames * MINUTE_MS) return;
    visits.push({ encounter, sentinel, atMs, frames });
    left -= frames;
  };
  // Each Sentinel has a visit just before its last contact, so that the newest insight is a few minutes old.
  DEMO_SENTINELS.forEach(({ silentMinutes }, sentinel) => {
    if (left > 0) add(sentinel, nowMs - silentMinutes * MINUTE_MS - 6 * MINUTE_MS);
  });
  while (left > 0) add(random.whole(0, DEMO_SENTINELS.length - 1), null);
  return visits.sort((a, b) => a.atMs - b.atMs || a.encounter - b.encounter);
}

function burstLength(encounter: Encounter | undefined, random: Random): number {
  if (!encounter || encounter.subject === "empty") return 1;
  return random.chance(0.45) ? 1 : random.whole(2, 6);
}

/** Degrees east of a Sentinel, for its solar time; one without a place is taken for a European one. */
function longitudeOf(sentinel: number): number {
  return DEMO_SENTINELS[sentinel]?.position?.[1] ?? 10;
}

function isNight(atMs: number, sentinel: number): boolean {
  const solarHour = (((atMs / HOUR_MS + longitudeOf(sentinel) / 15) % 24) + 24) % 24;
  return solarHour < 6 || solarHour > 18;
}

function momentOf(
  encounter: Encounter | undefined,
  sentinel: number,
  heardMs: number,
  days: number,
  random: Random,
): number {
  // Animals are most active at dusk and dawn: two bell curves around 19 and 5 by night, one around noon by day.
  const solarHour = encounter?.night
    ? (random.chance(0.6) ? 20.5 : 28.5) + random.bell() * 1.3
    : 12.5 + random.bell() * 2.6;
  const daysBack = Math.floor(random.next() ** 1.25 * days);
  const midnight = Math.floor(heardMs / DAY_MS) * DAY_MS - daysBack * DAY_MS;
  const moment = Math.round(midnight + (solarHour - longitudeOf(sentinel) / 15) * HOUR_MS);
  return moment > heardMs - 10 * MINUTE_MS ? moment - DAY_MS : moment;
}

/** The insights of one visit. `number` makes the names that the camera gives them unique. */
export function insightsOf(
  visit: Visit,
  encounter: Encounter,
  number: number,
  collectionId: number | null,
  refs: DemoRefs,
  nowMs: number,
): DemoInsight[] {
  const random = seededRandom(`visit ${number}`);
  const sentinel = DEMO_SENTINELS[visit.sentinel];
  if (!sentinel) throw new Error(`there is no Sentinel ${visit.sentinel}`);
  const way = wayOf(sentinel.comms, random);
  const subject = SUBJECTS[encounter.subject];
  const certainty = Math.min(0.985, Math.max(0.33, 0.84 + random.bell() * 0.12));
  const status = statusOf(encounter.subject, nowMs - visit.atMs, random);
  const delayMs = Math.round(way.delayMs * random.between(0.4, 1.6));
  return Array.from({ length: visit.frames }, (_, frame) => {
    const takenMs = visit.atMs + frame * 4_000;
    const receivedMs = Math.max(takenMs + 1_000, Math.min(takenMs + delayMs, nowMs - 2_000));
    const confidence = rounded(Math.min(0.99, Math.max(0.21, certainty + random.bell() * 0.05)));
    const values = {
      device_ref: refs.deviceRefs[visit.sentinel] ?? 0,
      table_name: "insights",
      source_id: `${sentinel.deviceId}-${number}-${frame + 1}`,
      alg_id:
        refs.algIds[sentinel.habitat === "savanna" || sentinel.habitat === "rainforest" ? 1 : 0] ?? null,
      class_name: subject.className,
      class_id: subject.classId,
      class_list: JSON.stringify(classList(encounter.subject, confidence, random)),
      confidence: way.lora ? null : confidence,
      group_confidence: way.lora || collectionId !== null ? rounded(certainty) : null,
      is_from_lora: way.lora ? 1 : 0,
      time_stamp: receivedMs,
      file_ctime: takenMs,
      file_ctime_text: new Date(takenMs).toISOString().replace(/\.\d+/, ""),
      file_ctime_offset: "+00:00",
      comms_source: way.source,
      latitude: sentinel.position?.[0] ?? null,
      longitude: sentinel.position?.[1] ?? null,
      collection_id: collectionId,
      origin: "machine",
      insight_status: status,
      status_by: status === "none" ? null : refs.userId,
      status_at:
        status === "none" ? null : Math.min(nowMs, receivedMs + Math.round(random.between(2, 60) * HOUR_MS)),
      user_confirmed: status === "favorite" ? 1 : 0,
    };
    // A burst has more frames than we drew: the animal turns and goes back.
    const drawn = [0, 1, 2, 1, 0, 1][frame % 6] ?? 0;
    return {
      values,
      scene: way.picture
        ? { encounter: visit.encounter, frame: Math.min(drawn, encounter.frames.length - 1) }
        : null,
    };
  });
}

/** The channel of a frame. LoRa and satellite carry no pictures; these stay in the camera. */
function wayOf(
  comms: string,
  random: Random,
): { source: string; picture: boolean; lora: boolean; delayMs: number } {
  if (comms === "lora" && random.chance(0.5))
    return { source: "lora", picture: false, lora: true, delayMs: 40_000 };
  if (comms === "satellite" && random.chance(0.5)) {
    return { source: "satellite", picture: false, lora: false, delayMs: 35 * MINUTE_MS };
  }
  if (comms === "lora" || comms === "wifi")
    return { source: "wifi", picture: true, lora: false, delayMs: 3 * MINUTE_MS };
  return { source: "cellular", picture: true, lora: false, delayMs: 90_000 };
}

/** Insights older than two weeks are mostly reviewed; newer ones are not. */
function statusOf(subject: SubjectName, ageMs: number, random: Random): string {
  const reviewed = ageMs > 14 * DAY_MS ? 0.7 : ageMs > 5 * DAY_MS ? 0.2 : 0;
  if (!random.chance(reviewed)) return "none";
  if (subject === "empty" || subject === "vehicle") return "archive";
  return random.chance(0.08) ? "favorite" : random.chance(0.2) ? "archive" : "acknowledge";
}

const LOOKALIKES: Partial<Record<SubjectName, SubjectName>> = {
  deer: "boar",
  fox: "dog",
  dog: "fox",
  bear: "boar",
  boar: "bear",
  ocelot: "agouti",
  zebra: "elephant",
};

function classList(subject: SubjectName, confidence: number, random: Random) {
  const { className } = SUBJECTS[subject];
  const main = { className, averageConfidence: confidence };
  const other = LOOKALIKES[subject];
  if (!other || className === EMPTY_CLASS_NAME || random.chance(0.7)) return [main];
  return [
    main,
    {
      className: SUBJECTS[other].className,
      averageConfidence: rounded((1 - confidence) * random.between(0.3, 0.9)),
    },
  ];
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
