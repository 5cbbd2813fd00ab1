import { INSIGHT_STATUSES } from "../../insight/insight.ts";
import { defineWidget } from "../widget.ts";

/** Insights and not collections: members of a collection may differ in their status. */
export const insightStatuses = defineWidget({
  id: "insightStatuses",
  onByDefault: true,
  width: 8,
  needs: ["total", "statuses"],
  picture({ total, statuses }) {
    if (total === 0) return { kind: "noData" };
    // While archived insights are hidden none is counted: "Archived 0" would say that there are none.
    const counted = INSIGHT_STATUSES.filter((status) => status !== "archive" || statuses.archive > 0);
    const parts = counted.map((status) => ({
      label: { kind: "status", status } as const,
      value: statuses[status],
      ...(statuses[status] > 0 ? { link: { status } } : {}),
    }));
    return {
      kind: "share",
      parts,
      table: {
        columns: ["status", "insights"],
        rows: parts.map(({ label, value, ...rest }) => ({ cells: [label, value], ...rest })),
      },
    };
  },
});
