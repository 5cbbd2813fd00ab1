import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dismissToast, showToast, toastStore } from "../../../src/state/toast-store.ts";

const messages = () => toastStore.getState().toasts.map((toast) => toast.message);

describe("notices that come and go", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    toastStore.setState({ toasts: [] });
  });

  it("go by themselves after 6000 ms where no other time is given [SHELL-34]", () => {
    showToast({ message: "Saved" });
    vi.advanceTimersByTime(5999);
    expect(messages()).toEqual(["Saved"]);
    vi.advanceTimersByTime(1);
    expect(messages()).toEqual([]);
  });

  it("stay as long as they are given, for ever too", () => {
    showToast({ message: "long", durationMs: 60_000 });
    showToast({ message: "for ever", durationMs: Number.POSITIVE_INFINITY });
    vi.advanceTimersByTime(59_999);
    expect(messages()).toEqual(["long", "for ever"]);
    vi.advanceTimersByTime(86_400_000);
    expect(messages()).toEqual(["for ever"]);
  });

  it("say a sentence once, and let go of the one that is dismissed", () => {
    showToast({ message: "one" });
    showToast({ message: "two" });
    showToast({ message: "one" });
    expect(messages()).toEqual(["two", "one"]);
    dismissToast(toastStore.getState().toasts[0]?.id ?? "");
    expect(messages()).toEqual(["one"]);
  });
});
