import type { RetentionChoice } from "../../domain/offline/retention.ts";

/** The part that a count covers. */
export const COVERAGE = {
  /** "of the last 30 days", "of 2 groups", "of the last 30 days, of 2 groups"; null where nothing is left out. */
  of({ days, groups }: RetentionChoice): string | null {
    const parts = [
      ...(days === null
        ? []
        : [days === 1 ? "of the last day" : `of the last ${days.toLocaleString("en")} days`]),
      ...(groups === null ? [] : [groups.length === 1 ? "of 1 group" : `of ${groups.length} groups`]),
    ];
    return parts.length === 0 ? null : parts.join(", ");
  },
  /** As a sentence, without a count before it. */
  only: (covers: string) => `Only insights ${covers} are on this device.`,
  onlyNewer: "Older insights are not on this device: it has too little space.",
  notYet: "Not all insights are on this device yet.",
  trimmed: "· older ones are not on this device: it has too little space",
  total: (total: number) => `${total.toLocaleString("en")} on the server`,
} as const;
