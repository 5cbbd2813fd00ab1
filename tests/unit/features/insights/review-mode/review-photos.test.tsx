// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PhotoAnswer } from "../../../../../src/sync/sync-status.ts";
import { at, forgetReviewChoices, IMAGE, insights, mode, openReview, press } from "./open-review.tsx";

beforeEach(forgetReviewChoices);
afterEach(() => vi.unstubAllGlobals());

describe("review mode, where a photo does not come", () => {
  it("says with a cloud which photo is not on this device, and brings it when the connection is back [OFF-10]", async () => {
    let online = false;
    const page = openReview({
      sync: { phase: "offline" },
      photo: async (_photo, thumbnail) => (online || thumbnail ? IMAGE : { kind: "offline" }),
    });
    expect(
      await screen.findByText("Preview only. The whole photo loads when you are back online."),
    ).toBeTruthy();
    online = true;
    page.setSync({ phase: "online" });
    await waitFor(() => expect(document.querySelector("[data-photo=image]")).toBeTruthy());
    expect(screen.queryByText(/Preview only/)).toBeNull();
  });

  it("shows after Try again that the photo is being loaded, until the answer", async () => {
    const answers: ((answer: PhotoAnswer) => void)[] = [];
    openReview({
      rows: insights(1),
      photo: async (_photo, thumbnail) =>
        thumbnail ? IMAGE : new Promise((resolve) => answers.push(resolve)),
    });
    await mode();
    await waitFor(() => expect(answers).toHaveLength(1));
    await act(async () => answers[0]?.({ kind: "failed" }));
    const retry = () => screen.findByRole("button", { name: "Try again" });
    fireEvent.click(await retry());
    await waitFor(() => expect(answers).toHaveLength(2));
    expect((await retry()).getAttribute("aria-busy")).toBe("true");
    await act(async () => answers[1]?.({ kind: "failed" }));
    expect((await retry()).getAttribute("aria-busy")).toBeNull();
    fireEvent.click(await retry());
    await act(async () => answers[2]?.(IMAGE));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  });

  it("offers the whole photo on request where the connection became slow after Try again", async () => {
    const line = Object.assign(new EventTarget(), { saveData: false });
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: line }));
    const answers: ((answer: PhotoAnswer) => void)[] = [];
    openReview({
      rows: insights(1),
      photo: async (_photo, thumbnail) =>
        thumbnail ? IMAGE : new Promise((resolve) => answers.push(resolve)),
    });
    await waitFor(() => expect(answers).toHaveLength(1));
    await act(async () => answers[0]?.({ kind: "failed" }));
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(answers).toHaveLength(2));
    act(() => {
      line.saveData = true;
      line.dispatchEvent(new Event("change"));
    });
    const load = await screen.findByRole("button", { name: "Load the whole photo" });
    expect(load.getAttribute("aria-busy")).toBeNull();
    fireEvent.click(load);
    expect(load.getAttribute("aria-busy")).toBe("true");
    // The request of before goes on where it was not given up yet.
    await waitFor(async () => {
      await act(async () => answers.at(-1)?.(IMAGE));
      expect(screen.queryByText("Preview only, to save data.")).toBeNull();
    });
  });

  it("keeps the place of a photo that is not on this device, or does not exist at all", async () => {
    openReview({
      sync: { phase: "offline" },
      photo: async ({ photoUrl }) => ({ kind: photoUrl === "a.jpg" ? "offline" : "missing" }),
    });
    expect(
      await screen.findByText("Not on this device yet. It loads when you are back online."),
    ).toBeTruthy();
    await at("1 of 4");
    press("j");
    expect(await screen.findByText("Image does not exist")).toBeTruthy();
  });
});
