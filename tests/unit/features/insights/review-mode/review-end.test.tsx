// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { BatchState } from "../../../../../src/domain/outbox/projection.ts";
import { at, forgetReviewChoices, insights, mode, openReview, press } from "./open-review.tsx";

beforeEach(forgetReviewChoices);

const SEALED: BatchState = {
  batchId: "a",
  position: 1,
  count: 8,
  phase: "sealed",
  bulkId: null,
  status: null,
  sealedAtMs: 0,
};

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
  fireEvent.click(await within(await mode()).findByRole("button", { name: "Show the 3 not reviewed" }));
  await at("1 of 3: Grey heron");
  expect(page.history.at(-1)).toMatch(/status=none.*review=1/);
});

it("is no success where nothing matched from the start", async () => {
  openReview({ address: "/?tab=insights&class=nothing&review=1" });
  await screen.findByRole("heading", { name: "Nothing left in this list" });
});

it("says why a save fails, and tries again when asked (hand 1)", async () => {
  const page = openReview({ sync: { queueWait: { why: "serverError", untilMs: 20_000 } } });
  await at("1 of 4");
  expect((await mode()).querySelector("header")?.textContent).toContain("Server error");
  fireEvent.click(within(await mode()).getByRole("button", { name: "Try now" }));
  expect(page.calls).toContain("sendNow");
});

it("says at the end what is not saved, saves it, and starts again", async () => {
  const page = openReview({ rows: insights(2) });
  await at("1 of 2");
  press("a");
  await at("2 of 2");
  press("f");
  await screen.findByText("You are through all 2 in this list.");
  fireEvent.click(screen.getByRole("button", { name: "Save 2" }));
  await waitFor(() => expect(page.calls).toEqual(["save 2"]));
  press("k");
  await at("2 of 2");
  press("j");
  fireEvent.click(await screen.findByRole("button", { name: "Start again" }));
  await at("1 of 2");
});

it("asks for no Save of what was made offline, which is sent by itself", async () => {
  const page = openReview({ rows: insights(1), sync: { phase: "offline" } });
  await at("1 of 1");
  press("a");
  await screen.findByText("You are through the only one in this list.");
  const { unsaved } = page.outbox.getState();
  act(() => page.setOutbox({ unsaved: unsaved.map((action) => ({ ...action, offline: true })) }));
  await screen.findByText("What you saved is sent when you are online.");
  expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
});

it("says the unsent work first and the age of the data last in its head, as the chip of the shell does", async () => {
  openReview({
    sync: { freshAtMs: Date.now(), queueWait: { why: "serverError", untilMs: 20_000 } },
    outbox: { unsentCount: 8, batches: [SEALED] },
  });
  await at("1 of 4");
  press("a");
  await at("2 of 4");
  const words = async () => (await mode()).querySelector("header > p:last-of-type")?.textContent;
  await waitFor(async () =>
    expect(await words()).toMatch(/^8 to send, 1 to save ?Server error ?data from \d\d:\d\d UTC$/),
  );
});
