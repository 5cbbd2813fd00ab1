import { describe, expect, it } from "vitest";
import { insightColumns } from "../../../../../src/features/insights/list/rows/insight-columns.tsx";
import { plainCellText } from "../../../../../src/ui/data-table/rows/table-cell-content.tsx";
import { fakeInsight } from "../../../../support/client/fake-services.ts";

const columns = insightColumns({
  nowMs: Date.UTC(2026, 10, 21, 12),
  mayAct: true,
  reasonId: "reason",
  onAct: () => {},
  onOpen: () => {},
});

describe("an insight that is scrolled past too fast to be read", () => {
  it("says its class as a whole row does", () => {
    const header = columns.find(({ rowHeader }) => rowHeader);
    const row = fakeInsight({ insightId: "a" });
    expect(header && plainCellText(header, row)).toBe("Grey heron");
  });
});
