import type { ReviewAction } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";

export interface RowHandlers {
  onAct(row: InsightRow, action: ReviewAction): void;
  onOpen(row: InsightRow): void;
  onSelect(row: InsightRow, range: boolean): void;
  /** The focus has come to this row. */
  onPlace(row: InsightRow): void;
}
