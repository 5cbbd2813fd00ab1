// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { offerAfterSave } from "../../../../src/features/install/offer-after-save.ts";
import { installStore } from "../../../../src/state/install-store.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";

describe("the offer to install after a save (hand 13)", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    toastStore.setState({ toasts: [] });
    installStore.setState({ way: "none", putOff: false });
  });

  it("is made once on a device, and only where the browser can install", () => {
    offerAfterSave(() => undefined);
    expect(toastStore.getState().toasts).toEqual([]);

    installStore.setState({ way: "prompt" });
    offerAfterSave(() => undefined);
    expect(toastStore.getState().toasts).toMatchObject([{ action: { label: "Install" } }]);

    toastStore.setState({ toasts: [] });
    offerAfterSave(() => undefined);
    expect(toastStore.getState().toasts).toEqual([]);
  });

  it("shows the steps by hand on iOS, and is not made again to who said not now", () => {
    const steps = vi.fn();
    installStore.setState({ way: "iosSteps", putOff: true });
    offerAfterSave(steps);
    expect(toastStore.getState().toasts).toEqual([]);

    installStore.setState({ putOff: false });
    offerAfterSave(steps);
    toastStore.getState().toasts[0]?.action?.run();
    expect(steps).toHaveBeenCalledOnce();
  });
});
