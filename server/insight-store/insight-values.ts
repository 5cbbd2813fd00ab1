/** The table of insights that imports fill, and the default for Sentinels; part of an insight's identity. */
export const DEFAULT_TABLE_NAME = "insights";

/** Unique over all insights: the id that a Sentinel or an import gives an insight, within a table of a Sentinel. */
export const INSIGHT_IDENTITY = ["device_ref", "table_name", "source_id"] as const;

/** A row to be written, by column. */
export type InsightValues = Record<string, string | number | null>;
