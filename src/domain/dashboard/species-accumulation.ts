import { isSpecies } from "../insight/species-colour.ts";
import { DAY_MS, startOfUtcDayMs } from "../time.ts";
import type { ClassCount, TimeSpan } from "./counts.ts";

export interface AccumulationStep {
  /** Midnight UTC. */
  dayMs: number;
  /** Species seen for the first time on this day. */
  fresh: readonly string[];
  /** Species seen up to the end of this day. */
  species: number;
}

/**
 * The species accumulation curve in the order of collection (collector's curve; Gotelli and Colwell 2001, Ecology
 * Letters 4:379–391): how many species were seen up to the end of each UTC day, from the first day on which any insight
 * was made to the last. Only days on which a species is new are listed, and the last; in between the curve is level.
 * Classes that are no species (empty frames, vehicles, what is not identified) are left out.
 */
export function accumulateSpecies(
  classes: readonly ClassCount[],
  span: Pick<TimeSpan, "firstMs" | "lastMs"> | null,
): AccumulationStep[] {
  if (span === null) return [];
  const byDay = new Map<number, string[]>();
  for (const { className, firstMs } of classes) {
    if (!isSpecies(className)) continue;
    const dayMs = startOfUtcDayMs(firstMs);
    byDay.set(dayMs, [...(byDay.get(dayMs) ?? []), className]);
  }
  const lastDayMs = startOfUtcDayMs(span.lastMs);
  const days = new Set([startOfUtcDayMs(span.firstMs), ...byDay.keys(), lastDayMs]);
  let species = 0;
  return [...days]
    .sort((one, other) => one - other)
    .map((dayMs) => {
      const fresh = byDay.get(dayMs) ?? [];
      species += fresh.length;
      return { dayMs, fresh, species };
    });
}

/** The same curve with one point a day, the most recent `most` days at equal distances where there are more. */
export function dailyPoints(steps: readonly AccumulationStep[], most: number): AccumulationStep[] {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = Math.round((last.dayMs - first.dayMs) / DAY_MS) + 1;
  const points = Math.min(days, most);
  let at = 0;
  return Array.from({ length: points }, (_, index) => {
    const dayMs =
      points === 1 ? last.dayMs : first.dayMs + Math.round((index * (days - 1)) / (points - 1)) * DAY_MS;
    while (at + 1 < steps.length && (steps[at + 1]?.dayMs ?? 0) <= dayMs) at += 1;
    return { dayMs, fresh: [], species: steps[at]?.species ?? 0 };
  });
}
