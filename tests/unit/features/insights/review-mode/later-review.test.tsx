// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { at, forgetReviewChoices, insights, openReview } from "./open-review.tsx";

const code = vi.hoisted(() => {
  let arrive = () => {};
  const here = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { asked: 0, here, arrive };
});
vi.mock("../../../../../src/features/insights/review-mode/review-mode.tsx", async (original) => {
  code.asked += 1;
  await code.here;
  return await original<object>();
});

beforeEach(forgetReviewChoices);

it("review mode is loaded once the list is drawn, and the list stays until it is here", async () => {
  const page = openReview({ rows: insights(60), address: "/?tab=insights&page=2&rows=25" });
  await waitFor(() => expect(page.order()).toHaveLength(25));
  await waitFor(() => expect(code.asked).toBe(1));
  const rows = page.order();
  const asked = vi.spyOn(page.insights, "page");
  fireEvent.click(screen.getByRole("button", { name: "Review" }));
  const row = page.row(rows[0] ?? "");
  expect(page.history.at(-1)).toContain("review=26");
  // Longer than the list would need to ask anew.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).not.toHaveBeenCalled();
  expect(page.order()).toEqual(rows);
  expect(page.row(rows[0] ?? "")).toBe(row);
  expect([...document.querySelectorAll("[aria-busy=true]")]).toEqual([
    screen.getByRole("button", { name: "Review" }),
  ]);
  code.arrive();
  await at("26 of 60");
  expect(page.order()).toEqual([]);
});
