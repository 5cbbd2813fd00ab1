/** The steps of a person that a save waits for. */
export interface StepsBeforeSave {
  /** Counts a step as under way until it settles; answers it as it is. */
  beforeSave<Answer>(step: Promise<Answer>): Promise<Answer>;
  /** Resolves once every step that is under way now has settled, by success or not. */
  settled(): Promise<void>;
}

/**
 * Follows steps that read before they act. Without this, a save that is asked for meanwhile leaves their actions in the
 * list, though the person made them first.
 */
export function createStepsBeforeSave(): StepsBeforeSave {
  const underWay = new Set<Promise<unknown>>();
  return {
    beforeSave(step) {
      underWay.add(step);
      const end = () => void underWay.delete(step);
      step.then(end, end);
      return step;
    },
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}
