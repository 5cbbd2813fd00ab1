// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  isShortcut,
  keyboardStore,
  listKeys,
  scrollsFocus,
  setSingleKeys,
} from "../../../src/state/keyboard-store.ts";

function press(selector: string, init: KeyboardEventInit): boolean {
  let answer = false;
  const listen = (event: KeyboardEvent) => {
    answer = isShortcut(event);
  };
  window.addEventListener("keydown", listen);
  document.querySelector(selector)?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
  window.removeEventListener("keydown", listen);
  return answer;
}

describe("whether a key press is a shortcut", () => {
  afterEach(() => setSingleKeys(true));

  it("depends on where the person is and on the browser's own keys", () => {
    document.body.innerHTML =
      '<p>text</p><input id="t"><input id="c" type="checkbox"><textarea></textarea><dialog><button></button></dialog>';
    expect(press("p", { key: "a" })).toBe(true);
    expect(press("#c", { key: "a" })).toBe(true);
    expect(press("p", { key: "?", shiftKey: true })).toBe(true);
    expect(press("#t", { key: "a" })).toBe(false);
    expect(press("textarea", { key: "a" })).toBe(false);
    expect(press("dialog button", { key: "a" })).toBe(false);
    expect(press("p", { key: "a", ctrlKey: true })).toBe(false);
    // A press beside its controls gives the focus to the page, and the dialog still lies over it.
    document.querySelector("dialog")?.setAttribute("open", "");
    expect(press("body", { key: "a" })).toBe(false);
  });

  it("is never so for a single character where the person turned these off", () => {
    document.body.innerHTML = "<p>text</p>";
    setSingleKeys(false);
    expect(press("p", { key: "a" })).toBe(false);
    expect(press("p", { key: "ArrowDown" })).toBe(true);
    expect(localStorage.getItem("single_keys")).toBe("off");
  });
});

describe("an arrow", () => {
  it("scrolls the focused part only where that is higher than its room", () => {
    document.body.innerHTML = '<section tabindex="0"><p></p></section>';
    const section = document.querySelector("section") as HTMLElement;
    const scrolls = (key: string, target: Element | null = section) => scrollsFocus({ key, target });
    expect(scrolls("ArrowDown")).toBe(false);
    Object.defineProperty(section, "scrollHeight", { value: 200 });
    expect(["ArrowDown", "ArrowUp", "ArrowLeft", "j"].map((key) => scrolls(key))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(scrolls("ArrowDown", document.querySelector("p"))).toBe(false);
  });
});

describe("the key for commands", () => {
  const isHeld = async (platform: string, init: KeyboardEventInit) => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
    vi.resetModules();
    const store = await import("../../../src/state/keyboard-store.ts");
    return [store.isCommand(new KeyboardEvent("keydown", init)), store.COMMAND_KEY];
  };

  it("is Ctrl, on a Mac Cmd, and no other modifier with it", async () => {
    expect(await isHeld("Linux x86_64", { ctrlKey: true })).toEqual([true, "Ctrl"]);
    expect(await isHeld("Linux x86_64", { metaKey: true })).toEqual([false, "Ctrl"]);
    expect(await isHeld("Win32", { ctrlKey: true, shiftKey: true })).toEqual([false, "Ctrl"]);
    expect(await isHeld("MacIntel", { metaKey: true })).toEqual([true, "⌘"]);
    expect(await isHeld("MacIntel", { ctrlKey: true })).toEqual([false, "⌘"]);
  });
});

describe("the list of keys", () => {
  it("holds a screen's keys while the screen is open", () => {
    const takeOff = listKeys({ title: "Insights", lines: [] });
    expect(keyboardStore.getState().groups.map((group) => group.title)).toEqual(["Insights"]);
    takeOff();
    expect(keyboardStore.getState().groups).toEqual([]);
  });
});
