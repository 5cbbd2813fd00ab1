// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { photoViewStore } from "../../../../../src/state/photo-view-store.ts";
import type { PhotoAnswer } from "../../../../../src/sync/sync-status.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";
import { stubPictureLight } from "../../../../support/client/picture-light.ts";
import { openInsights, type Screen } from "../render-insights.tsx";

const NOON_MS = Date.UTC(2026, 10, 21, 12);

/** Insights 0, 1, 2, … the newest first; only some have a photo. */
const insights = (count: number, withPhoto: (at: number) => boolean) =>
  Array.from({ length: count }, (_, at) =>
    fakeInsight({
      insightId: `i${at}`,
      className: `class ${at}`,
      photoUrl: withPhoto(at) ? `p${at}` : "",
      timeStampMs: NOON_MS - at * 1000,
      fileCtimeMs: NOON_MS - at * 1000,
    }),
  );

async function openPhoto(page: Screen, insightId: string): Promise<HTMLElement> {
  await waitFor(() => expect(page.order()).toContain(insightId));
  fireEvent.click(within(page.row(insightId)).getByRole("button", { name: /^Open the photo/ }));
  return await screen.findByRole("dialog", { name: /^Photo/ });
}
const button = (dialog: HTMLElement, name: RegExp) => within(dialog).getByRole("button", { name });
const isOff = (dialog: HTMLElement, name: RegExp) =>
  button(dialog, name).getAttribute("aria-disabled") === "true";
const until = (dialog: HTMLElement, className: string) =>
  waitFor(() => expect(dialog.getAttribute("aria-label")).toBe(`Photo: ${className}`));

/** The effects of what was drawn have run too. */
const settled = () => act(async () => {});
const close = (dialog: HTMLElement) => fireEvent(dialog, new Event("cancel", { cancelable: true }));

/** As in a browser, an open dialog takes the focus, and nothing outside of it does. */
function holdFocusInDialogs(): void {
  const { focus } = HTMLElement.prototype;
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function inDialog(this: HTMLElement, options) {
    const open = document.querySelector("dialog[open]");
    if (open === null || open.contains(this)) focus.call(this, options);
  });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
    this.focus();
  };
}

afterEach(() => {
  photoViewStore.setState({ skipsWithoutPhoto: false, brightenedAt: null });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the open photo", () => {
  it("gets by a key the status that the key says and loses none, as by a press on the active action (hand 2)", async () => {
    const page = openInsights({ rows: [fakeInsight({ insightId: "a", status: "acknowledge" })] });
    const dialog = await openPhoto(page, "a");
    fireEvent.keyDown(dialog, { key: "a" });
    await act(async () => {});
    expect(page.outbox.getState().unsaved).toEqual([]);
    fireEvent.keyDown(dialog, { key: "f" });
    await waitFor(() =>
      expect(page.outbox.getState().unsaved).toMatchObject([{ insightStatus: "favorite" }]),
    );
    fireEvent.keyDown(dialog, { key: "f" });
    await act(async () => {});
    expect(page.outbox.getState().unsaved).toMatchObject([{ insightStatus: "favorite" }]);
    fireEvent.click(button(dialog, /^Favorite/));
    await waitFor(() => expect(page.outbox.getState().unsaved).toMatchObject([{ insightStatus: "none" }]));
  });

  it("is brightened where it was asked for and by night, and no other photo is", async () => {
    const { picture } = stubPictureLight();
    const page = openInsights({
      rows: insights(3, () => true),
      photo: async ({ photoUrl }) => ({ kind: "image", blob: picture(photoUrl === "p1" ? 20 : 200) }),
    });
    const dialog = await openPhoto(page, "i0");
    const untilBrightened = (wanted: string) =>
      waitFor(() => {
        const photo = within(dialog).getByRole("img").dataset.brightened ?? "false";
        expect([button(dialog, /^Brighten/).getAttribute("aria-pressed"), photo]).toEqual([wanted, wanted]);
      });
    const go = async (key: string, className: string) => {
      fireEvent.keyDown(dialog, { key });
      await until(dialog, className);
    };
    await untilBrightened("false");
    fireEvent.keyDown(dialog, { key: "l" });
    await untilBrightened("true");
    await go("ArrowRight", "Class 1");
    await untilBrightened("true");
    await go("ArrowRight", "Class 2");
    await untilBrightened("false");
    await go("ArrowLeft", "Class 1");
    await untilBrightened("true");
    fireEvent.click(button(dialog, /^Brighten/));
    await untilBrightened("false");
  });

  it("is not measured for being dark before it was asked to be brightened", async () => {
    const { picture, decoded } = stubPictureLight();
    const whole = picture(20);
    const page = openInsights({
      rows: insights(1, () => true),
      photo: async (_photo, thumbnail) => (thumbnail ? { kind: "failed" } : { kind: "image", blob: whole }),
    });
    const dialog = await openPhoto(page, "i0");
    await waitFor(() => expect(within(dialog).getByRole("img").dataset.preview).toBeUndefined());
    await settled();
    expect(decoded).toEqual([]);
    fireEvent.keyDown(dialog, { key: "l" });
    await waitFor(() => expect(decoded).toEqual([whole]));
  });

  it("names what brings a photo that is not on the device: the connection or the next sign-in", async () => {
    const page = openInsights({
      rows: insights(1, () => true),
      sync: { phase: "offline" },
      photo: async () => ({ kind: "offline" }),
    });
    const dialog = await openPhoto(page, "i0");
    const there = (words: string) => within(dialog).findByText(words);
    await there("Not on this device yet. It loads when you are back online.");
    act(() => page.setSync({ phase: "signedOut" }));
    await there("Not on this device yet. Sign in again to load it.");
  });

  it("shows after Try again that the photo is being loaded, until the answer", async () => {
    const answers: ((answer: PhotoAnswer) => void)[] = [];
    const page = openInsights({
      rows: insights(1, () => true),
      photo: async (_photo, thumbnail) =>
        thumbnail ? { kind: "failed" } : new Promise((resolve) => answers.push(resolve)),
    });
    const dialog = await openPhoto(page, "i0");
    const retry = () => within(dialog).findByRole("button", { name: "Try again" });
    await act(async () => answers[0]?.({ kind: "failed" }));
    expect((await retry()).getAttribute("aria-busy")).toBeNull();
    fireEvent.click(await retry());
    await waitFor(() => expect(answers).toHaveLength(2));
    expect((await retry()).getAttribute("aria-busy")).toBe("true");
    within(dialog).getByText("Loading the photo");
    await act(async () => answers[1]?.({ kind: "failed" }));
    expect((await retry()).getAttribute("aria-busy")).toBeNull();
  });

  it("keeps the focus on a button that leads no further, and its arrows for facts that are higher than their room", async () => {
    const page = openInsights({ rows: insights(2, () => true) });
    const dialog = await openPhoto(page, "i0");
    const next = button(dialog, /^Next/);
    next.focus();
    fireEvent.click(next);
    await until(dialog, "Class 1");
    expect([isOff(dialog, /^Next/), document.activeElement]).toEqual([true, next]);
    fireEvent.click(next);
    const facts = within(dialog).getByRole("region", { name: "Facts" });
    Object.defineProperty(facts, "scrollHeight", { value: 400, configurable: true });
    expect(fireEvent.keyDown(facts, { key: "ArrowUp" })).toBe(true);
    await until(dialog, "Class 1");
    Object.defineProperty(facts, "scrollHeight", { value: 0 });
    expect(fireEvent.keyDown(facts, { key: "ArrowUp" })).toBe(false);
    await until(dialog, "Class 0");
  });

  it("goes on past many rows without a photo to the next one that has one, and back, and says where none is left (hand 11)", async () => {
    const photos = [0, 40, 41];
    const rows = insights(60, (at) => photos.includes(at));
    const page = openInsights({ rows, address: "/?tab=insights&rows=10" });
    const dialog = await openPhoto(page, "i0");
    expect(page.order()).not.toContain("i40");
    fireEvent.click(button(dialog, /^Skip items/));
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    await until(dialog, "Class 40");
    // The list behind follows.
    await waitFor(() => expect(page.order()).toContain("i40"));
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    await until(dialog, "Class 41");
    expect(isOff(dialog, /^Next/)).toBe(false);
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    await waitFor(() => expect(isOff(dialog, /^Next/)).toBe(true));
    fireEvent.keyDown(dialog, { key: "ArrowLeft" });
    await until(dialog, "Class 40");
    fireEvent.keyDown(dialog, { key: "ArrowLeft" });
    await until(dialog, "Class 0");
    expect(isOff(dialog, /^Previous/)).toBe(true);
  });

  it("goes on past the end of a page, and turns the page", async () => {
    const page = openInsights({ rows: insights(30, () => true), address: "/?tab=insights&rows=10" });
    const dialog = await openPhoto(page, "i9");
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    await until(dialog, "Class 10");
    await waitFor(() => expect(page.order()).toContain("i10"));
    expect(page.history.at(-1)).toContain("page=2");
    fireEvent.keyDown(dialog, { key: "ArrowLeft" });
    await until(dialog, "Class 9");
    await waitFor(() => expect(page.order()).toContain("i9"));
    fireEvent.keyDown(dialog, { key: "ArrowLeft" });
    await until(dialog, "Class 8");
  });

  it("goes on to the next photo also where the list grows while it is looked for", async () => {
    const rows = insights(60, (at) => at === 0 || at === 40);
    const page = openInsights({ rows, address: "/?tab=insights&rows=10" });
    const dialog = await openPhoto(page, "i0");
    fireEvent.click(button(dialog, /^Skip items/));
    let read = () => {};
    const held = new Promise<void>((resolve) => {
      read = resolve;
    });
    const { snapshot } = page.insights;
    page.insights.snapshot = async (...question) => {
      await held;
      return snapshot(...question);
    };
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    act(() => page.setRows(insights(90, (at) => at === 0 || at === 40)));
    await screen.findByText(/^90 insights/);
    await settled();
    read();
    await until(dialog, "Class 40");
  });
});

describe("the focus after the open photo is closed", () => {
  it.each([
    ["table", 1440],
    ["cards", 390],
  ])("is on the row that was viewed last, also on another page: %s", async (_, widthPx) => {
    const address = "/?tab=insights&rows=10&view=pages";
    const page = openInsights({ rows: insights(30, () => true), address, widthPx });
    holdFocusInDialogs();
    await waitFor(() => expect(page.order()).toContain("i9"));
    page.row("i9").focus();
    const dialog = await openPhoto(page, "i9");
    fireEvent.keyDown(dialog, { key: "j" });
    await until(dialog, "Class 10");
    await waitFor(() => expect(page.order()).toContain("i10"));
    await settled();
    close(dialog);
    await waitFor(() => expect(document.activeElement).toBe(page.row("i10")));
  });

  it("is on the photo of the grid that was viewed last", async () => {
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    const page = openInsights({ rows: insights(6, () => true), widthPx: 360 });
    holdFocusInDialogs();
    await waitFor(() => expect(page.order()).toContain("i0"));
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Photos as a grid", hidden: true }));
    await screen.findByRole("list", { name: "Photos" });
    const tile = within(page.row("i0")).getByRole("button");
    tile.focus();
    fireEvent.click(tile);
    const dialog = await screen.findByRole("dialog", { name: /^Photo/ });
    fireEvent.keyDown(dialog, { key: "j" });
    await until(dialog, "Class 1");
    close(dialog);
    await waitFor(() => expect(page.row("i1").contains(document.activeElement)).toBe(true));
  });

  it("is on the row in the place of one that was archived in the photo", async () => {
    const page = openInsights({ rows: insights(3, () => true) });
    const dialog = await openPhoto(page, "i0");
    holdFocusInDialogs();
    dialog.focus();
    fireEvent.keyDown(dialog, { key: "j" });
    fireEvent.keyDown(dialog, { key: "x" });
    await waitFor(() => expect(page.order()).toEqual(["i0", "i2"]));
    close(dialog);
    await waitFor(() => expect(document.activeElement).toBe(page.row("i2")));
  });

  it("stays on the unsaved action from which the photo was opened", async () => {
    const page = openInsights({ rows: insights(3, () => true) });
    holdFocusInDialogs();
    await waitFor(() => expect(page.order()).toContain("i0"));
    fireEvent.click(within(page.row("i0")).getByRole("button", { name: /^Favorite:/ }));
    const panel = screen.getByRole("region", { name: "Actions not yet saved" });
    const line = await within(panel).findByTitle("Open the photo: Class 0");
    line.focus();
    fireEvent.click(line);
    const dialog = await screen.findByRole("dialog", { name: /^Photo/ });
    fireEvent.keyDown(dialog, { key: "j" });
    await until(dialog, "Class 1");
    close(dialog);
    await act(async () => {});
    expect(document.activeElement).toBe(line);
  });
});
