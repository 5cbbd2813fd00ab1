// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liesOverPage, useBackCloses } from "../../../src/ui/layout/use-back-closes.ts";

/** As the router does: it writes the address without anything else, and says so. */
function routerReplaces(address: string): void {
  history.replaceState(null, "", address);
  dispatchEvent(new Event("replaceState"));
}

/** Begins at an entry of its own, so that what one test left ahead or behind matters to no other. */
let starts = 0;
beforeEach(() => {
  starts += 1;
  history.pushState(null, "", `/?start=${starts}`);
  history.pushState(null, "", `/?list=${starts}`);
});
afterEach(cleanup);

const list = () => `?list=${starts}`;
const goesBack = async (to: string) => {
  history.back();
  await waitFor(() => expect(location.search).toBe(to));
};
const lay = (onClose = vi.fn()) => ({
  onClose,
  ...renderHook(({ open }) => useBackCloses(open, onClose), { initialProps: { open: true } }),
});

describe("what lies over a page", () => {
  it("is closed by Back, which stays on the page", async () => {
    const { onClose, rerender } = lay();
    expect(liesOverPage()).toBe(true);
    history.back();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    rerender({ open: false });
    expect(liesOverPage()).toBe(false);
    expect(location.search).toBe(list());
    await goesBack(`?start=${starts}`);
  });

  it("leaves no entry behind when it is closed otherwise: one Back leaves the page", async () => {
    const { onClose, rerender } = lay();
    rerender({ open: false });
    await waitFor(() => expect(history.state).toBe(null));
    await goesBack(`?start=${starts}`);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("keeps what the address became when Back closes it, as one step that Back then takes back", async () => {
    const { onClose } = lay();
    routerReplaces("/?filter=1");
    history.back();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(location.search).toBe("?filter=1");
    await goesBack(list());
  });

  it("keeps what the address became when it is closed otherwise", async () => {
    const { rerender } = lay();
    routerReplaces("/?filter=2");
    rerender({ open: false });
    expect(location.search).toBe("?filter=2");
    await goesBack(list());
  });

  it("does nothing when Forward comes to where it was open", async () => {
    const { onClose, rerender } = lay();
    history.back();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    rerender({ open: false });
    history.forward();
    await waitFor(() => expect(history.state).not.toBe(null));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(location.search).toBe(list());
  });

  it("takes its entry back after a reload with it open", async () => {
    history.pushState({ liesOver: -1 }, "");
    renderHook(() => useBackCloses(false, vi.fn()));
    await waitFor(() => expect(history.state).toBe(null));
    await goesBack(`?start=${starts}`);
  });

  it("keeps what the address became before a reload with it open, as a step", async () => {
    const { unmount } = lay();
    routerReplaces("/?filter=3");
    const left = history.state;
    unmount();
    history.replaceState({ ...left, liesOver: -1 }, "");
    renderHook(() => useBackCloses(false, vi.fn()));
    await waitFor(() => expect(history.state.liesOver).toBe(undefined));
    expect(location.search).toBe("?filter=3");
    await goesBack(list());
    await goesBack(`?start=${starts}`);
  });

  it("hands its entry on to what opens in its stead", async () => {
    const first = lay();
    first.unmount();
    const second = lay();
    history.back();
    await waitFor(() => expect(second.onClose).toHaveBeenCalledTimes(1));
    expect(history.state).toBe(null);
    expect(first.onClose).not.toHaveBeenCalled();
  });
});
