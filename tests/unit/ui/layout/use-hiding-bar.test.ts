// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useHidingBar } from "../../../../src/ui/layout/use-hiding-bar.ts";

let list: HTMLElement;
beforeEach(() => {
  list = document.body.appendChild(document.createElement("div"));
  list.dataset.list = "";
  renderHook(() => useHidingBar({ current: list }, "[data-list]"));
});
afterEach(() => {
  cleanup();
  list.remove();
});

const scrollTo = (topPx: number) => {
  list.scrollTop = topPx;
  list.dispatchEvent(new Event("scroll"));
};

describe("the bar above a list that is scrolled for the first time", () => {
  it("hides at the first turn of a wheel, however far it goes", () => {
    list.dispatchEvent(new Event("wheel"));
    scrollTo(400);
    expect(list.dataset.bar).toBe("hidden");
  });

  it("stands where the list has returned to an earlier place, and hides from there on", () => {
    scrollTo(400);
    expect(list.dataset.bar).toBe(undefined);
    list.dispatchEvent(new Event("touchstart"));
    scrollTo(440);
    expect(list.dataset.bar).toBe("hidden");
  });
});
