/**
 * Timeout and poll interval of the app, as the server's operator sets them. All other time limits of sync are
 * multiples of these.
 */
export interface Pace {
  /** Timeout of an ordinary call. */
  callSeconds: number;
  /** Interval between two pulls while the page is visible. */
  syncSeconds: number;
}

export const DEFAULT_PACE: Pace = { callSeconds: 20, syncSeconds: 30 };

/** Bounds that both sides enforce: outside of them the app would be useless, or overload its server. */
export const PACE_BOUNDS: Readonly<Record<keyof Pace, { least: number; most: number }>> = {
  callSeconds: { least: 2, most: 120 },
  syncSeconds: { least: 2, most: 3_600 },
};

/** The server's values within bounds, or the default for each that is missing or invalid. */
export function boundedPace(asked: { readonly [Name in keyof Pace]?: unknown } | undefined): Pace {
  return {
    callSeconds: bounded("callSeconds", asked?.callSeconds),
    syncSeconds: bounded("syncSeconds", asked?.syncSeconds),
  };
}

function bounded(name: keyof Pace, asked: unknown): number {
  if (typeof asked !== "number" || !Number.isFinite(asked)) return DEFAULT_PACE[name];
  const { least, most } = PACE_BOUNDS[name];
  return Math.min(Math.max(asked, least), most);
}
