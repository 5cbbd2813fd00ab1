import { type Static, Type } from "typebox";
import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import { Time } from "./records/record-schema.ts";
import { InsightStatus } from "./shapes.ts";

const Id = Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Integer()]);

/**
 * One absolute status for one insight; `base` is the status that the person saw. Ids may be numbers. `timeStamp` and
 * `fileCtime` are additions: the insight's `time_stamp` and `file_ctime` as the person saw it. Where the id names
 * another insight by now, as after a rollback, nothing is applied to it. `ageMs` and `clockAheadMs` are additions too:
 * how long before `sentAt` the person decided, and how far the device's clock was ahead of the server's when they last
 * spoke before that; see decision-time.ts.
 */
export const BulkUpdateItem = Type.Object({
  insightId: Id,
  deviceId: Id,
  insightStatus: InsightStatus,
  base: Type.Optional(Type.Union([InsightStatus, Type.Null()])),
  timeStamp: Type.Optional(Type.Union([Time, Type.Null()])),
  fileCtime: Type.Optional(Type.Union([Time, Type.Null()])),
  ageMs: Type.Optional(Type.Integer()),
  clockAheadMs: Type.Optional(Type.Integer()),
});
export type BulkUpdateItem = Static<typeof BulkUpdateItem>;

export const BulkUpdateRequest = Type.Object({
  insights: Type.Array(BulkUpdateItem, { minItems: 1, maxItems: BULK_UPDATE_CAP }),
  /** An addition: the device's time at sending. */
  sentAt: Type.Optional(Time),
});
export type BulkUpdateRequest = Static<typeof BulkUpdateRequest>;

export const BulkUpdateAccepted = Type.Object({ message: Type.Object({ bulkId: Type.String() }) });

/**
 * An item of a completed bulk update that was not applied as asked; `by`, `at`, `replaced` and `madeEarlier` are set
 * for "overrode" alone.
 */
export const ItemResult = Type.Object({
  insightId: Type.String(),
  deviceId: Type.String(),
  outcome: Type.Union([
    Type.Literal("noop"),
    Type.Literal("overrode"),
    Type.Literal("superseded"),
    Type.Literal("gone"),
    Type.Literal("forbidden"),
    Type.Literal("mismatch"),
  ]),
  by: Type.Union([Type.String(), Type.Null()]),
  at: Type.Union([Time, Type.Null()]),
  /** The status that was replaced; absent for bulk updates of versions that did not store it. */
  replaced: Type.Optional(InsightStatus),
  /** True where the item was decided before what it replaced, although it arrived after it; an addition. */
  madeEarlier: Type.Optional(Type.Boolean()),
});
export type ItemResult = Static<typeof ItemResult>;

export const BulkUpdateState = Type.Object({
  message: Type.Object({
    bulkId: Type.String(),
    message: Type.String(),
    status: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)]),
    items: Type.Array(ItemResult),
    /** An addition: the key under which it was sent, null for none. A rolled-back server may give a number again. */
    key: Type.Union([Type.String(), Type.Null()]),
  }),
});
export type BulkUpdateState = Static<typeof BulkUpdateState>;
