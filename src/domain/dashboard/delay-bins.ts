/** The lowest whole hours of each bar but the first, which is of clocks that ran ahead. */
const LOWEST = [0, 1, 2, 3, 4, 6, 12, 24, 48] as const;

/** A bar of the delay widget: whole hours, both included, null where there is no bound. */
export interface DelayBin {
  least: number | null;
  most: number | null;
  count: number;
}

/**
 * How many insights each bar stands for. Negative delays, of a clock that ran ahead, have a bar where there are any.
 */
export function delayBins(delays: readonly { hours: number; count: number }[]): DelayBin[] {
  const bins: DelayBin[] = [
    { least: null, most: -1, count: 0 },
    ...LOWEST.map((least, at) => {
      const next = LOWEST[at + 1];
      return { least, most: next === undefined ? null : next - 1, count: 0 };
    }),
  ];
  for (const { hours, count } of delays) {
    const bin = bins.find(({ most }) => most === null || hours <= most);
    if (bin !== undefined) bin.count += count;
  }
  return bins[0]?.count === 0 ? bins.slice(1) : bins;
}
