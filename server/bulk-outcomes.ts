import type { BulkUpdateItem, ItemResult } from "../src/protocol/bulk-updates.ts";

/**
 * An outcome as it is stored: as the wire has it, or only the place among the items where the item names what the
 * sender does not reach. There is no more to say about that than what the items hold already.
 */
export type StoredOutcome = ItemResult | number;

/** The outcomes of a completed bulk update, in the order of its items, from its columns. */
export function readOutcomes({ items, outcomes }: { items: string; outcomes: string }): ItemResult[] {
  const stored = JSON.parse(outcomes) as StoredOutcome[];
  if (!stored.some((one) => typeof one === "number")) return stored as ItemResult[];
  const named = JSON.parse(items) as Pick<BulkUpdateItem, "insightId" | "deviceId">[];
  return stored.flatMap((one): ItemResult[] => {
    if (typeof one !== "number") return [one];
    const item = named[one];
    if (item === undefined) return [];
    const [insightId, deviceId] = [String(item.insightId), String(item.deviceId)];
    return [{ insightId, deviceId, outcome: "gone", by: null, at: null }];
  });
}
