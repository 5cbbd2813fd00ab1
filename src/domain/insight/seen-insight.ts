/**
 * Facts of an insight as a person saw it when they acted on it. Its id alone does not name it for ever: a server that was rolled
 * back may give the id to another insight. The times never change while the id is that insight's own.
 */
export interface SeenInsight {
  /** When it was received, epoch ms. */
  readonly timeStampMs: number;
  /** When it was taken by the camera's clock, epoch ms; null where that is not known. */
  readonly fileCtimeMs: number | null;
  readonly className: string;
}

/** Whether an insight has the times of the one that was seen. */
export function isSeenInsight(
  seen: Pick<SeenInsight, "timeStampMs" | "fileCtimeMs">,
  insight: Pick<SeenInsight, "timeStampMs" | "fileCtimeMs">,
): boolean {
  return seen.timeStampMs === insight.timeStampMs && seen.fileCtimeMs === insight.fileCtimeMs;
}
