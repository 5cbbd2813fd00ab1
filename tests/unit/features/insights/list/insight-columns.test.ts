import { describe, expect, it } from "vitest";
import { insightColumns } from "../../../../../src/features/insights/list/rows/insight-columns.tsx";
import type { InsightRow } from "../../../../../src/query/insight-engine.ts";
import { plainCellText } from "../../../../../src/ui/data-table/rows/table-cell-content.tsx";
import { fakeInsight } from "../../../../support/client/fake-services.ts";

const columns = insightColumns({
  nowMs: Date.UTC(2026, 10, 21, 12),
  mayAct: true,
  reasonId: "reason",
  onAct: () => {},
  onOpen: () => {},
});
const wordsOf = (change: Partial<InsightRow>) =>
  columns
    .filter(({ hidden }) => !hidden)
    .map((column) => plainCellText(column, fakeInsight({ insightId: "a", ...change })));

describe("the columns of an insight that is scrolled past", () => {
  it("say in words what they show, and that a status is not sent yet", () => {
    const sent = wordsOf({ status: "favorite", fileCtimeMs: Date.UTC(2026, 10, 20, 4, 5, 6) });
    expect([sent[1], sent[4], sent.at(-2)]).toEqual(["Grey heron", "20 Nov 04:05:06", "Favorite"]);
    expect([sent[0], sent.at(-1)]).toEqual(["", ""]);
    expect(sent[2]).toMatch(/^\d+%$/);
    expect(wordsOf({ status: "favorite", unsent: true }).at(-2)).toBe("Favorite, unsent");
    expect(wordsOf({ status: null }).at(-2)).toBe("Mixed");
  });
});
