/** How high the rows of tables are: with large photos, or as many rows on a screen as can be read. */
export const ROW_DENSITIES = ["comfortable", "compact"] as const;
export type RowDensity = (typeof ROW_DENSITIES)[number];

/** The stored text, else the comfortable one. */
export function readDensity(stored: string | null): RowDensity {
  return stored === "compact" ? stored : "comfortable";
}
