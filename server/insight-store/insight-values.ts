/** The table of insights that imports fill, and that a Sentinel means where it names none; part of an insight's identity. */
export const DEFAULT_TABLE_NAME = "insights";

/** Unique over all insights: what a Sentinel or an import calls an insight, within a table of a Sentinel. */
export const INSIGHT_IDENTITY = ["device_ref", "table_name", "source_id"] as const;

/** A row to be written, by column. */
export type InsightValues = Record<string, string | number | null>;
