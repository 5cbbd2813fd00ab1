// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useShellKeys } from "../../../../src/app/shell/use-shell-keys.ts";
import { takeTypedAhead } from "../../../../src/state/keyboard-store.ts";

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
    expect(takeTypedAhead()).toBe("axgi");
    expect(takeTypedAhead()).toBe("");
    expect(acts.goTo).not.toHaveBeenCalled();
    rerender(false);
    press("f");
    expect(onList.mock.calls.flat()).toEqual(["x", "k", "Escape", "f"]);
    expect(takeTypedAhead()).toBe("");
    window.removeEventListener("keydown", listener);
  });
});
