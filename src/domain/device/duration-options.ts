const HOUR = 60;

/**
 * The cycle times that a person can choose, in minutes: 5 to 55, then every half hour, from 12 to 48 hours every hour.
 */
export const DURATION_OPTIONS: readonly number[] = [
  ...steps(5, 55, 5),
  ...steps(HOUR, 11.5 * HOUR, HOUR / 2),
  ...steps(12 * HOUR, 48 * HOUR, HOUR),
];

/**
 * The options in minutes, ascending. A current cycle time that is no option is added, so that opening the form
 * changes nothing.
 */
export function durationOptions(current: number | null): readonly number[] {
  if (current === null || DURATION_OPTIONS.includes(current)) return DURATION_OPTIONS;
  return [...DURATION_OPTIONS, current].toSorted((a, b) => a - b);
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step);
}
