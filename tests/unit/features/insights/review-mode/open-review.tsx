import { fireEvent, screen } from "@testing-library/react";
import { photoViewStore } from "../../../../../src/state/photo-view-store.ts";
import { reviewBurstsStore } from "../../../../../src/state/review-bursts-store.ts";
import type { PhotoAnswer } from "../../../../../src/sync/sync-status.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";
import { openInsights } from "../render-insights.tsx";

export const NOON_MS = Date.UTC(2026, 10, 21, 12);
const CLASSES = ["grey heron", "agouti", "ocelot", "mallard"];

/** Insights a, b, c, … the newest first, each with a photo. */
export function insights(count: number) {
  return Array.from({ length: count }, (_, index) =>
    fakeInsight({
      insightId: String.fromCharCode(97 + index),
      className: CLASSES[index % CLASSES.length] ?? "",
      photoUrl: `${String.fromCharCode(97 + index)}.jpg`,
      timeStampMs: NOON_MS - index * 1000,
      fileCtimeMs: NOON_MS - index * 1000,
    }),
  );
}

export const IMAGE: PhotoAnswer = { kind: "image", blob: new Blob(["x"]) };
export const openReview = (world: Partial<Parameters<typeof openInsights>[0]> = {}) =>
  openInsights({ rows: insights(4), photo: async () => IMAGE, address: "/?tab=insights&review=1", ...world });
export const mode = () => screen.findByRole("dialog", { name: "Review" });
export const at = (words: string) =>
  screen.findByText(new RegExp(`^${words}`), { selector: "[data-said=place]" });
export const press = (key: string, init = {}) =>
  fireEvent.keyDown(screen.getByRole("dialog", { name: "Review" }), { key, ...init });
export const statuses = (screenOf: ReturnType<typeof openReview>) =>
  screenOf.outbox.getState().unsaved.map(({ insightId, insightStatus }) => `${insightId} ${insightStatus}`);

/** As on a device on which nobody has reviewed. */
export function forgetReviewChoices(): void {
  reviewBurstsStore.setState({ folded: false });
  photoViewStore.setState({ skipsWithoutPhoto: false, brightenedAt: null, base: "tall" });
  HTMLImageElement.prototype.decode = async () => {};
}
