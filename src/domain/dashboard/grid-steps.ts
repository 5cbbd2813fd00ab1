/** Whole numbers that share a tone, both ends included. */
export interface GridStep {
  /** 0 for nothing at all, 3 for the most. */
  tone: 0 | 1 | 2 | 3;
  least: number;
  most: number;
}

/**
 * The tones of a grid of counts: nothing has a tone of its own, all else one of three, by thirds of the most. A tone that
 * no number has is left out.
 */
export function gridSteps(values: readonly (readonly number[])[]): readonly GridStep[] {
  const most = Math.max(0, ...values.flat());
  const second = Math.max(1, Math.ceil(most / 3));
  const third = Math.max(1, Math.ceil((2 * most) / 3));
  const steps: readonly GridStep[] = [
    { tone: 0, least: 0, most: 0 },
    { tone: 1, least: 1, most: second - 1 },
    { tone: 2, least: second, most: third - 1 },
    { tone: 3, least: third, most },
  ];
  return steps.filter((step) => step.least <= step.most);
}

/** The tone of a whole number among these steps. */
export function toneOf(value: number, steps: readonly GridStep[]): GridStep["tone"] {
  return steps.find(({ least, most }) => value >= least && value <= most)?.tone ?? 0;
}
