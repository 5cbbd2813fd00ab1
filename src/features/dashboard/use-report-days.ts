import { useEffect, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import type { DayRun, ReportDays } from "../../domain/dashboard/effort.ts";
import { DAY_MS } from "../../domain/time.ts";
import { type Guard, isListOf, isMessage, isShape, isText } from "../../platform/json-shape.ts";
import { systemClock } from "../../platform/system-clock.ts";
import type { DeviceReportDays } from "../../protocol/fleet.ts";
import { type StoredReportDays, storedReportDays } from "../../storage/mirror/stored-report-days.ts";

const isRuns: Guard<DeviceReportDays["days"]> = (value): value is DeviceReportDays["days"] =>
  Array.isArray(value) && value.every((run) => Array.isArray(run) && run.length === 2 && run.every(isText));
const isReportDays = isShape<DeviceReportDays>({ device_id: isText, days: isRuns });

export interface KnownReportDays {
  days: ReportDays;
  readAtMs: number;
}

/**
 * The days on which Sentinels reported: at once those that were stored at the last visit, then the server's. Undefined
 * until the stored ones are read, null where neither is here.
 */
export function useReportDays(wanted: boolean): KnownReportDays | null | undefined {
  const { http, userId } = useServices();
  const online = useSyncStatus().phase === "online";
  const [known, setKnown] = useState<KnownReportDays | null>();
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const take = (stored: StoredReportDays | null) => {
      if (abort.signal.aborted) return;
      setKnown((before) => {
        if (stored === null) return before ?? null;
        if (before && before.readAtMs >= stored.readAtMs) return before;
        return { days: asReportDays(stored.devices), readAtMs: stored.readAtMs };
      });
    };
    // Without the stored ones the widgets say that they are missing.
    storedReportDays.read(userId).then(take, () => take(null));
    const ask = async () => {
      const accept = isMessage(isListOf(isReportDays));
      const outcome = await http.call({ path: "/api/devices/report-days", accept, signal: abort.signal });
      if (outcome.kind !== "answer" || abort.signal.aborted) return;
      const stored = { readAtMs: systemClock.now(), devices: outcome.value.message };
      take(stored);
      // A full disk costs only their use offline.
      await storedReportDays.write(userId, stored).catch(() => undefined);
    };
    if (online) void ask();
    return () => abort.abort();
  }, [http, userId, online, wanted]);
  return known;
}

function asReportDays(devices: readonly DeviceReportDays[]): ReportDays {
  const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  return new Map(
    devices.map(({ device_id, days }) => [
      device_id,
      days.map(([first, last]): DayRun => [dayOf(first), dayOf(last)]),
    ]),
  );
}
