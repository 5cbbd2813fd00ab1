import type { Habitat } from "./habitats.ts";
import { seededRandom } from "./random.ts";
import type { Scene } from "./scene-photo.ts";
import { DEMO_SENTINELS } from "./sentinels.ts";
import type { SubjectName } from "./subjects.ts";

/** An animal passes a camera: up to three frames of the same moment, and whether the sun was up. */
export interface Encounter {
  readonly sentinel: number;
  readonly subject: SubjectName;
  readonly night: boolean;
  readonly frames: readonly Scene[];
}

export const FRAMES_AN_ENCOUNTER = 3;
/** 12 Sentinels × 11 encounters × 3 frames are 396 photographs; the demo promises no more than 400. */
export const ENCOUNTERS_A_SENTINEL = 11;

/** The species of each camera, frequent ones more than once; cameras also record wind, walkers and cars. */
const RESIDENTS: Record<Habitat, readonly SubjectName[]> = {
  forest: ["deer", "deer", "boar", "boar", "fox", "bear", "dog", "human", "empty", "vehicle"],
  rainforest: ["ocelot", "ocelot", "agouti", "agouti", "agouti", "dog", "human", "empty"],
  savanna: ["elephant", "elephant", "zebra", "zebra", "zebra", "monkey", "monkey", "vehicle", "empty"],
  wetland: ["heron", "heron", "heron", "heron", "fox", "dog", "human", "empty"],
  snow: ["deer", "deer", "fox", "fox", "bear", "human", "empty", "vehicle"],
};
const ACTIVE_AT_NIGHT: readonly SubjectName[] = [
  "boar",
  "fox",
  "ocelot",
  "agouti",
  "deer",
  "bear",
  "empty",
  "heron",
  "elephant",
];
const HERDS: Partial<Record<SubjectName, number>> = {
  deer: 3,
  boar: 3,
  elephant: 2,
  zebra: 4,
  monkey: 4,
  agouti: 2,
};
/** Degrees Celsius by day; nights are colder. */
const WARMTH: Record<Habitat, number> = { forest: 11, rainforest: 25, savanna: 29, wetland: 9, snow: -5 };

/** All that the demo's cameras ever saw, the same list every time; `each` shortens it for tests. */
export function listEncounters(each = ENCOUNTERS_A_SENTINEL): Encounter[] {
  return DEMO_SENTINELS.flatMap((sentinel, at) =>
    Array.from({ length: each }, (_, number) => meet(at, number, `${sentinel.deviceId} ${number}`)),
  );
}

function meet(sentinel: number, number: number, seed: string): Encounter {
  const camera = DEMO_SENTINELS[sentinel];
  if (!camera) throw new Error(`there is no Sentinel ${sentinel}`);
  const random = seededRandom(seed);
  const residents = RESIDENTS[camera.habitat];
  const subject = residents[(number * 3 + sentinel) % residents.length] ?? "empty";
  const night = ACTIVE_AT_NIGHT.includes(subject) && random.chance(0.62);
  const count = random.chance(0.55) ? 1 : random.whole(1, HERDS[subject] ?? 1);
  const temperatureC = Math.round(WARMTH[camera.habitat] + random.bell() * 4 - (night ? 7 : 0));
  const weather = night
    ? random.pick(["clear", "clear", "clear", "falling"] as const)
    : random.pick(["clear", "clear", "bright", "fog", "dusk", "falling"] as const);
  const frames = Array.from({ length: FRAMES_AN_ENCOUNTER }, (_, frame) => ({
    seed: `${seed}#${frame}`,
    camera: { name: camera.deviceName, habitat: camera.habitat, seed: camera.deviceId },
    night,
    subject,
    count,
    frame,
    temperatureC,
    weather,
  }));
  return { sentinel, subject, night, frames };
}
