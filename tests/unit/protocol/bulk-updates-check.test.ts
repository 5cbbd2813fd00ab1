import { describe, expect, it } from "vitest";
import { canonicalBulkUpdate, checkBulkUpdate } from "../../../src/protocol/bulk-updates-check.ts";

const item = { insightId: "7", deviceId: "cam", insightStatus: "archive" };
const faultsOf = (body: unknown) => {
  const checked = checkBulkUpdate(body);
  return checked.ok ? {} : Object.fromEntries(checked.faults);
};

describe("the body of a bulk update", () => {
  it("takes an action's insightId, deviceId and insightStatus, and numbers for ids [INS-33]", () => {
    const checked = checkBulkUpdate({ insights: [{ ...item, insightId: 7, id: "local" }] });
    expect(checked).toEqual({ ok: true, items: [{ ...item, base: null }] });
  });

  it("names each wrong field of each item", () => {
    const insights = [item, { ...item, insightStatus: "seen" }, { ...item, insightId: "", base: 4 }, 5];
    expect(faultsOf({ insights })).toEqual({
      "insights.1.insightStatus": "item_status",
      "insights.2.insightId": "item_id",
      "insights.2.base": "item_base",
      "insights.3": "item",
    });
  });

  it("refuses none and more than 1000, and takes 1000 [INS-46]", () => {
    expect(faultsOf({ insights: [] })).toEqual({ insights: "empty" });
    expect(faultsOf({ insights: new Array(1000).fill(item) })).toEqual({});
    expect(faultsOf({ insights: new Array(1001).fill(item) })).toEqual({ insights: "over_cap" });
  });

  it("refuses what is no object or has no list", () => {
    for (const body of [null, 5, "x", []]) expect(faultsOf(body)).toEqual({ general: "body" });
    expect(faultsOf({ insights: { 0: item } })).toEqual({ insights: "not_a_list" });
  });

  it("has one text for bodies that mean the same and another for any that differ", () => {
    const textOf = (...insights: unknown[]) => {
      const checked = checkBulkUpdate({ insights });
      return checked.ok ? canonicalBulkUpdate(checked.items) : "refused";
    };
    const same = textOf({ ...item, base: null });
    expect(textOf({ insightStatus: "archive", deviceId: "cam", insightId: 7, note: "x" })).toBe(same);
    expect(textOf({ ...item, base: "none" })).not.toBe(same);
    expect(textOf({ ...item, insightId: "8" })).not.toBe(same);
    expect(textOf(item, item)).not.toBe(same);
  });
});
