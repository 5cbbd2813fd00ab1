// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useShellKeys } from "../../../../src/app/shell/use-shell-keys.ts";
import { TYPED_ENTER, takeTypedAhead } from "../../../../src/state/keyboard-store.ts";

afterEach(cleanup);

describe("the keys of the shell", () => {
  it("keep letters for the palette that is being loaded from the list, and give them to its field", () => {
    const onList = vi.fn();
    const listener = ({ key }: KeyboardEvent) => onList(key);
    window.addEventListener("keydown", listener);
    const acts = { goTo: vi.fn(), toggleNavigation: vi.fn(), showKeys: vi.fn(), showPalette: vi.fn() };
    const { rerender } = renderHook((asksPalette) => useShellKeys({ ...acts, asksPalette }), {
      initialProps: false,
    });
    const press = (key: string, init = {}) => fireEvent.keyDown(document.body, { key, ...init });
    press("x");
    press("k", { ctrlKey: true });
    expect(acts.showPalette).toHaveBeenCalledOnce();
    rerender(true);
    for (const key of ["a", "x", "g", "i"]) press(key);
    press("Escape");
    for (const key of ["Enter", "s"]) press(key);
    expect(takeTypedAhead()).toBe(`axgi${TYPED_ENTER}`);
    expect(takeTypedAhead()).toBe("");
    expect(acts.goTo).not.toHaveBeenCalled();
    rerender(false);
    press("f");
    expect(onList.mock.calls.flat()).toEqual(["x", "k", "Escape", "f"]);
    expect(takeTypedAhead()).toBe("");
    window.removeEventListener("keydown", listener);
  });

  it("keep letters for the palette while its dialog is in the document and not open yet", () => {
    const acts = { goTo: vi.fn(), toggleNavigation: vi.fn(), showKeys: vi.fn(), showPalette: vi.fn() };
    const onList = vi.fn();
    const listener = ({ key }: KeyboardEvent) => onList(key);
    window.addEventListener("keydown", listener);
    renderHook(() => useShellKeys({ ...acts, asksPalette: true }));
    document.body.innerHTML = '<dialog><input role="combobox"></dialog>';
    fireEvent.keyDown(document.body, { key: "x" });
    expect(onList).not.toHaveBeenCalled();
    expect(takeTypedAhead()).toBe("x");
    document.querySelector("dialog")?.setAttribute("open", "");
    fireEvent.keyDown(document.querySelector("input") as HTMLElement, { key: "y" });
    expect(onList).toHaveBeenCalledWith("y");
    expect(takeTypedAhead()).toBe("");
    window.removeEventListener("keydown", listener);
    document.body.replaceChildren();
  });

  it("ask for the palette out of a panel, which is closed, and out of a dialog that says so, but out of no other", () => {
    const acts = { goTo: vi.fn(), toggleNavigation: vi.fn(), showKeys: vi.fn(), showPalette: vi.fn() };
    renderHook(() => useShellKeys({ ...acts, asksPalette: false }));
    document.body.innerHTML =
      '<div popover="auto"><input id="filter"></div><dialog><input id="form"></dialog>';
    const hide = vi.fn();
    HTMLElement.prototype.hidePopover = hide;
    const dialog = document.querySelector("dialog");
    const pressIn = (id: string) =>
      fireEvent.keyDown(document.getElementById(id) as HTMLElement, { key: "k", ctrlKey: true });
    expect(pressIn("filter")).toBe(false);
    expect(hide).toHaveBeenCalledOnce();
    expect(acts.showPalette).toHaveBeenCalledTimes(1);
    dialog?.setAttribute("open", "");
    expect(pressIn("form")).toBe(true);
    expect(acts.showPalette).toHaveBeenCalledTimes(1);
    dialog?.setAttribute("data-commands", "");
    expect(pressIn("form")).toBe(false);
    expect(acts.showPalette).toHaveBeenCalledTimes(2);
    document.body.replaceChildren();
  });

  it("ask for the palette out of a toast, which stays", () => {
    const acts = { goTo: vi.fn(), toggleNavigation: vi.fn(), showKeys: vi.fn(), showPalette: vi.fn() };
    renderHook(() => useShellKeys({ ...acts, asksPalette: false }));
    document.body.innerHTML = '<div popover="manual"><button>Undo</button></div>';
    const done: string[] = [];
    HTMLElement.prototype.hidePopover = () => void done.push("hidden");
    HTMLElement.prototype.showPopover = () => void done.push("shown");
    const undo = document.querySelector("button") as HTMLElement;
    expect(fireEvent.keyDown(undo, { key: "k", ctrlKey: true })).toBe(false);
    expect(done).toEqual(["hidden", "shown"]);
    expect(acts.showPalette).toHaveBeenCalledOnce();
    document.body.replaceChildren();
  });
});
