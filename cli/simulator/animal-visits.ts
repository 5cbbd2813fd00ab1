import type { Habitat } from "../../server/demo/habitats.ts";
import type { Random } from "../../server/demo/random.ts";
import type { SubjectName } from "../../server/demo/subjects.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";

/** An animal, a person or a vehicle passes a camera: a burst of frames. */
export interface Visit {
  /** True times of the frames, UTC epoch ms, ascending. */
  readonly frames: readonly number[];
  readonly subject: SubjectName;
  readonly night: boolean;
  /** The model's confidence, 0–1. */
  readonly certainty: number;
}

type Habit = "night" | "dusk" | "day" | "ever";
const HABITS: Readonly<Record<SubjectName, Habit>> = {
  boar: "night",
  fox: "night",
  ocelot: "night",
  agouti: "dusk",
  deer: "dusk",
  zebra: "dusk",
  elephant: "dusk",
  bear: "dusk",
  dog: "day",
  heron: "day",
  monkey: "day",
  human: "day",
  vehicle: "day",
  empty: "ever",
};
/** The species of each habitat, frequent ones more than once. */
const RESIDENTS: Readonly<Record<Habitat, readonly SubjectName[]>> = {
  forest: ["deer", "deer", "boar", "boar", "boar", "fox", "fox", "bear", "dog", "human", "empty", "vehicle"],
  rainforest: ["ocelot", "ocelot", "agouti", "agouti", "agouti", "monkey", "human", "empty"],
  savanna: ["elephant", "zebra", "zebra", "zebra", "monkey", "vehicle", "empty"],
  wetland: ["heron", "heron", "heron", "fox", "boar", "human", "empty"],
  snow: ["deer", "deer", "fox", "fox", "bear", "human", "empty"],
};

/** The visits of one day, in order; animals appear by solar time. */
export function visitsOfDay(
  place: { readonly habitat: Habitat; readonly longitude: number; readonly visitsADay: number },
  midnightMs: number,
  random: Random,
): Visit[] {
  const count = Math.max(0, Math.round(place.visitsADay * (1 + random.bell() * 0.5)));
  const visits = Array.from({ length: count }, (): Visit => {
    const subject = random.pick(RESIDENTS[place.habitat]);
    const solarHour = (hourOf(HABITS[subject], random) + 24) % 24;
    const clockHour = (((solarHour - place.longitude / 15) % 24) + 24) % 24;
    const atMs = midnightMs + Math.round(clockHour * HOUR_MS);
    return {
      frames: burst(atMs, subject, random),
      subject,
      night: solarHour < 6 || solarHour > 18.5,
      certainty: Math.min(0.985, Math.max(0.3, 0.84 + random.bell() * 0.12)),
    };
  });
  // Visits end within their day, so that each day can be computed by itself.
  return visits
    .filter(({ frames }) => (frames.at(-1) ?? 0) < midnightMs + DAY_MS)
    .sort((a, b) => (a.frames[0] ?? 0) - (b.frames[0] ?? 0));
}

function hourOf(habit: Habit, random: Random): number {
  if (habit === "night") return (random.chance(0.6) ? 22 : 27) + random.bell() * 1.6;
  if (habit === "dusk") return (random.chance(0.55) ? 18.5 : 6) + random.bell() * 1.4;
  return habit === "day" ? 12.5 + random.bell() * 2.6 : random.between(0, 24);
}

function burst(atMs: number, subject: SubjectName, random: Random): number[] {
  const length = subject === "empty" || random.chance(0.45) ? 1 : random.whole(2, 6);
  const frames = [atMs];
  while (frames.length < length) frames.push((frames.at(-1) ?? atMs) + random.whole(2, 9) * 1000);
  return frames;
}
