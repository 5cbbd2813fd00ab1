// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeInsight } from "../../../../../support/client/fake-services.ts";
import { openInsights } from "../../render-insights.tsx";

const insights = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    fakeInsight({
      insightId: `i${at}`,
      fileCtimeMs: Date.UTC(2026, 10, 21) - at * 1000,
    }),
  );
/** The tile under a pointer: jsdom lays nothing out. */
let under: Element | null = null;
const pointer = (type: string, on: Element | Window, place: { x: number; y: number }, init = {}) =>
  fireEvent(
    on,
    Object.assign(new Event(type, { bubbles: true }), {
      ...{ pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0 },
      ...{ clientX: place.x, clientY: place.y },
      ...init,
    }),
  );

beforeEach(() => {
  under = null;
  document.elementsFromPoint = () => (under === null ? [] : [under]);
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

async function openGrid(count = 12, role: "member" | "restricted" = "member") {
  const page = openInsights({ rows: insights(count), widthPx: 360, role });
  await waitFor(() => expect(page.order().length).toBeGreaterThan(0));
  fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Photos as a grid", hidden: true }));
  const grid = await screen.findByRole("list", { name: "Photos" });
  const photo = (id: string) => within(page.row(id)).getByRole("button");
  return { page, grid, photo };
}

describe("photos side by side", () => {
  it("are chosen by dragging over them, and given back when the drag turns round (hand 12)", async () => {
    const { page, photo } = await openGrid();
    pointer("pointerdown", photo("i1"), { x: 50, y: 50 });
    under = page.row("i4");
    pointer("pointermove", window, { x: 150, y: 90 });
    expect(await screen.findByText("4 selected")).toBeTruthy();
    under = page.row("i2");
    pointer("pointermove", window, { x: 90, y: 50 });
    expect(await screen.findByText("2 selected")).toBeTruthy();
    pointer("pointerup", window, { x: 90, y: 50 });
    expect(photo("i1").getAttribute("aria-pressed")).toBe("true");
    // The press that ends a drag neither opens nor chooses.
    fireEvent.click(photo("i1"));
    expect(photo("i1").getAttribute("aria-pressed")).toBe("true");
    // One by key after it does.
    fireEvent.keyDown(photo("i1"), { key: "Enter" });
    fireEvent.click(photo("i1"));
    expect(await screen.findByText("1 selected")).toBeTruthy();
  });

  it("are walked through by J and K one by one and by arrows line by line, the current one marked", async () => {
    const { page, photo } = await openGrid();
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const marked = () => page.order().filter((id) => /current/.test(page.row(id).className));
    press("j");
    expect(document.activeElement).toBe(photo("i0"));
    press("j");
    expect(document.activeElement).toBe(photo("i1"));
    expect(marked()).toEqual(["i1"]);
    for (const [key, id] of [
      ["ArrowDown", "i4"],
      ["ArrowUp", "i1"],
      ["ArrowUp", "i1"],
      ["k", "i0"],
    ] as const) {
      press(key);
      expect(document.activeElement).toBe(photo(id));
    }
    expect(marked()).toEqual(["i0"]);
  });

  it("lead from the last line nowhere, and to a shorter last line at its end", async () => {
    const { photo } = await openGrid(11);
    act(() => photo("i8").focus());
    fireEvent.keyDown(photo("i8"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(photo("i10"));
    fireEvent.keyDown(photo("i10"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(photo("i10"));
  });

  it("are chosen on by the first finger, also while a second one comes and goes", async () => {
    const { page, photo } = await openGrid();
    pointer("pointerdown", photo("i1"), { x: 50, y: 50 });
    under = page.row("i2");
    pointer("pointermove", window, { x: 90, y: 50 });
    expect(await screen.findByText("2 selected")).toBeTruthy();
    const second = { pointerId: 2, isPrimary: false };
    pointer("pointerdown", photo("i9"), { x: 50, y: 250 }, second);
    pointer("pointermove", window, { x: 90, y: 250 }, second);
    pointer("pointerup", window, { x: 90, y: 250 }, second);
    under = page.row("i4");
    pointer("pointermove", window, { x: 150, y: 90 });
    expect(await screen.findByText("4 selected")).toBeTruthy();
  });

  it("are walked through by arrows and chosen by the space bar, one of them reached by Tab (hand 12)", async () => {
    const { grid, photo } = await openGrid();
    expect(grid.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
    act(() => photo("i0").focus());
    fireEvent.keyDown(photo("i0"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(photo("i3"));
    fireEvent.keyDown(photo("i3"), { key: "ArrowRight" });
    fireEvent.keyDown(photo("i4"), { key: " " });
    expect(await screen.findByText("1 selected")).toBeTruthy();
    expect(photo("i4").getAttribute("aria-pressed")).toBe("true");
    expect(photo("i4").getAttribute("aria-label")).toMatch(/^Grey heron, \d+%, MICA/);
  });

  it("stay the way to look on this device, until the list is asked for again (hand 12)", async () => {
    await openGrid();
    cleanup();
    const page = openInsights({ rows: insights(12), widthPx: 1440 });
    const grid = await screen.findByRole("list", { name: "Photos" });
    expect((await within(grid).findAllByRole("button")).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole("button", { name: "Photos as a grid" }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Photos" })).toBeNull());
    expect(page.row("i0").tagName).toBe("TR");
  });

  it("are not chosen by who may only look", async () => {
    const { page, photo } = await openGrid(12, "restricted");
    pointer("pointerdown", photo("i1"), { x: 50, y: 50 });
    under = page.row("i4");
    pointer("pointermove", window, { x: 150, y: 90 });
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});

describe("a card on a phone", () => {
  it("is chosen by a long press, which opens no photo, and lets go by Done (hand 7)", async () => {
    const page = openInsights({ rows: insights(3), widthPx: 360 });
    await waitFor(() => expect(page.order()).toHaveLength(3));
    const photo = () => within(page.row("i1")).getByRole("button", { name: /photo/i });
    pointer("pointerdown", photo(), { x: 50, y: 50 });
    expect(await screen.findByText("1 selected")).toBeTruthy();
    pointer("pointerup", photo(), { x: 50, y: 50 });
    fireEvent.click(photo());
    expect(document.querySelector("dialog[open]")).toBeNull();
    expect(screen.getByText("1 selected")).toBeTruthy();
    pointer("pointerdown", page.row("i2"), { x: 50, y: 50 });
    pointer("pointermove", page.row("i2"), { x: 50, y: 90 });
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText("1 selected")).toBeNull());
  });

  it("is chosen by the menu of a phone that calls a press long sooner, and no menu comes", async () => {
    const page = openInsights({ rows: insights(3), widthPx: 360 });
    await waitFor(() => expect(page.order()).toHaveLength(3));
    const photo = within(page.row("i1")).getByRole("button", { name: /photo/i });
    pointer("pointerdown", photo, { x: 50, y: 50 }, { pointerType: "touch" });
    expect(fireEvent.contextMenu(photo)).toBe(false);
    expect(await screen.findByText("1 selected")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    // The menu of a mouse is the browser's.
    const other = within(page.row("i2")).getByRole("button", { name: /photo/i });
    pointer("pointerdown", other, { x: 50, y: 50 }, { button: 2 });
    expect(fireEvent.contextMenu(other)).toBe(true);
  });
});
