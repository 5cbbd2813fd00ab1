// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { photoViewStore } from "../../../../../src/state/photo-view-store.ts";
import { reviewBurstsStore } from "../../../../../src/state/review-bursts-store.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";
import { openInsights } from "../render-insights.tsx";

const ROWS = ["grey heron", "agouti", "ocelot", "mallard"].map((className, index) =>
  fakeInsight({ insightId: className, className, timeStampMs: -index, fileCtimeMs: -index }),
);

const openReview = (world: Partial<Parameters<typeof openInsights>[0]> = {}) =>
  openInsights({ rows: ROWS, address: "/?tab=insights&review=1", ...world });
const mode = () => screen.findByRole("dialog", { name: "Review" });
const at = (words: string) => screen.findByText(new RegExp(`^${words}`), { selector: "[data-said=place]" });
const press = (key: string) => fireEvent.keyDown(screen.getByRole("dialog", { name: "Review" }), { key });

beforeEach(() => {
  reviewBurstsStore.setState({ folded: false });
  photoViewStore.setState({ skipsWithoutPhoto: false, brightened: false });
});

it("ends a list that it has emptied as a success, also once it is left, and goes on with what was not reviewed (hand 3)", async () => {
  const address = "/?tab=insights&class=agouti";
  const page = openReview({ address: `${address}&review=1` });
  await at("1 of 1: Agouti");
  press("x");
  await screen.findByRole("heading", { name: "All 1 done" });
  fireEvent(await mode(), new Event("cancel", { cancelable: true }));
  await screen.findByRole("heading", { name: "All 1 done" });
  expect(screen.queryByRole("dialog", { name: "Review" })).toBeNull();
  page.go(`${address}&review=1`);
  fireEvent.click(await within(await mode()).findByRole("button", { name: "Next: not reviewed, 3" }));
  await at("1 of 3: Grey heron");
  expect(page.history.at(-1)).toMatch(/status=none.*review=1/);
});

it("is no success where nothing matched from the start", async () => {
  openReview({ address: "/?tab=insights&class=nothing&review=1" });
  await screen.findByRole("heading", { name: "Nothing left in this list" });
});

it("says why a save fails, and tries again when asked (hand 1)", async () => {
  const page = openReview({ sync: { queueWait: { why: "busy", untilMs: 20_000 } } });
  await at("1 of 4");
  expect((await mode()).querySelector("header")?.textContent).toContain("Server error");
  fireEvent.click(within(await mode()).getByRole("button", { name: "Try now" }));
  expect(page.calls).toContain("sendNow");
});
