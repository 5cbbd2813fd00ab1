import { asFraction, type ClassScore, type InsightStatus } from "./insight.ts";

/** The values of a member that decide on its collection's summary. */
export interface CollectionMember {
  readonly className: string;
  readonly classId: number | null;
  /** 0–1 or null. */
  readonly confidence: number | null;
  readonly groupConfidence: number | null;
  readonly isFromLora: boolean;
  readonly classList: readonly ClassScore[];
  readonly status: InsightStatus | null;
}

export interface CollectionSummary {
  /** The class with the highest mean; with equal means the one named first. */
  className: string;
  /** The id of that class, from the newest member with that class. */
  classId: number | null;
  /** That mean, a fraction rounded to two decimals; null where no member scored it. */
  confidence: number | null;
  /** One entry for each class, in the order in which the members name them, with its rounded mean. */
  classList: ClassScore[];
  /** The status that all members share, else null. */
  status: InsightStatus | null;
}

/** Means closer than this count as equal, because sums of fractions differ in their last binary digits. */
const EQUAL_MEANS = 1e-9;

/**
 * The summary of a collection. The mean of a class is taken over the members that score it: by their class list, and
 * by their own class where the list does not name it.
 *
 * @param members newest first, at least one
 * @throws RangeError without members
 */
export function summarizeCollection(members: readonly CollectionMember[]): CollectionSummary {
  const newest = members[0];
  if (newest === undefined) throw new RangeError("A collection has at least one member.");
  const means = meansByClass(members);
  let best: { className: string; mean: number } | null = null;
  for (const [className, mean] of means) {
    if (mean !== null && (best === null || mean > best.mean + EQUAL_MEANS)) best = { className, mean };
  }
  const className = best?.className ?? newest.className;
  return {
    className,
    classId: members.find((member) => member.className === className)?.classId ?? null,
    confidence: best === null ? null : roundedMean(best.mean),
    classList: Array.from(means, ([name, mean]) => ({
      className: name,
      averageConfidence: mean === null ? null : roundedMean(mean),
    })),
    status: members.every((member) => member.status === newest.status) ? newest.status : null,
  };
}

/** A mean as a fraction with two decimals, halves up. */
function roundedMean(mean: number): number {
  return Math.round((mean + EQUAL_MEANS) * 100) / 100;
}

/** The length of a collection's window: whole seconds from its first to its last, both counted. */
export function windowLengthSeconds(window: { startMs: number; endMs: number }): number {
  return Math.floor(window.endMs / 1000) - Math.floor(window.startMs / 1000) + 1;
}

function meansByClass(members: readonly CollectionMember[]): Map<string, number | null> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const member of members) {
    for (const { className, averageConfidence } of scoresOf(member)) {
      const entry = sums.get(className) ?? { sum: 0, count: 0 };
      if (averageConfidence !== null) {
        entry.sum += asFraction(averageConfidence);
        entry.count += 1;
      }
      sums.set(className, entry);
    }
  }
  return new Map(Array.from(sums, ([name, { sum, count }]) => [name, count === 0 ? null : sum / count]));
}

function scoresOf(member: CollectionMember): readonly ClassScore[] {
  if (member.classList.some((score) => score.className === member.className)) return member.classList;
  const own = member.isFromLora ? member.groupConfidence : member.confidence;
  return [{ className: member.className, averageConfidence: own }, ...member.classList];
}
