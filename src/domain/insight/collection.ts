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
  const means = new ClassMeans();
  for (const member of members) means.add(member);
  const className = means.className();
  return {
    className,
    classId: members.find((member) => member.className === className)?.classId ?? null,
    confidence: means.confidence(),
    classList: means.classList(),
    status: members.every((member) => member.status === newest.status) ? newest.status : null,
  };
}

type ScoredMember = Omit<CollectionMember, "classId" | "status">;

/**
 * The means of the classes of one collection at a time, whose members are added from the newest on. A device summarizes a
 * hundred thousand collections in a row: with one object for all, `clear` between them, no maps are left behind.
 */
export class ClassMeans {
  readonly #places = new Map<string, number>();
  readonly #sums: number[] = [];
  readonly #counts: number[] = [];
  #newestClass = "";

  /** Begins the next collection. */
  clear(): void {
    this.#places.clear();
    this.#newestClass = "";
  }

  /** Adds a member, which is older than those before. */
  add(member: ScoredMember): void {
    const { className, classList } = member;
    if (this.#places.size === 0) this.#newestClass = className;
    if (!namesClass(classList, className))
      this.#score(className, member.isFromLora ? member.groupConfidence : member.confidence);
    for (const score of classList) this.#score(score.className, score.averageConfidence);
  }

  /** The class with the highest mean, or that of the newest member where no member scored one; "" without members. */
  className(): string {
    return this.#best() ?? this.#newestClass;
  }

  /** The highest mean, rounded; null where no member scored a class. */
  confidence(): number | null {
    const best = this.#best();
    return best === null ? null : roundedMean(this.#meanAt(this.#places.get(best) ?? 0));
  }

  /** See CollectionSummary. */
  classList(): ClassScore[] {
    return Array.from(this.#places, ([className, at]) => ({
      className,
      averageConfidence: this.#counts[at] === 0 ? null : roundedMean(this.#meanAt(at)),
    }));
  }

  #score(className: string, score: number | null): void {
    let at = this.#places.get(className);
    if (at === undefined) {
      at = this.#places.size;
      this.#places.set(className, at);
      this.#sums[at] = 0;
      this.#counts[at] = 0;
    }
    if (score === null) return;
    this.#sums[at] = (this.#sums[at] ?? 0) + asFraction(score);
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  #best(): string | null {
    let [best, bestMean] = [null as string | null, 0];
    for (const [className, at] of this.#places) {
      if (this.#counts[at] === 0) continue;
      const mean = this.#meanAt(at);
      if (best !== null && !(mean > bestMean + EQUAL_MEANS)) continue;
      best = className;
      bestMean = mean;
    }
    return best;
  }

  #meanAt(at: number): number {
    return (this.#sums[at] ?? 0) / (this.#counts[at] ?? 1);
  }
}

function namesClass(classList: readonly ClassScore[], className: string): boolean {
  for (const score of classList) if (score.className === className) return true;
  return false;
}

/** A mean as a fraction with two decimals, halves up. */
function roundedMean(mean: number): number {
  return Math.round((mean + EQUAL_MEANS) * 100) / 100;
}

/** The length of a collection's window: whole seconds from its first to its last, both counted. */
export function windowLengthSeconds(window: { startMs: number; endMs: number }): number {
  return Math.floor(window.endMs / 1000) - Math.floor(window.startMs / 1000) + 1;
}
