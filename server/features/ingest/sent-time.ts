import { parseSourceTime, type SourceTime } from "../../../src/formats/cells/source-time.ts";
import { UTC_RULE } from "../../../src/formats/cells/time-zone.ts";

/** A moment as a Sentinel writes it; null for other text, and for a time without a zone. */
export function readSentTime(text: string): SourceTime | null {
  const time = parseSourceTime(text, UTC_RULE);
  return time === null || time.offset === null ? null : time;
}
