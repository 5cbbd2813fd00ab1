/**
 * How patient and how eager the app is, as the server's operator has set it: one number for all waiting on an
 * answer, one for how often changes are asked for. All other time limits of sync are shares of these.
 */
export interface Pace {
  /** An ordinary call is given up after so long. */
  callSeconds: number;
  /** Changes are asked for so often while somebody looks at the page. */
  syncSeconds: number;
}

export const DEFAULT_PACE: Pace = { callSeconds: 20, syncSeconds: 30 };

/** Outside of these an app would be useless or a burden to its server, so both sides hold to them. */
export const PACE_BOUNDS: Readonly<Record<keyof Pace, { least: number; most: number }>> = {
  callSeconds: { least: 2, most: 120 },
  syncSeconds: { least: 2, most: 3_600 },
};

/** What a server told, kept within bounds; the usual where it told nothing that can be used. */
export function boundedPace(told: { readonly [Name in keyof Pace]?: unknown } | undefined): Pace {
  return {
    callSeconds: bounded("callSeconds", told?.callSeconds),
    syncSeconds: bounded("syncSeconds", told?.syncSeconds),
  };
}

function bounded(name: keyof Pace, told: unknown): number {
  if (typeof told !== "number" || !Number.isFinite(told)) return DEFAULT_PACE[name];
  const { least, most } = PACE_BOUNDS[name];
  return Math.min(Math.max(told, least), most);
}
