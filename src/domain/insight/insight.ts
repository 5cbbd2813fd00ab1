/** The four statuses of an insight; "none": not reviewed. */
export const INSIGHT_STATUSES = ["acknowledge", "favorite", "archive", "none"] as const;
export type InsightStatus = (typeof INSIGHT_STATUSES)[number];

/** The three steps a person can take on an insight; taking the active one again clears it. */
export const REVIEW_ACTIONS = ["acknowledge", "archive", "favorite"] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

export const COMMS_SOURCES = ["wifi", "cellular", "lora", "satellite"] as const;
export type CommsSource = (typeof COMMS_SOURCES)[number];

/** The class of a frame in which nothing was detected; 99 is its id in every model. */
export const EMPTY_CLASS_NAME = "empty";
export const EMPTY_CLASS_ID = 99;

export interface ClassScore {
  className: string;
  /** 0–1, or null where the source gave none. */
  averageConfidence: number | null;
}

/** Insights received after this moment carry a camera clock that can be trusted: 2023-09-06T00:00:00Z. */
export const CAMERA_TIME_TRUSTED_AFTER_MS = Date.UTC(2023, 8, 6);

export function isInsightStatus(value: unknown): value is InsightStatus {
  return INSIGHT_STATUSES.some((status) => status === value);
}

/** The status that follows when a person takes `action` on an insight that shows `current`. */
export function statusAfterAction(current: InsightStatus | null, action: ReviewAction): InsightStatus {
  return current === action ? "none" : action;
}

/**
 * The time by which an insight is shown, sorted and filtered, in epoch milliseconds: the camera's where the insight
 * was received after 6 September 2023 and the camera gave one, else the time received.
 */
export function insightTimeMs(insight: { timeStampMs: number; fileCtimeMs: number | null }): number {
  const { timeStampMs, fileCtimeMs } = insight;
  const trusted = timeStampMs > CAMERA_TIME_TRUSTED_AFTER_MS;
  return trusted && fileCtimeMs !== null && Number.isFinite(fileCtimeMs) ? fileCtimeMs : timeStampMs;
}

/** The confidence that people see, 0–1 or null: that of the group for LoRa, which sends no other. */
export function shownConfidence(insight: {
  isFromLora: boolean;
  confidence: number | null;
  groupConfidence: number | null;
}): number | null {
  const value = insight.isFromLora ? insight.groupConfidence : insight.confidence;
  return value === null ? null : asFraction(value);
}

/** Confidence as a fraction: values above 1 are percent. */
export function asFraction(value: number): number {
  return value <= 1 ? value : value / 100;
}

/** A fraction as a whole percent, `0.874` as `87`. */
export function toWholePercent(fraction: number): number {
  return Math.round(fraction * 100);
}
