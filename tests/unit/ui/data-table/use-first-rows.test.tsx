// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const rows = Array.from({ length: 25 }, (_, at) => at);

/** How many rows each drawing showed, by a module that has drawn nothing yet. */
async function openTable() {
  const { useFirstRows } = await import("../../../../src/ui/data-table/rows/use-first-rows.ts");
  return (partly: boolean) => {
    const drawings: (number | null)[] = [];
    renderHook(() => drawings.push(useFirstRows(rows, partly, String)?.length ?? null));
    return drawings;
  };
}

/** The rows of each drawing since an answer was replaced by this one. */
async function answerAnew(answer: readonly number[]) {
  const { useFirstRows } = await import("../../../../src/ui/data-table/rows/use-first-rows.ts");
  const drawings: (readonly number[] | null)[] = [];
  const { rerender } = renderHook(({ shown }) => drawings.push(useFirstRows(shown, true, String)), {
    initialProps: { shown: rows as readonly number[] },
  });
  await waitFor(() => expect(drawings.at(-1)).toBe(rows));
  drawings.length = 0;
  rerender({ shown: answer });
  await waitFor(() => expect(drawings.at(-1)).toBe(answer));
  return drawings;
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

  it("are all of them where the first answer is of a list that is scrolled, which has room for each", async () => {
    const { useFirstRows } = await import("../../../../src/ui/data-table/rows/use-first-rows.ts");
    const drawings: (number | null)[] = [];
    const before: { shown: readonly number[] | null; partly: boolean } = { shown: null, partly: true };
    const { rerender } = renderHook(
      ({ shown, partly }) => drawings.push(useFirstRows(shown, partly, String)?.length ?? null),
      { initialProps: before },
    );
    rerender({ shown: rows, partly: false });
    expect(new Set(drawings)).toEqual(new Set([null, 25]));
  });

  it("are those of another question at once, above rows of the one before, none of them twice", async () => {
    const others = rows.map((at) => 15 + at);
    const [first] = await answerAnew(others);
    expect(first).toEqual([...others.slice(0, 10), ...rows.slice(10, 15)]);
  });

  it("are all of them at once where the list has lost a row", async () => {
    const fewer = rows.filter((at) => at !== 3);
    expect((await answerAnew(fewer))[0]).toBe(fewer);
  });
});
