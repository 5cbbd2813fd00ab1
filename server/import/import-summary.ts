import type { InsightOrigin, NoticeRecord } from "../../src/formats/import-record.ts";

/** The result of an import, or of a dry run. */
export interface ImportSummary {
  /** `foreign` are those of the refused that belong to another account. */
  devices: { created: number; known: number; refused: number; foreign: number };
  collections: { created: number; known: number };
  insights: { created: number; updated: number; unchanged: number };
  /**
   * Of the insights taken: how they were classified, how many show nothing, and whose time had no zone or is that of the photograph.
   */
  origins: Record<InsightOrigin, number>;
  empty: number;
  /** Insights whose class is only that there is an animal. */
  onlyAnimals: number;
  timesWithoutZone: number;
  timesFromPhotos: number;
  /** Insights of which the source gave the day only. */
  wholeDays: number;
  photos: { stored: number; known: number; missing: number; refused: number };
  rowsRefused: number;
  fieldsRefused: number;
  notices: NoticeRecord[];
}

export function emptySummary(): ImportSummary {
  return {
    devices: { created: 0, known: 0, refused: 0, foreign: 0 },
    collections: { created: 0, known: 0 },
    insights: { created: 0, updated: 0, unchanged: 0 },
    origins: { machine: 0, human: 0, unreviewed: 0 },
    empty: 0,
    onlyAnimals: 0,
    timesWithoutZone: 0,
    timesFromPhotos: 0,
    wholeDays: 0,
    photos: { stored: 0, known: 0, missing: 0, refused: 0 },
    rowsRefused: 0,
    fieldsRefused: 0,
    notices: [],
  };
}

/** How many insights were taken, whether or not they were new. */
export function insightsTaken({ insights }: ImportSummary): number {
  return insights.created + insights.updated + insights.unchanged;
}
