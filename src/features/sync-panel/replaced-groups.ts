import type { MirrorReplaced } from "../../storage/mirror/mirror-database.ts";

/** Replaced decisions of one kind: the same other person, both statuses, and order of making. */
export interface ReplacedGroup {
  readonly key: string;
  /** Never empty, the newest first. */
  readonly rows: readonly MirrorReplaced[];
  readonly first: MirrorReplaced;
  /** First and last moment of each, epoch milliseconds; null where a device did not say when it was made. */
  readonly madeAt: Span | null;
  readonly arrivedAt: Span;
  readonly byMadeAt: Span | null;
  readonly byArrivedAt: Span;
}
export type Span = readonly [fromMs: number, toMs: number];

/** In the order of their newest rows. */
export function groupReplaced(rows: readonly MirrorReplaced[]): ReplacedGroup[] {
  const groups = new Map<string, MirrorReplaced[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.by, row.byStatus, row.status, row.madeEarlier]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return Array.from(groups, ([key, members]) => {
    const [first] = members as [MirrorReplaced, ...MirrorReplaced[]];
    return {
      key,
      rows: members,
      first,
      madeAt: spanOrNull(members.map(({ madeAt }) => madeAt)),
      arrivedAt: spanOf(members.map(({ arrivedAt }) => arrivedAt)),
      byMadeAt: spanOrNull(members.map(({ byMadeAt }) => byMadeAt)),
      byArrivedAt: spanOf(members.map(({ byArrivedAt }) => byArrivedAt)),
    };
  });
}

function spanOrNull(times: readonly (string | null)[]): Span | null {
  const known = times.filter((time) => time !== null);
  return known.length < times.length ? null : spanOf(known);
}

function spanOf(times: readonly string[]): Span {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    const atMs = Date.parse(time);
    from = Math.min(from, atMs);
    to = Math.max(to, atMs);
  }
  return [from, to];
}
