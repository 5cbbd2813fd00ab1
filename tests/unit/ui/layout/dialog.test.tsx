// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Dialog } from "../../../../src/ui/layout/dialog.tsx";

const [onOuter, onInner] = [vi.fn(), vi.fn()];
/** Returns whether the browser may take the key too. */
const pressEscape = (element: HTMLElement) => fireEvent.keyDown(element, { key: "Escape" });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
  for (const handler of [onOuter, onInner]) handler.mockClear();
});
afterEach(cleanup);

it("Escape in a dialog over another one closes that one alone", () => {
  render(
    <Dialog open onClose={onOuter} title="Outer">
      <Dialog open onClose={onInner} title="Inner">
        <button type="button">Inside</button>
      </Dialog>
      <dialog open>
        <button type="button">With keys of its own</button>
      </dialog>
    </Dialog>,
  );
  expect(pressEscape(screen.getByRole("button", { name: "Inside" }))).toBe(false);
  expect(onInner).toHaveBeenCalledExactlyOnceWith(true);
  expect(pressEscape(screen.getByRole("button", { name: "With keys of its own" }))).toBe(true);
  expect(onOuter).not.toHaveBeenCalled();
});

it("Escape in a search field is left to the browser while there is something to empty", () => {
  render(
    <Dialog open onClose={onOuter} title="Models">
      <input type="search" />
    </Dialog>,
  );
  const field = screen.getByRole("searchbox");
  fireEvent.change(field, { target: { value: "fox" } });
  expect(pressEscape(field)).toBe(true);
  expect(onOuter).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "" } });
  expect(pressEscape(field)).toBe(false);
  expect(onOuter).toHaveBeenCalledTimes(1);
});
