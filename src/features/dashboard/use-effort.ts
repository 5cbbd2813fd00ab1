import { useMemo } from "react";
import { useMirrored } from "../../client/use-sync.ts";
import { ratedSpan, reportedSpan } from "../../domain/dashboard/effort.ts";
import type { WorldEffort } from "../../domain/dashboard/widget.ts";
import type { AddressFilter } from "../../parts/insight-filter/filter-address.ts";
import { useReportDays } from "./use-report-days.ts";

interface KnownEffort {
  effort: WorldEffort;
  /** When the server answered with the days of reports, epoch ms. */
  readAtMs: number;
}

/**
 * The effort of Sentinels, and the filter that lets through the insights that rates are made of: those of the days that
 * the reports and the mirror both cover.
 *
 * @returns `known` undefined until it is read, null where this device does not hold the days of reports; `rated` null
 *   until both are known
 */
export function useEffort(
  filter: AddressFilter,
  wanted: boolean,
): { known: KnownEffort | null | undefined; rated: AddressFilter | null } {
  const reports = useReportDays(wanted);
  const heldFromMs = useMirrored(async (mirror) => (await mirror.retention()).heldFromMs);
  const known = useMemo(() => {
    if (reports === null) return null;
    if (reports === undefined || heldFromMs === undefined) return undefined;
    const { days, readAtMs } = reports;
    const reported = reportedSpan({ readAtMs, filter });
    return { effort: { days, reported, rated: ratedSpan(reported, heldFromMs) }, readAtMs };
  }, [reports, heldFromMs, filter]);
  const { fromMs, toMs } = known?.effort.rated ?? {};
  const rated = useMemo(() => {
    if (fromMs === undefined || toMs === undefined) return null;
    const { lastDays: _, ...others } = filter;
    return { ...others, fromMs, toMs };
  }, [filter, fromMs, toMs]);
  return { known, rated };
}
