// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { reviewBurstsStore } from "../../../../../src/state/review-bursts-store.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";
import {
  at,
  forgetReviewChoices,
  insights,
  mode,
  NOON_MS,
  openReview,
  press,
  statuses,
} from "./open-review.tsx";

beforeEach(forgetReviewChoices);

describe("review mode", () => {
  it("opens by R on the row in use, over the same set, leaves by Escape with the focus on the image that was reached, and opens there again", async () => {
    const page = openReview({ address: "/?tab=insights&q=o" });
    await screen.findByText(/3 insights match/);
    fireEvent.keyDown(document.body, { key: "j" });
    fireEvent.keyDown(document.body, { key: "j" });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "r" });
    await at("2 of 3: Agouti");
    expect(page.history.at(-1)).toMatch(/q=o.*review=2&image=b/);
    press("j");
    await at("3 of 3: Ocelot");
    fireEvent(await mode(), new Event("cancel", { cancelable: true }));
    await waitFor(() => expect(document.activeElement).toBe(page.row("c")));
    expect(page.history.at(-1)).toBe("/?tab=insights&q=o");
    fireEvent.click(screen.getByRole("button", { name: "Review" }));
    await at("3 of 3: Ocelot");
    // Back, which leads to the address from before.
    page.go("/?tab=insights&q=o");
    await waitFor(() => expect(document.activeElement).toBe(page.row("c")));
  });

  it("leads the list back to its place only where that is the list that was reviewed, in the same order", async () => {
    const reviewed = "/?tab=insights&rows=5";
    for (const other of [`${reviewed}&q=o`, `${reviewed}&sort=time`]) {
      openReview({ rows: insights(12), address: `${reviewed}&review=8&image=h` });
      await at("8 of 12");
      cleanup();
      // Another tab of the app, and from there another list.
      const next = openReview({ rows: insights(12), address: other });
      await screen.findByText(/^(9 insights match|12 insights)/);
      await act(async () => {});
      expect(next.history).toEqual([other]);
      expect(document.activeElement).toBe(document.body);
      cleanup();
      // Nothing of it is left for later.
      const later = openReview({ rows: insights(12), address: reviewed });
      await screen.findByText(/^12 insights/);
      await act(async () => {});
      expect(later.history).toEqual([reviewed]);
      expect(document.activeElement).toBe(document.body);
      cleanup();
    }
    openReview({ rows: insights(12), address: `${reviewed}&review=8&image=h` });
    await at("8 of 12");
    cleanup();
    const same = openReview({ rows: insights(12), address: reviewed });
    await waitFor(() => expect(same.history.at(-1)).toBe(`${reviewed}&page=2`));
    await waitFor(() => expect(document.activeElement).toBe(same.row("h")));
  });

  it("opens in a list that is scrolled at the row in use or the first in sight, and comes back there after a reload", async () => {
    const many = insights(300).map((row, at) => ({ ...row, insightId: `n${at}` }));
    const page = openReview({ rows: many, address: "/?tab=insights&page=4&view=scroll" });
    await screen.findByText(/300 insights/);
    const box = page.row("n0").closest("table")?.parentElement as HTMLElement;
    box.scrollTop = 44 * 200;
    fireEvent.scroll(box);
    await waitFor(() => expect(page.order()).toContain("n210"));
    page.row("n210").focus();
    fireEvent.keyDown(page.row("n210"), { key: "r" });
    await at("211 of 300");
    expect(page.history.at(-1)).toMatch(/review=211&image=n210$/);
    fireEvent(await mode(), new Event("cancel", { cancelable: true }));
    // Without a layout nothing is scrolled, so the row is not drawn; its place is in the address.
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Review"));
    expect(page.history.at(-1)).toMatch(/at=211$/);
    cleanup();

    // Much came in before it meanwhile.
    const newer = insights(200).map((row, at) => ({ ...row, insightId: `newer${at}` }));
    openReview({
      rows: [...newer.map((row) => ({ ...row, fileCtimeMs: NOON_MS + 1 })), ...many],
      address: "/?tab=insights&view=scroll&review=211&image=n210",
    });
    await at("411 of 500");
  });

  it("acts by one key and moves on at once, and the place stays right while images leave the set", async () => {
    const page = openReview();
    await at("1 of 4: Grey heron");
    press("a");
    await at("2 of 4: Agouti");
    press("x");
    await at("2 of 3: Ocelot");
    press("f");
    await at("3 of 3: Mallard");
    expect(statuses(page)).toEqual(["a acknowledge", "b archive", "c favorite"]);
    expect(await screen.findByText("Last: Favorite, Ocelot")).toBeTruthy();
  });

  it("takes a burst as one step by G, with its frames, and back by one undo, and remembers it", async () => {
    const rows = insights(4).map((row, index) => ({ ...row, className: index < 3 ? "ocelot" : "mallard" }));
    const page = openReview({ rows });
    await at("1 of 4: Ocelot");
    expect(screen.queryByRole("region", { name: /^Burst of/ })).toBeNull();
    press("g");
    await at("1–3 of 4: Ocelot, .*Burst of 3");
    const strip = screen.getByRole("region", { name: "Burst of 3" });
    expect(strip.querySelectorAll("[data-frame]")).toHaveLength(3);
    const button = screen.getByRole("button", { name: "Act on whole bursts" });
    expect([button.getAttribute("aria-pressed"), localStorage.getItem("review_bursts")]).toEqual([
      "true",
      "on",
    ]);
    press("x");
    await at("1 of 1: Mallard");
    expect(statuses(page)).toEqual(["a archive", "b archive", "c archive"]);
    press("z");
    await at("1–3 of 4: Ocelot");
    expect(statuses(page)).toEqual([]);
    fireEvent.click(button);
    await at("1 of 4: Ocelot");
  });

  it("asks before a burst goes past the cap, and does nothing of it until then [INS-46]", async () => {
    reviewBurstsStore.setState({ folded: true });
    const unsaved = Array.from({ length: 999 }, (_, index) => ({
      id: `u${index}`,
      insightId: `other${index}`,
      deviceId: "1",
      insightStatus: "favorite" as const,
      base: "none" as const,
      atMs: 0,
      offline: false,
    }));
    const rows = insights(3).map((row) => ({ ...row, className: "ocelot" }));
    const page = openReview({ rows, outbox: { unsaved } });
    await at("1–3 of 3");
    press("a");
    await screen.findByRole("button", { name: "Acknowledge 3" });
    expect(page.outbox.getState().unsaved).toHaveLength(999);
    // One press saves the list, one more takes what was asked.
    press("Enter", { ctrlKey: true });
    await waitFor(() => expect(page.calls).toEqual(["save 999"]));
    expect(statuses(page)).toEqual([]);
    press("Enter", { ctrlKey: true });
    await waitFor(() => expect(statuses(page)).toEqual(["a acknowledge", "b acknowledge", "c acknowledge"]));
  });

  it("leaves what belongs together to collections where there are any", async () => {
    const rows = insights(3).map((row) => ({ ...row, className: "ocelot", collectionId: "c" }));
    reviewBurstsStore.setState({ folded: true });
    openReview({ rows, features: [{ id: "1", key: "COLLECTIONS", enabled: true }] });
    await at("1 of 1: Ocelot");
    expect(screen.queryByRole("button", { name: "Act on whole bursts" })).toBeNull();
    await screen.findByRole("region", { name: "Burst of 3" });
  });

  it("does not say how many there are before they are counted, and that more may come", async () => {
    const page = openReview({ rows: insights(6), countsLater: true });
    await at("1, still counting: Grey heron");
    act(() => page.setCounted());
    await at("1 of 6: Grey heron");
    cleanup();
    openReview({ complete: false });
    await at("1 of 4 so far: Grey heron");
  });

  it("saves without leaving, by its button or Ctrl+Enter, where there is something to save", async () => {
    const page = openReview();
    await at("1 of 4");
    expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
    press("Enter", { ctrlKey: true });
    press("a");
    fireEvent.click(await screen.findByRole("button", { name: "Save 1" }));
    await waitFor(() => expect(page.calls).toEqual(["save 1"]));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull());
    await at("2 of 4");
    press("f");
    await screen.findByRole("button", { name: "Save 1" });
    press("Enter", { ctrlKey: true });
    await waitFor(() => expect(page.calls).toEqual(["save 1", "save 1"]));
    await at("3 of 4");
  });

  it("passes over images without a photo where that is wanted, and remembers it", async () => {
    const rows = insights(5).map((row, index) => (index % 2 === 0 ? { ...row, photoUrl: "" } : row));
    openReview({ rows });
    await at("1 of 5");
    const button = screen.getByRole("button", { name: "Skip items without a photo" });
    press("n");
    await at("2 of 5");
    expect([button.getAttribute("aria-pressed"), localStorage.getItem("skips_without_photo")]).toEqual([
      "true",
      "on",
    ]);
    press("x");
    await at("3 of 4: Mallard");
    press("z");
    await at("2 of 5");
    fireEvent.click(button);
    press("k");
    await at("1 of 5");
    expect(localStorage.getItem("skips_without_photo")).toBe("off");
  });

  it("goes back to the image that undo and redo concern", async () => {
    const page = openReview();
    await at("1 of 4");
    press("x");
    await at("1 of 3: Agouti");
    press("j");
    await at("2 of 3: Ocelot");
    press("z");
    await at("1 of 4: Grey heron");
    expect(statuses(page)).toEqual([]);
    press("Z", { shiftKey: true });
    await waitFor(() => expect(statuses(page)).toEqual(["a archive"]));
    // It stays in view until the reviewer goes on, and says what it has now.
    await screen.findByText(/^No longer in this list/);
    const archive = document.querySelector("dialog button[data-action=archive]");
    expect(archive?.getAttribute("aria-pressed")).toBe("true");
  });

  it("names what an undo took back that was done elsewhere, and goes there however far it is", async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      fakeInsight({ insightId: `r${index}`, fileCtimeMs: Date.UTC(2026, 10, 21) - index * 1000 }),
    );
    const far = fakeInsight({
      insightId: "far",
      className: "ocelot",
      deviceId: "9",
      displayName: "Old Quarry",
      fileCtimeMs: Date.UTC(2026, 9, 1),
    });
    const page = openReview({ rows: [...rows, far] });
    await at("1 of 3,001");
    await act(async () => {
      await page.outbox.act([{ insightId: "far", deviceId: far.deviceId, base: "none" }], "favorite");
    });
    press("z");
    await at("3,001 of 3,001: Ocelot");
    expect(await screen.findAllByText("Undone: Ocelot, Old Quarry")).toHaveLength(2);
  });

  it("names what an undo took back that is not in the set, and stays where it was", async () => {
    const page = openReview({ address: "/?tab=insights&q=heron&review=1" });
    await at("1 of 1: Grey heron");
    await act(async () => {
      await page.outbox.act([{ insightId: "c", deviceId: "d1", base: "none" }], "favorite");
    });
    press("z");
    expect(await screen.findAllByText(/^Undone: Ocelot, /)).toHaveLength(2);
    await at("1 of 1: Grey heron");
  });

  it("repeats the last action, and passes over what has that status already", async () => {
    const rows = insights(4).map((row, index) =>
      index === 1 ? { ...row, status: "favorite" as const, serverStatus: "favorite" as const } : row,
    );
    const page = openReview({ rows });
    await at("1 of 4");
    press("f");
    await at("2 of 4: Agouti");
    press(".");
    await at("3 of 4");
    press(".");
    await at("4 of 4");
    expect(statuses(page)).toEqual(["a favorite", "c favorite"]);
  });

  it("repeats the last key also where it came just before, or kept the status that the image had", async () => {
    const rows = insights(6).map((row, index) =>
      index === 2 ? { ...row, status: "acknowledge" as const, serverStatus: "acknowledge" as const } : row,
    );
    const page = openReview({ rows });
    await at("1 of 6");
    press("x");
    press("f");
    press("a");
    press(".");
    await waitFor(() => expect(statuses(page)).toEqual(["a archive", "b favorite", "d acknowledge"]));
    expect(await screen.findByText("Last: Acknowledge, Mallard")).toBeTruthy();
  });

  it("keeps a status that the image has already by key and button, and clears it by Clear alone", async () => {
    const rows = insights(4).map((row, index) =>
      index < 3 ? { ...row, status: "acknowledge" as const, serverStatus: "acknowledge" as const } : row,
    );
    const page = openReview({ rows });
    await at("1 of 4");
    const button = (name: string) => screen.getByRole("button", { name });
    expect(button("Acknowledged").getAttribute("aria-pressed")).toBe("true");
    press("a");
    await at("2 of 4");
    fireEvent.click(button("Acknowledged"));
    await at("3 of 4");
    expect(statuses(page)).toEqual([]);
    fireEvent.click(button("Clear"));
    await at("4 of 4");
    await waitFor(() => expect(statuses(page)).toEqual(["c none"]));
    // Nothing to clear here.
    expect(button("Clear").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button("Clear"));
    press("c");
    await at("4 of 4");
    press("k");
    press("k");
    await at("2 of 4");
    press("c");
    await waitFor(() => expect(statuses(page)).toEqual(["c none", "b none"]));
  });

  it("takes a whole burst as one step and shows its frames in their order", async () => {
    const rows = insights(5).map((row, index) => (index < 3 ? { ...row, collectionId: "7" } : row));
    const page = openReview({ rows, features: [{ id: "1", key: "COLLECTIONS", enabled: true }] });
    await at("1 of 3");
    expect(screen.getByRole("region", { name: "Burst of 3" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Frame 1 of 3" }).getAttribute("aria-pressed")).toBe("true");
    press("ArrowRight");
    expect(screen.getByRole("button", { name: "Frame 2 of 3" }).getAttribute("aria-pressed")).toBe("true");
    await at("1 of 3");
    press("a");
    await at("2 of 3: Mallard");
    expect(statuses(page).sort()).toEqual(["a acknowledge", "b acknowledge", "c acknowledge"]);
    press("z");
    await at("1 of 3");
  });

  it("lets an account that may only look look, and act in no way [ROLE-04]", async () => {
    const page = openReview({ role: "restricted" });
    await at("1 of 4");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Archive" }).disabled).toBe(true);
    expect(screen.getByText("Your account may look at insights, not change them.")).toBeTruthy();
    press("x");
    press("j");
    await at("2 of 4");
    press(".");
    expect(statuses(page)).toEqual([]);
  });

  it("brings the reviewer back to an image whose step the full list refused, and offers to save first", async () => {
    const full = Array.from({ length: 1000 }, (_, index) => ({
      id: `u${index}`,
      insightId: `other ${index}`,
      deviceId: "1",
      insightStatus: "archive" as const,
      base: "none" as const,
      atMs: 1,
      offline: false,
    }));
    openReview({ outbox: { unsaved: full } });
    await at("1 of 4");
    press("a");
    expect(await screen.findByRole("button", { name: "Acknowledge 1" })).toBeTruthy();
    await at("1 of 4: Grey heron");
  });

  it("keeps the place in the address, and begins there", async () => {
    const page = openReview({ address: "/?tab=insights&review=3&image=c" });
    await at("3 of 4: Ocelot");
    press("k");
    await waitFor(() => expect(page.history.at(-1)).toBe("/?tab=insights&review=2&image=b"));
  });

  it("lists its keys, and does not act while the list is open", async () => {
    const page = openReview();
    await at("1 of 4");
    press("?");
    expect(await screen.findByRole("dialog", { name: "Review mode" })).toBeTruthy();
    press("x");
    expect(statuses(page)).toEqual([]);
  });
});
