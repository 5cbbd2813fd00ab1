// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const rows = Array.from({ length: 25 }, (_, at) => at);

/** How many rows each drawing showed, by a module that has drawn nothing yet. */
async function openTable() {
  const { useFirstRows } = await import("../../../../src/ui/data-table/rows/use-first-rows.ts");
  return (partly: boolean) => {
    const drawings: (number | null)[] = [];
    renderHook(() => drawings.push(useFirstRows(rows, partly)?.length ?? null));
    return drawings;
  };
}

beforeEach(() => {
  vi.resetModules();
});
afterEach(cleanup);

describe("the first rows of a table", () => {
  it("are those in sight at once, and all others right after", async () => {
    const draw = await openTable();
    const drawings = draw(true);
    expect(drawings[0]).toBe(10);
    await waitFor(() => expect(drawings.at(-1)).toBe(25));
  });

  it("are all of them in every later table, and where one of them must be there", async () => {
    const draw = await openTable();
    expect(draw(false)[0]).toBe(25);
    expect(draw(true)[0]).toBe(25);
  });
});
