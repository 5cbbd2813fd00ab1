// @vitest-environment jsdom
import { fireEvent, render, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { listInUse } from "../../../../src/ui/lists/offered-lists.ts";
import { focusIsAt, focusIsOn, Lists, open, press } from "./list-keys-stage.tsx";

describe("J and K at the ends of a page", () => {
  it("go on in the next page past the last row of one, and back in the one before, unless they are held", async () => {
    await open();
    const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];
    rows().at(-1)?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "j", repeat: true });
    press("J", { shiftKey: true });
    await vi.dynamicImportSettled();
    expect((document.activeElement as HTMLElement).dataset.row).toBe("c24");
    // Rows of both pages are drawn for a moment.
    const drawn = (first: string, count: number) =>
      waitFor(() => expect([rows()[0]?.dataset.row, rows().length]).toEqual([first, count]));
    press("j");
    await focusIsOn("c25");
    await drawn("c25", 15);
    press("k");
    await focusIsOn("c24");
    await drawn("c0", 25);
    press("j");
    await focusIsOn("c25");
    await drawn("c25", 15);
    rows().at(-1)?.focus();
    press("j");
    await vi.dynamicImportSettled();
    expect((document.activeElement as HTMLElement).dataset.row).toBe("c39");
    const commands = async () => (await listInUse()?.commands("")) ?? [];
    const turns = async () => (await commands()).filter(({ id }) => id.endsWith("-page"));
    expect((await turns()).map(({ words }) => words)).toEqual(["Previous page"]);
    (await turns())[0]?.run();
    await waitFor(() => expect(rows()[0]?.dataset.row).toBe("c0"));
    expect((await turns()).map(({ words }) => words)).toEqual(["Next page"]);
  });

  it("turn one page only, however often they are pressed before its rows have come", async () => {
    const page = (prefix: string, turns: () => void) => (
      <Lists>
        <section data-list>
          <table>
            <tbody>
              {[0, 1, 2].map((at) => (
                <tr
                  key={`${prefix}${String(at)}`}
                  id={`${prefix}${String(at)}`}
                  data-row={`${prefix}${String(at)}`}
                  tabIndex={-1}
                />
              ))}
            </tbody>
          </table>
          <span data-turns>
            <button type="button" disabled>
              Previous
            </button>
            <button type="button" onClick={turns}>
              Next
            </button>
          </span>
        </section>
      </Lists>
    );
    const turned = vi.fn();
    const { rerender } = render(page("one", turned));
    document.querySelector<HTMLElement>("#one2")?.focus();
    press("j");
    await waitFor(() => expect(turned).toHaveBeenCalledOnce());
    for (const key of ["j", "k", "j"]) press(key);
    await vi.dynamicImportSettled();
    expect([document.activeElement?.id, turned.mock.calls.length]).toEqual(["one2", 1]);
    rerender(page("two", turned));
    await focusIsAt("two0");
    press("j");
    await focusIsAt("two1");
    expect(turned).toHaveBeenCalledOnce();
  });
});
