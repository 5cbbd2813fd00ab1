import { HELD_FIELDS, INSIGHT_FIELDS } from "../../../src/protocol/records/insight-fields.ts";
import type { MirrorInsight } from "../../../src/storage/mirror/insight-chunk.ts";

/** An insight of which nothing is known: each field of the list with its absent value. */
export const ABSENT_INSIGHT = Object.fromEntries(
  HELD_FIELDS.map((field) => [field, INSIGHT_FIELDS[field].absent]),
) as unknown as MirrorInsight;
