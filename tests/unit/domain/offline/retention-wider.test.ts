import { describe, expect, it } from "vitest";
import { isWider, type RetentionChoice } from "../../../../src/domain/offline/retention.ts";

const keep = (days: number | null, groups: string[] | null = null): RetentionChoice => ({ days, groups });

describe("a choice of what to keep", () => {
  it.each([
    ["more days", keep(90), keep(30), true],
    ["fewer days", keep(30), keep(90), false],
    ["any age", keep(null), keep(365), true],
    ["days instead of any age", keep(365), keep(null), false],
    ["another group besides", keep(7, ["1", "2"]), keep(7, ["1"]), true],
    ["one group of two", keep(7, ["1"]), keep(7, ["2", "1"]), false],
    ["all groups", keep(7), keep(7, ["1", "none"]), true],
    ["some of all groups", keep(7, ["1"]), keep(7), false],
    ["the same", keep(7, ["1", "2"]), keep(7, ["2", "1"]), false],
    ["fewer days of another group", keep(7, ["2"]), keep(30, ["1"]), true],
  ])("is wider than another where it brings what that leaves out: %s", (_, choice, than, wider) => {
    expect(isWider(choice, than)).toBe(wider);
  });
});
