import { type Static, Type } from "typebox";
import { InsightStatus } from "./shapes.ts";

const whole = Type.Integer({ minimum: 0 });

/** The size of a choice. Sizes are bytes; those of rows are after compression. */
export const SyncEstimate = Type.Object({
  /** Insights; counted, not estimated. */
  rows: whole,
  /** Approximate bytes of a first sync of them. */
  bytes: whole,
  photos: Type.Object({
    count: whole,
    /** Of the photographs in full. */
    bytes: whole,
    /** Approximate bytes of their thumbnails. */
    thumbnailBytes: whole,
    /** False: count and bytes are extrapolated from the newest insights. */
    exact: Type.Boolean(),
  }),
});
export type SyncEstimate = Static<typeof SyncEstimate>;

/** `GET /api/sync?estimate=true`: one choice. */
export const SyncEstimateAnswer = Type.Object({ message: SyncEstimate });

const WindowEstimate = Type.Object({
  /** As asked for; null: of any age. */
  days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  total: SyncEstimate,
  /**
   * The same for each group, whatever groups were chosen. A Sentinel is in at most one group, so that the rows of
   * several groups add up. `group_id` is "none" for Sentinels in no group.
   */
  groups: Type.Array(Type.Object({ group_id: Type.String(), rows: whole, bytes: whole })),
});

/** `GET /api/sync/estimate`: every window that a picker shows, in the order asked for. */
export const SyncEstimates = Type.Object({ message: Type.Array(WindowEstimate) });
export type SyncEstimates = Static<typeof SyncEstimates>;

const oneOrMore = <T extends Parameters<typeof Type.Array>[0]>(one: T) =>
  Type.Union([one, Type.Array(one, { maxItems: 100 })]);

/** Which insights: all conditions must hold; a name may come several times. */
export const SelectionQuery = {
  groups: Type.Optional(Type.String({ description: "all, or group ids and none (in no group): 3,5,none" })),
  box: Type.Optional(Type.String({ description: "An area in degrees: south,west,north,east" })),
  class: Type.Optional(oneOrMore(Type.String({ maxLength: 200 }))),
  status: Type.Optional(oneOrMore(InsightStatus)),
};
