// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SECOND_TAP_MS } from "../../../src/domain/second-tap.ts";
import { holdOffSecondTaps } from "../../../src/ui/second-tap.ts";

let end: () => void;
let nowMs = 0;
const pressed = vi.fn();

beforeEach(() => {
  nowMs = 10_000;
  pressed.mockClear();
  end = holdOffSecondTaps(window);
  document.body.innerHTML = `<button id=save><b>Save</b></button><button id=undo>Undo</button>
    <label id=words>Choose <input id=box type=checkbox></label>`;
  document.body.onclick = ({ target }) => pressed((target as Element).id);
});
afterEach(() => end());

interface Tap {
  x?: number;
  afterMs?: number;
  /** Presses that the click counts; 0 for one by key or script. */
  detail?: number;
  pointerType?: string;
}

function tap(id: string, { x = 100, afterMs = 100, detail = 1, pointerType = "touch" }: Tap = {}): boolean {
  nowMs += afterMs;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: 50, detail });
  for (const [name, value] of Object.entries({ timeStamp: nowMs, pointerType }))
    Object.defineProperty(event, name, { value });
  return document.querySelector(`#${id}`)?.dispatchEvent(event) ?? false;
}
const presses = () => pressed.mock.calls.flat();

it("a second tap at the same place presses nothing that the first one has brought there", () => {
  tap("save");
  expect(tap("undo", { x: 112, afterMs: SECOND_TAP_MS - 1 })).toBe(false);
  expect(presses()).toEqual(["save"]);
});

it("is a tap of its own after a pause, at another place, and on the same control", () => {
  tap("save");
  tap("undo", { afterMs: SECOND_TAP_MS });
  tap("save", { x: 160 });
  tap("save", { x: 160 });
  expect(presses()).toEqual(["save", "undo", "save", "save"]);
});

it("is counted from the last tap that pressed something, so that quick ones at one place are not held off for ever", () => {
  tap("save");
  tap("undo", { afterMs: SECOND_TAP_MS - 100 });
  tap("undo", { afterMs: 100 });
  expect(presses()).toEqual(["save", "undo"]);
});

it("is no click by key or by script", () => {
  tap("save");
  tap("undo", { detail: 0 });
  expect(presses()).toEqual(["save", "undo"]);
});

it("is the second click of a double click of a mouse, as the system counts it", () => {
  const pointerType = "mouse";
  tap("save", { pointerType });
  tap("undo", { pointerType });
  tap("save", { pointerType, detail: 2 });
  tap("undo", { pointerType, detail: 2, afterMs: 1 });
  expect(presses()).toEqual(["save", "undo", "undo"]);
});

it("is none where a label hands its tap to its field", () => {
  tap("words");
  expect(tap("box", { afterMs: 0 })).toBe(true);
});
