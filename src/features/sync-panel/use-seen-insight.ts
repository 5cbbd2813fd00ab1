import { useEffect, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { isSeenInsight, type SeenInsight } from "../../domain/insight/seen-insight.ts";
import type { InsightRow } from "../../query/insight-engine.ts";

/** The insight as this device has it; null where it is not here, or where its number names another one by now. */
export function useSeenInsight(
  insightId: string,
  seen: Pick<SeenInsight, "timeStampMs" | "fileCtimeMs"> | undefined,
): InsightRow | null {
  const { insights } = useServices();
  const [insight, setInsight] = useState<InsightRow | null>(null);
  useEffect(() => {
    let current = true;
    insights.insight(insightId).then(
      (row) => current && setInsight(row),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [insights, insightId]);
  return insight === null || (seen !== undefined && !isSeenInsight(seen, insight)) ? null : insight;
}

export function photoOf(insight: InsightRow | null) {
  return insight?.photoUrl ? { deviceId: insight.deviceId, photoUrl: insight.photoUrl } : null;
}
