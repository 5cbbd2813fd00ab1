// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { KeysDialog } from "../../../../src/app/shell/keys-dialog.tsx";
import { openModal } from "../../../../src/ui/layout/open-modals.ts";
import { listInUse } from "../../../../src/ui/lists/offered-lists.ts";
import { acts, focusIsAt, focusIsOn, Lists, lines, open, opened, press } from "./list-keys-stage.tsx";

describe("the keys of a list that has none of its own", () => {
  it("walk through its rows, open one and extend the selection", async () => {
    await open();
    press("j");
    await focusIsOn("c0");
    press("j");
    await focusIsOn("c1");
    press("k");
    await focusIsOn("c0");
    press("Enter");
    await waitFor(() => expect(opened).toEqual(["c0"]));
    press(" ");
    await screen.findByText("Move 1");
    press("J", { shiftKey: true });
    await screen.findByText("Move 2");
    await focusIsOn("c1");
  });

  it("scroll the screen where nothing has the focus, and leave the keys to the browser elsewhere", async () => {
    await open();
    const list = document.querySelector<HTMLElement>("[data-row]")?.closest<HTMLElement>("div");
    if (!list) throw new Error("no list");
    list.style.overflowY = "auto";
    Object.defineProperties(list, { scrollHeight: { value: 4_000 }, clientHeight: { value: 400 } });
    const pressed = async (key: string) => {
      expect(press(key)).toBe(false);
      await new Promise((resolve) => setTimeout(resolve));
      return list.scrollTop;
    };
    await vi.waitFor(async () => expect(await pressed("End")).toBe(4_000));
    expect(await pressed("PageUp")).toBe(3_650);
    expect(await pressed("PageDown")).toBe(4_000);
    expect(await pressed("Home")).toBe(0);
    expect(press("End", { ctrlKey: true })).toBe(true);
    screen.getByRole("button", { name: "Filters" }).focus();
    expect(press("End")).toBe(true);
  });

  it("choose all that match with Ctrl+A where rows can be chosen, and leave the key to the page elsewhere", async () => {
    await open();
    expect(press("a", { ctrlKey: true })).toBe(false);
    await screen.findByText("Move 40");
    cleanup();
    await open(false);
    expect(press("a", { ctrlKey: true })).toBe(true);
  });

  it("open the filters with / and the palette with Ctrl+K, in a field with Ctrl+K alone", async () => {
    await open();
    const filters = screen.getByRole("button", { name: "Filters" });
    const pressed = vi.fn();
    filters.addEventListener("click", pressed);
    expect(press("/")).toBe(false);
    await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    expect(press("j")).toBe(true);
    expect(press("k", { ctrlKey: true })).toBe(false);
    expect(acts.showPalette).toHaveBeenCalledOnce();
    field.remove();
  });

  it("begin at the first row of another list, and of another page of the same", async () => {
    const { rerender } = render(
      <Lists>
        <ul key="one" data-list>
          {lines("one", 8)}
        </ul>
      </Lists>,
    );
    for (const at of [0, 1, 2, 3]) {
      press("j");
      await focusIsAt(`one${at}`);
    }
    rerender(
      <Lists>
        <ul key="two" data-list>
          {lines("two", 8)}
        </ul>
      </Lists>,
    );
    press("j");
    await focusIsAt("two0");
    press("j");
    await focusIsAt("two1");
    rerender(
      <Lists>
        <ul key="two" data-list>
          {lines("next", 8)}
        </ul>
      </Lists>,
    );
    press("j");
    await focusIsAt("next0");
  });

  it("go on at the place of a row that has left", async () => {
    const rows = lines("row", 6);
    const list = (all: ReactNode[]) => (
      <Lists>
        <ul data-list>{all}</ul>
      </Lists>
    );
    const { rerender } = render(list(rows));
    for (const at of [0, 1, 2]) {
      press("j");
      await focusIsAt(`row${at}`);
    }
    rerender(list(rows.filter((_, at) => at !== 2)));
    press("j");
    await focusIsAt("row3");
  });

  it("walk through the list of a dialog while it is open, where / leads to its own field", async () => {
    render(
      <Lists>
        <ul data-list>{lines("below", 3)}</ul>
        <dialog open>
          <button type="button">Close</button>
          <input type="search" aria-label="Find" />
          <ul data-list="acts">{lines("over", 3)}</ul>
        </dialog>
      </Lists>,
    );
    screen.getByRole("button", { name: "Close" }).focus();
    press("j");
    await focusIsAt("over0");
    press("j");
    await focusIsAt("over1");
    // Its first button acts instead of opening the row.
    press("Enter");
    press("/");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("searchbox")));
    expect(opened).toEqual([]);
  });

  it("press no switch of a list that acts at once, where the space bar scrolls, and check the box of another", async () => {
    const row = (id: string) => (
      <li id={id}>
        <input type="checkbox" aria-label={id} onChange={() => opened.push(id)} />
      </li>
    );
    render(
      <Lists>
        <ul data-list="acts">{row("acts")}</ul>
      </Lists>,
    );
    press("j");
    await focusIsAt("acts");
    expect(press(" ")).toBe(true);
    expect(press("Enter")).toBe(true);
    cleanup();
    render(
      <Lists>
        <ul data-list>
          {row("checked")}
          <li id="plain" />
        </ul>
      </Lists>,
    );
    press("j");
    await focusIsAt("checked");
    expect(press(" ")).toBe(false);
    await waitFor(() => expect(opened).toEqual(["checked"]));
    press("j");
    await focusIsAt("plain");
    expect(press(" ")).toBe(true);
  });

  it("open the filters with / also while no list is shown, as on a map, and leave / to a screen with a search alone", async () => {
    const pressed = vi.fn();
    const filters = (
      <button type="button" data-list-filters onClick={pressed}>
        Filters
      </button>
    );
    render(<Lists>{filters}</Lists>);
    expect(press("j")).toBe(true);
    expect(press("/")).toBe(false);
    await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
    cleanup();
    render(
      <Lists>
        <input type="search" aria-label="Find" />
      </Lists>,
    );
    expect(press("/")).toBe(true);
  });

  it("walk through the list of the dialog that was opened last, wherever it stands in the document", async () => {
    const { container } = render(
      <Lists>
        <dialog id="last">
          <ul data-list>{lines("last", 2)}</ul>
        </dialog>
        <dialog id="first">
          <ul data-list>{lines("first", 2)}</ul>
        </dialog>
      </Lists>,
    );
    const [closeFirst, closeLast] = ["first", "last"].map((id) =>
      openModal(container.querySelector(`#${id}`)),
    );
    press("j");
    await focusIsAt("last0");
    closeLast?.();
    (document.activeElement as HTMLElement).blur();
    press("j");
    await focusIsAt("first0");
    closeFirst?.();
  });

  it("leave / to the browser where a list can neither be searched nor filtered", () => {
    render(
      <Lists>
        <ul data-list>{lines("row", 3)}</ul>
      </Lists>,
    );
    expect(press("/")).toBe(true);
    expect(press("j")).toBe(false);
  });

  it("are listed as far as the lists of the screen have them", async () => {
    const listed = (lists: ReactNode) => {
      cleanup();
      render(<main>{lists}</main>);
      render(<KeysDialog open onClose={() => {}} />);
      return [...document.querySelectorAll("dialog section:first-of-type dt")].map(
        (line) => line.textContent,
      );
    };
    expect(listed(null)[0]).toBe("Show this list");
    expect(listed(<button type="button" data-list-filters />)).toEqual(["Search or filter"]);
    expect(document.querySelector("dialog h3")?.textContent).toBe("On this screen");
    expect(listed(<ul data-list="acts">{lines("row", 1)}</ul>)).toEqual(["Next or previous row"]);
    expect(listed(<ul data-list>{lines("row", 1)}</ul>)).toEqual(["Next or previous row", "Open the row"]);
    cleanup();
    await open();
    render(<KeysDialog open onClose={() => {}} />);
    const all = [...document.querySelectorAll("dialog section:first-of-type dt")].map(
      (line) => line.textContent,
    );
    expect(all).toEqual([
      "Next or previous row",
      "Extend the selection",
      "Select",
      "Select all that match",
      "Open the row",
      "Search or filter",
    ]);
  });

  it("are joined by the commands of the palette: what acts on the chosen rows, filters and orders", async () => {
    const history = await open();
    const commands = async (typed: string) => (await listInUse()?.commands(typed)) ?? [];
    press("a", { ctrlKey: true });
    await screen.findByText("Move 40");
    expect((await commands("")).filter(({ kind }) => kind === "act").map(({ words }) => words)).toEqual([
      "Move 40",
      "Select all that match",
    ]);
    const filter = (await commands("ra 7")).find(({ id }) => id === "filter-name");
    expect(filter?.words).toBe("Name contains “ra 7”");
    filter?.run();
    await waitFor(() => expect(document.querySelectorAll("[data-row]").length).toBe(1));
    expect(history.at(-1)).toContain("ra+7");
  });
});
