import { useCallback } from "react";
import { useServices } from "../client/services.tsx";
import { useViewValue } from "../client/use-view.ts";
import { insightTimeMs } from "../domain/insight/insight.ts";
import type { InsightEngine, InsightQuery, InsightRow } from "../query/insight-engine.ts";
import type { PhotoAddress } from "../sync/sync-status.ts";

interface FoundInsight {
  insightId: string;
  deviceId: string;
  className: string;
  /** Null where it has none. */
  photo: PhotoAddress | null;
  /** Its time, epoch ms. */
  atMs: number;
}

/** Which insights of a Sentinel are looked through, in the order of their time; without collections. */
export interface InsightSearch extends Pick<InsightQuery, "filter" | "limit"> {
  descending: boolean;
}

/**
 * The first of a Sentinel's insights that is searched for; null where none is, undefined until that is known.
 *
 * @param search the same object as long as it asks for the same
 */
export function useFoundInsight(
  deviceId: string,
  search: InsightSearch,
  isFound: (row: InsightRow) => boolean,
): FoundInsight | null | undefined {
  const read = useCallback(
    async (engine: InsightEngine, signal: AbortSignal) => {
      const { filter, limit, descending } = search;
      const sort = { column: "time", descending } as const;
      const query = { filter: { ...filter, deviceIds: [deviceId] }, sort, grouped: false, offset: 0, limit };
      const { rows } = await engine.page(query, signal);
      const row = rows.find(isFound);
      if (row === undefined) return { deviceId, found: null };
      const { insightId, className, photoUrl } = row;
      const photo = photoUrl ? { deviceId, photoUrl } : null;
      return { deviceId, found: { insightId, deviceId, className, photo, atMs: insightTimeMs(row) } };
    },
    [deviceId, search, isFound],
  );
  const answer = useViewValue(useServices().insights, read);
  return answer?.deviceId === deviceId ? answer.found : undefined;
}
