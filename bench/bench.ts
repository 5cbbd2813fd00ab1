/** One figure with its baseline and its goal. */
export interface Figure {
  /** Stable and dotted: `api.page10k.vs_bare`. */
  readonly id: string;
  readonly value: number;
  /** `ms`, `kB`, `rows/s`, `×`, … */
  readonly unit: string;
  /** The baseline: the same work without the app, in the same run and unit; null where there is none. */
  readonly baseline: number | null;
  /** value / baseline. */
  readonly ratio: number | null;
  /** The goal as text: `≤ 1.5`; null where there is none. */
  readonly goal: string | null;
  readonly pass: boolean | null;
}

/**
 * A file in bench/ that exports `bench` is found by `npm run bench`. It drives the production build through its
 * public interface, and throws where it measured fewer rows than it states.
 */
export interface Bench {
  readonly name: string;
  run(): Promise<Figure[]>;
}

/** The median; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  if (upper === undefined || lower === undefined) throw new Error("a median of nothing");
  return (lower + upper) / 2;
}

/** Three significant digits: a measurement on a shared machine is not more exact. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Milliseconds with a baseline and without a goal. */
export function besideMs(id: string, value: number, baseline: number): Figure {
  return {
    id,
    value: rounded(value),
    unit: "ms",
    baseline: rounded(baseline),
    ratio: rounded(value / baseline),
    goal: null,
    pass: null,
  };
}

/** Two times in ms by their ratio, which holds on any machine. @param most goal of the ratio; null: none */
export function timesBaseline(id: string, value: number, baseline: number, most: number | null): Figure {
  // As exact as it is shown: three frames of 16.7 ms beside two may differ in the fourth digit from 1.5.
  const ratio = rounded(value / baseline);
  return {
    ...besideMs(id, value, baseline),
    goal: most === null ? null : `≤ ${most}×`,
    pass: most === null ? null : ratio <= most,
  };
}
