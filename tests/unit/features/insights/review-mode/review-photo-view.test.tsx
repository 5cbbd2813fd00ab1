// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { photoViewStore } from "../../../../../src/state/photo-view-store.ts";
import { at, forgetReviewChoices, openReview, press } from "./open-review.tsx";

beforeEach(forgetReviewChoices);

const tool = (name: string) => screen.findByRole("button", { name });

describe("review mode", () => {
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
