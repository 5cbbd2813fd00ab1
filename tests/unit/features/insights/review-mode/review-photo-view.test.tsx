// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { photoViewStore } from "../../../../../src/state/photo-view-store.ts";
import { stubPictureLight } from "../../../../support/client/picture-light.ts";
import { at, forgetReviewChoices, insights, mode, openReview, press } from "./open-review.tsx";

beforeEach(forgetReviewChoices);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tool = (name: string) => screen.findByRole("button", { name });

describe("review mode", () => {
  it("brightens the photo at which it was asked for and those by night, and shows by its button which", async () => {
    const { picture } = stubPictureLight();
    const byNight = ["b.jpg", "d.jpg"];
    openReview({
      rows: insights(4),
      photo: async ({ photoUrl }) => ({
        kind: "image",
        blob: picture(byNight.includes(photoUrl) ? 20 : 200),
      }),
    });
    await mode();
    const isBrightened = async () => {
      const button = (await tool("Brighten")).getAttribute("aria-pressed");
      const photo = document.querySelector<HTMLElement>("[data-photo] > img")?.dataset.brightened;
      return [button, photo ?? "false"];
    };
    const until = (wanted: boolean) =>
      waitFor(async () => expect(await isBrightened()).toEqual([String(wanted), String(wanted)]));
    await at("1 of 4");
    await until(false);
    press("l");
    await until(true);
    press("j");
    await at("2 of 4");
    await until(true);
    press("j");
    await at("3 of 4");
    await until(false);
    press("j");
    await at("4 of 4");
    await until(true);
    fireEvent.click(await tool("Brighten"));
    await until(false);
    press("k");
    press("k");
    await at("2 of 4");
    await until(false);
  });

  it("shows photos as they were chosen to lie also when it opens again", async () => {
    openReview();
    await at("1 of 4");
    // Without a layout a photo is not cropped, so the first press fills the screen.
    fireEvent.click(await tool("Fill the screen"));
    fireEvent.click(await tool("Show the whole photo"));
    expect(localStorage.getItem("photo_base")).toBe("fit");
    cleanup();
    openReview();
    await at("1 of 4");
    expect(photoViewStore.getState().base).toBe("fit");
    press("w");
    await tool("Show the whole photo");
  });
});
