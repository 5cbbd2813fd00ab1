/** Kinds of messages; `limit` stands for those of a day that were too many, and is not sent. */
export const DELIVERY_KINDS = ["insight", "alert", "digest", "code", "test", "limit"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** waiting and sending are open; the others are ends. */
export const DELIVERY_STATUSES = ["waiting", "sending", "sent", "failed", "dropped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DELIVERY_REASONS = ["all", "classes", "group", "alert", "digest"] as const;

/** The rule that made a message: the integration's classes, a group's, its alerts or its digest. */
export interface DeliveryReason {
  readonly by: (typeof DELIVERY_REASONS)[number];
  readonly className?: string;
  readonly groupId?: number;
}

/** What a message is about, as stored: by numbers of records, whose text is made when it is sent. */
export interface DeliverySubject {
  readonly kind?: DeliveryKind;
  /** Absent for codes and tests, which a person asked for. */
  readonly why?: DeliveryReason;
  readonly insightId?: number;
  readonly alertId?: number;
  readonly deviceRef?: number;
  readonly className?: string;
  readonly alertType?: string;
  /** How many insights it tells together. */
  readonly count?: number;
  /** The day of a digest in the user's zone, as 2026-10-31. */
  readonly day?: string;
  /** The address that a code is sent to. */
  readonly targetId?: number;
}
