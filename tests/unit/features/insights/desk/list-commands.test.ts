import { describe, expect, it, vi } from "vitest";
import {
  type CommandedList,
  insightCommands,
} from "../../../../../src/features/insights/desk/list-commands.ts";
import type { InsightAddress } from "../../../../../src/features/insights/list/insight-address.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;

function list(change: Partial<CommandedList> = {}) {
  const address = { filter: { showArchived: false, text: "ridge" } } as InsightAddress;
  const made: CommandedList = {
    address: { address, setFilter: vi.fn(), sortBy: vi.fn() },
    counts: null,
    mayAct: true,
    selection: { count: 0, insights: 0 },
    current: null,
    toSave: 0,
    capped: null,
    nowMs: NOON_MS,
    ...{ act: vi.fn(), save: vi.fn(), undo: vi.fn(), redo: vi.fn(), selectAll: vi.fn(), clear: vi.fn() },
    ...{ continuePastCap: vi.fn(), leaveCapped: vi.fn(), nextPage: null, previousPage: null },
    ...change,
  };
  const run = (id: string, typed = "") =>
    insightCommands(made, typed)
      .find((one) => one.id === id)
      ?.run();
  return { made, run };
}
const acts = (made: CommandedList) =>
  insightCommands(made, "").flatMap(({ kind, words }) => (kind === "act" ? [words] : []));

describe("the commands of the list of insights", () => {
  it("act on the selection, else on the current row, and only for who may act", () => {
    const current = fakeInsight({ insightId: "a" });
    expect(acts(list({ current, selection: { count: 3, insights: 3 }, toSave: 2 }).made)).toEqual([
      "Acknowledge: 3 selected",
      "Archive: 3 selected",
      "Favorite: 3 selected",
      "Save 2",
      "Undo",
      "Redo",
      "Select all that match",
      "Clear the selection",
    ]);
    const folded = list({ current, selection: { count: 2, insights: 6 } });
    expect(acts(folded.made)[0]).toBe("Acknowledge: 2 rows (6 insights) selected");
    expect(acts(list({ current }).made)[0]).toBe("Acknowledge: Grey heron");
    expect(acts(list({ current, mayAct: false }).made)).toEqual(["Select all that match"]);
    expect(acts(list({ mayAct: false, selectAll: null }).made)).toEqual([]);
    const { made, run } = list({ current });
    run("archive");
    expect(made.act).toHaveBeenCalledWith("archive");
  });

  it("begin with the step that the cap refused, while it is offered", () => {
    const { made, run } = list({ capped: { step: "archive", count: 4261 }, toSave: 2 });
    expect(acts(made).slice(0, 3)).toEqual(["Archive 4,261", "Not now: Archive 4,261", "Save 2"]);
    run("continue");
    expect(made.continuePastCap).toHaveBeenCalledOnce();
    run("leave");
    expect(made.leaveCapped).toHaveBeenCalledOnce();
    const words = (step: "none" | "undo") => acts(list({ capped: { step, count: 1200 } }).made)[0];
    expect([words("none"), words("undo")]).toEqual(["Clear the status of 1,200", "Undo 1,200"]);
  });

  it("filter beside what is filtered already: by status, day, text and class", () => {
    const { made, run } = list({
      counts: {
        classNames: [{ value: "grey_heron", count: 3 }],
        deviceIds: [],
        statuses: [],
        sources: [],
      } as unknown as CommandedList["counts"],
    });
    const filter = { showArchived: false, text: "ridge" };
    const put = made.address.setFilter;
    run("status-none");
    expect(put).toHaveBeenLastCalledWith({ ...filter, statuses: ["none"] });
    run("yesterday");
    const midnightMs = Date.UTC(2026, 10, 20);
    expect(put).toHaveBeenLastCalledWith({ ...filter, fromMs: midnightMs, toMs: midnightMs + DAY_MS - 1 });
    const today = { fromMs: midnightMs + DAY_MS, toMs: midnightMs + 2 * DAY_MS - 1 };
    run("today");
    expect(put).toHaveBeenLastCalledWith({ ...filter, lastDays: 1, ...today });
    run("text", "weir");
    expect(put).toHaveBeenLastCalledWith({ ...filter, text: "weir" });
    run("class-grey_heron", "HERON");
    expect(put).toHaveBeenLastCalledWith({ ...filter, classNames: ["grey_heron"] });
    run("clear-filters");
    expect(put).toHaveBeenLastCalledWith({ showArchived: false });
    run("sort-confidence");
    expect(made.address.sortBy).toHaveBeenCalledWith("confidence");
  });

  it("turn the page where there is one to turn to", () => {
    const { made, run } = list({ nextPage: vi.fn() });
    const turns = insightCommands(made, "").filter(({ id }) => id.endsWith("-page"));
    expect(turns.map(({ words }) => words)).toEqual(["Next page"]);
    run("next-page");
    expect(made.nextPage).toHaveBeenCalledOnce();
  });

  it("filter by a day, a class and a Sentinel that are typed together, beside what is filtered already (hand 15)", () => {
    const { made, run } = list({
      counts: {
        classNames: ["empty", "human", "grey_heron"].map((value) => ({ value, name: value, count: 3 })),
        deviceIds: [
          { value: "SN-1", name: "North Weir", count: 3 },
          { value: "SN-2", name: "South Weir", count: 3 },
        ],
        statuses: [],
        sources: [],
      },
    });
    const offered = (typed: string) =>
      insightCommands(made, typed).flatMap(({ id, words }) => (id.includes("+") ? [words] : []));
    expect(offered("yesterday human")).toEqual(["Yesterday · Human"]);
    expect(offered("empty weir")).toEqual(["Empty · North Weir", "Empty · South Weir"]);
    expect(offered("weir south EMPTY")).toEqual(["Empty · South Weir"]);
    expect(offered("yesterday human south")).toEqual(["Yesterday · Human · South Weir"]);
    expect(offered("weir south")).toEqual([]);
    expect(offered("human lynx")).toEqual([]);
    expect(offered("human")).toEqual([]);
    const filter = { showArchived: false, text: "ridge" };
    run("class-empty+device-SN-2", "empty south");
    expect(made.address.setFilter).toHaveBeenLastCalledWith({
      ...filter,
      classNames: ["empty"],
      deviceIds: ["SN-2"],
    });
    run("device-SN-1", "north weir");
    expect(made.address.setFilter).toHaveBeenLastCalledWith({ ...filter, deviceIds: ["SN-1"] });
  });
});
