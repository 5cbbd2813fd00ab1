// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { OutboxState } from "../../../../src/domain/outbox/projection.ts";
import type { Timers } from "../../../../src/platform/timers.ts";
import { setSingleKeys } from "../../../../src/state/keyboard-store.ts";
import { photoBoxesStore } from "../../../../src/state/photo-boxes-store.ts";
import { photoViewStore } from "../../../../src/state/photo-view-store.ts";
import { showSyncPanel, syncPanelStore } from "../../../../src/state/sync-panel-store.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import type { PhotoAnswer } from "../../../../src/sync/sync-status.ts";
import { listInUse } from "../../../../src/ui/lists/offered-lists.ts";
import { fakeInsight } from "../../../support/client/fake-services.ts";
import { openInsights } from "./render-insights.tsx";

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 10, 21, 12);

/** Insights a, b, c, … the newest first. */
function insights(count: number) {
  return Array.from({ length: count }, (_, index) =>
    fakeInsight({
      insightId: String.fromCharCode(97 + index),
      timeStampMs: NOON_MS - index * HOUR_MS,
      fileCtimeMs: NOON_MS - index * HOUR_MS,
    }),
  );
}

/** jsdom does not toggle popovers: this is what the browser does on a press. */
function openPanel(name: string) {
  HTMLElement.prototype.hidePopover = () => {};
  const button = screen.getAllByRole("button", { name }).find((one) => one.hasAttribute("popovertarget"));
  const panel = button?.parentElement?.querySelector("[popover]");
  if (!panel) throw new Error("no panel");
  fireEvent(panel, Object.assign(new Event("beforetoggle"), { newState: "open" }));
}
const COLLECTIONS = [{ id: "1", key: "COLLECTIONS", enabled: true }];
/** Shown, and listening to keys. */
const loaded = async () => {
  await screen.findByText(/all on this device/);
  await act(async () => {});
};
/** Archives so many other insights, which fill the list of unsaved actions. */
const fillList = ({ outbox }: ReturnType<typeof openInsights>, count: number) =>
  act(() =>
    outbox.act(
      Array.from({ length: count }, (_, at) => ({
        insightId: `i${at}`,
        deviceId: "1",
        base: "none" as const,
      })),
      "archive",
    ),
  );
const press = (key: string, init = {}) => fireEvent.keyDown(document.body, { key, ...init });
const panel = () => screen.getByRole("complementary", { name: "Unsaved actions" });

describe("the insights table", () => {
  it("shows insights and collections in one table of pages, titled 'Sentinel Insights' [INS-01]", async () => {
    const rows = insights(8).map((row, index) => (index < 3 ? { ...row, collectionId: "c1" } : row));
    const page = openInsights({ rows, features: COLLECTIONS, address: "/?tab=insights&rows=5" });
    await loaded();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Sentinel Insights");
    expect(page.order()).toEqual(["collection-c1", "d", "e", "f", "g"]);
    expect(within(page.row("collection-c1")).getByTitle("Collection of 3").textContent).toBe("3");
    expect(screen.getByText("Rows 1–5 of 6")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(page.order()).toEqual(["h"]));
    expect(page.history.at(-1)).toContain("page=2");
  });

  it("offers acknowledge, archive and favorite on each row and sets the status at once [INS-03, INS-04]", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    const buttons = within(page.row("a")).getAllByRole("button", {
      name: /^(Acknowledge|Archive|Favorite):/,
    });
    expect(buttons.map((button) => button.getAttribute("aria-pressed"))).toEqual(["false", "false", "false"]);
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    await waitFor(() => expect(page.row("a").textContent).toContain("Favorite, unsent"));
    expect(page.row("b").textContent).toContain("Not reviewed");
  });

  it("shows nothing from before review mode to whoever comes back from it, only what holds now", async () => {
    const rows = insights(2);
    const page = openInsights({ rows });
    await loaded();
    page.go("/?tab=insights&review=1");
    await waitFor(() => expect(page.order()).toEqual([]));
    page.setRows(rows.map((row) => ({ ...row, serverStatus: "favorite" as const })));
    page.go("/?tab=insights");
    expect(page.order()).toEqual([]);
    await waitFor(() => expect(page.order()).toEqual(["a", "b"]));
    expect(page.row("a").textContent).toContain("Favorite");
  });

  it("clears the status when the active action is pressed again [INS-05]", async () => {
    const page = openInsights({ rows: [fakeInsight({ insightId: "a", status: "favorite" })] });
    await loaded();
    const favorite = within(page.row("a")).getByRole("button", { name: /^Favorite:/ });
    expect(favorite.getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(favorite);
    await waitFor(() => expect(favorite.getAttribute("aria-pressed")).toBe("false"));
    expect(page.outbox.getState().unsaved).toMatchObject([{ insightStatus: "none", base: "favorite" }]);
  });

  it("hides what is archived at once, and shows it while 'Show archived' is on [INS-09, INS-63]", async () => {
    const page = openInsights({ rows: [...insights(2), fakeInsight({ insightId: "z", status: "archive" })] });
    await loaded();
    expect(page.order()).toEqual(["a", "b"]);
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Archive:/ }));
    await waitFor(() => expect(page.order()).toEqual(["b"]));
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(page.order().toSorted()).toEqual(["a", "b", "z"]));
  });

  it("turns 'Show archived' on with the filter for archived ones, and takes that filter away with the switch (promise B6)", async () => {
    const rows = [
      ...insights(2),
      fakeInsight({ insightId: "z", status: "archive", serverStatus: "archive" }),
    ];
    const page = openInsights({ rows });
    await loaded();
    const archived = () => screen.getByRole<HTMLInputElement>("switch", { name: "Show archived" });
    expect(archived().checked).toBe(false);
    openPanel("Status");
    fireEvent.click(screen.getByRole("checkbox", { name: /^Archived/ }));
    await waitFor(() => expect(page.order()).toEqual(["z"]));
    expect(archived().checked).toBe(true);
    expect(page.history.at(-1)).toContain("archived=1");
    fireEvent.click(archived());
    await waitFor(() => expect(page.order()).toEqual(["a", "b"]));
    expect(archived().checked).toBe(false);
    expect(page.history.at(-1)).not.toContain("status=");
  });

  it("shows confidence as a percent, that of the group for LoRa, and says where there is none [INS-15, INS-16]", async () => {
    const page = openInsights({
      rows: [
        fakeInsight({ insightId: "a", confidence: 0.874 }),
        fakeInsight({ insightId: "l", confidence: 0.1, groupConfidence: 0.63, isFromLora: true }),
        fakeInsight({ insightId: "n", confidence: null }),
      ],
    });
    await loaded();
    expect(page.row("a").textContent).toContain("87%");
    expect(page.row("l").textContent).toContain("63%");
    expect(page.row("l").textContent).not.toContain("10%");
    expect(page.row("n").textContent).toContain("No confidence");
  });

  it("shows the camera's time for what came after 6 September 2023, else the time received [INS-17, INS-18]", async () => {
    const late = { timeStampMs: Date.UTC(2023, 8, 7), fileCtimeMs: Date.UTC(2023, 8, 5, 4) };
    const early = { timeStampMs: Date.UTC(2023, 8, 6), fileCtimeMs: Date.UTC(2023, 8, 5, 4) };
    const page = openInsights({
      rows: [fakeInsight({ insightId: "late", ...late }), fakeInsight({ insightId: "early", ...early })],
    });
    await loaded();
    const timeOf = (id: string) => page.row(id).querySelector("time")?.dateTime;
    expect(timeOf("late")).toBe("2023-09-05T04:00:00.000Z");
    expect(timeOf("early")).toBe("2023-09-06T00:00:00.000Z");
    expect(page.row("late").querySelector("time")?.title).toBe("5 Sep 2023, 04:00:00 UTC");
  });

  it("sorts by a column, and the other way when its head is pressed again", async () => {
    const rows = insights(3).map((row, index) => ({ ...row, confidence: [0.5, 0.9, 0.1][index] ?? null }));
    const page = openInsights({ rows });
    await loaded();
    const head = screen.getByRole("button", { name: "Confidence", description: "Sort by Confidence" });
    fireEvent.click(head);
    await waitFor(() => expect(page.order()).toEqual(["b", "a", "c"]));
    fireEvent.click(head);
    await waitFor(() => expect(page.order()).toEqual(["c", "a", "b"]));
    expect(head.closest("th")?.getAttribute("aria-sort")).toBe("ascending");
  });

  it("asks the question of a changed address before it is drawn, unless it is that of another screen, of review mode or of a scrolled list", async () => {
    // Other tests of this file ask nothing by the page's own address.
    onTestFinished(() => history.replaceState(null, "", "/"));
    const page = openInsights({ rows: insights(3) });
    await loaded();
    page.queries.length = 0;
    const asked = () => page.queries.map(({ filter }) => filter.text);
    const addresses = [
      "devices&q=device",
      "insights&q=review&review=2",
      "insights&q=scroll&view=scroll",
      "insights&q=folded&collections=1",
      "insights",
      "insights&q=fox",
    ];
    for (const address of addresses) history.pushState(null, "", `/?tab=${address}`);
    expect(asked()).toEqual(["fox"]);
    // The screen draws the answer that was asked before, and asks no second time.
    page.go("/?tab=insights&q=fox");
    expect(asked()).toEqual(["fox"]);
  });

  it("asks it before the router hears of Back", async () => {
    onTestFinished(() => history.replaceState(null, "", "/"));
    const askedAtRouter: (string | undefined)[] = [];
    let page: ReturnType<typeof openInsights> | null = null;
    const router = () => askedAtRouter.push(page?.queries.at(-1)?.filter.text);
    addEventListener("popstate", router);
    onTestFinished(() => removeEventListener("popstate", router));
    page = openInsights({ rows: insights(3) });
    await loaded();
    // Without the router's own events, which `history.pushState` sends.
    History.prototype.pushState.call(history, null, "", "/?tab=insights&q=fox");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(askedAtRouter).toEqual(["fox"]);
  });

  it("opens on the filter of a link and keeps the tab in the address [INS-01]", async () => {
    const rows = [...insights(2), fakeInsight({ insightId: "o", deviceId: "9", displayName: "Ridge 010" })];
    const page = openInsights({ rows, address: "/?tab=insights&device_name=Ridge+010&device_id=9" });
    await screen.findByText("1 insight matches, all on this device");
    expect(page.order()).toEqual(["o"]);
    fireEvent.click(screen.getByRole("button", { name: "Sentinel: Ridge 010" }));
    await waitFor(() => expect(page.history.at(-1)).not.toContain("device_name"));
    expect(page.history.at(-1)).toContain("tab=insights");
    expect(page.history.at(-1)).toContain("device_id=9");
  });

  it("says what a count covers while the first copy is on its way", async () => {
    openInsights({
      rows: insights(2),
      complete: false,
      held: 3000,
      sync: { firstSync: { rows: 3000, total: 12_000 } },
    });
    expect(
      await screen.findByText("2 insights match in the 3,000 insights on this device so far"),
    ).toBeTruthy();
    expect(screen.getByText("Copying insights to this device: 3,000 of 12,000")).toBeTruthy();
  });

  it("waits for a page of a link that the first copy has not reached, and keeps it in the address", async () => {
    const page = openInsights({
      rows: insights(2),
      complete: false,
      held: 3000,
      address: "/?tab=insights&page=7",
      sync: { firstSync: { rows: 3000, total: 12_000 } },
    });
    await screen.findByText("2 insights match in the 3,000 insights on this device so far");
    expect(page.history.at(-1)).toContain("page=7");
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  });

  it("says so where there is nothing yet, and where nothing was ever fetched for want of a connection or of a session", async () => {
    const page = openInsights({ rows: [] });
    expect(await screen.findByText("No insights yet")).toBeTruthy();
    const add = await screen.findByRole("link", { name: "Add a Sentinel" });
    expect(add.getAttribute("href")).toBe("/?tab=devices&devices=add");
    act(() => page.setSync({ freshAtMs: null, phase: "offline" }));
    expect(await screen.findByText("Nothing on this device yet")).toBeTruthy();
    expect(screen.getByText(/^Connect once/)).toBeTruthy();
    act(() => page.setSync({ phase: "signedOut" }));
    expect(await screen.findByText(/^Sign in again, and/)).toBeTruthy();
    expect(screen.queryByText(/^Connect once/)).toBeNull();
  });

  it("says while connected that the first copy is on its way, or that it failed, not that a connection is needed", async () => {
    const page = openInsights({ rows: [], complete: false, sync: { freshAtMs: null, pulling: true } });
    expect(await screen.findByText("Your insights are on their way")).toBeTruthy();
    expect(screen.queryByText(/^Connect once/)).toBeNull();
    act(() => page.setSync({ pulling: false, failed: true }));
    expect(
      await screen.findByText("Your insights could not be fetched. The app tries again by itself."),
    ).toBeTruthy();
  });

  it("offers to show what is archived where nothing else is left", async () => {
    const page = openInsights({ rows: [fakeInsight({ insightId: "z", status: "archive" })] });
    expect(await screen.findByText("Everything is archived")).toBeTruthy();
    expect(screen.getByText(/^The one insight on this device is archived/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show archived" }));
    await waitFor(() => expect(page.order()).toEqual(["z"]));
  });

  it("offers to clear the filters where none matches", async () => {
    const page = openInsights({ rows: insights(1), address: "/?tab=insights&class=unicorn" });
    expect(await screen.findByText("No insight matches")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
    await waitFor(() => expect(page.order()).toEqual(["a"]));
  });

  it("says that a class, a Sentinel or a group of a link is not known here, not that it may be archived", async () => {
    openInsights({
      rows: insights(1),
      address: "/?tab=insights&class=unicorn&device_id=99&group_id=gone",
    });
    expect(
      await screen.findByText(
        "No insight on this device is of the class “unicorn”. No insight on this device is of a Sentinel “99”. " +
          "There is no group “gone” on this device. Change a filter, or clear them all.",
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/Archived insights are hidden/)).toBeNull();
  });

  it("reads a class of a link without regard to case, and writes it as it is known here", async () => {
    const page = openInsights({ rows: insights(1), address: "/?tab=insights&class=GREY%20heron" });
    await waitFor(() => expect(page.order()).toEqual(["a"]));
    expect(page.history.at(-1)).toContain("class=grey+heron");
  });

  it("says that what is archived is hidden where the filters let nothing else through, and shows it", async () => {
    const archived = fakeInsight({ insightId: "x", className: "wind", status: "archive" });
    const page = openInsights({ rows: [...insights(1), archived], address: "/?tab=insights&class=wind" });
    expect(await screen.findByText(/^Archived insights are hidden/)).toBeTruthy();
    const [button] = screen.getAllByRole("button", { name: "Show archived" });
    if (button === undefined) throw new Error("no button offers it");
    fireEvent.click(button);
    await waitFor(() => expect(page.order()).toEqual(["x"]));
  });

  it("shows a failure in its place, without a notice that pops up, and tries again [INS-61, API-11]", async () => {
    const page = openInsights({ rows: insights(1) });
    act(() => page.failPages(true));
    expect(await screen.findByText("The insights on this device could not be read.")).toBeTruthy();
    expect(document.querySelector("[popover]:not([role=dialog])")).toBeNull();
    act(() => page.failPages(false));
    await waitFor(() => expect(page.order()).toEqual(["a"]));
  });
});

describe("photos", () => {
  const photo = { photoUrl: "p1" };

  it("of rows that stay, because those wanted in their place cannot be read, come all the same", async () => {
    const asked: string[] = [];
    let answer: (photo: PhotoAnswer) => void = () => {};
    const answered = new Promise<PhotoAnswer>((resolve) => {
      answer = resolve;
    });
    const page = openInsights({
      rows: insights(8).map((row) => ({ ...row, photoUrl: row.insightId })),
      photo: ({ photoUrl }) => {
        asked.push(photoUrl);
        return answered;
      },
    });
    await loaded();
    expect(asked).toHaveLength(6);
    page.failPages(true);
    page.go("/?tab=insights&class=wind");
    expect(await screen.findByText("The insights on this device could not be read.")).toBeTruthy();
    answer({ kind: "missing" });
    await waitFor(() => expect(new Set(asked).size).toBe(8));
  });

  it("shows a thumbnail for an insight that has a photo [INS-06]", async () => {
    const asked: string[] = [];
    const page = openInsights({
      rows: [fakeInsight({ insightId: "a", ...photo }), fakeInsight({ insightId: "b" })],
      photo: async ({ photoUrl }, thumbnail) => {
        asked.push(`${photoUrl} ${thumbnail}`);
        return { kind: "image", blob: new Blob(["picture"]) };
      },
    });
    await loaded();
    await waitFor(() => expect(page.row("a").querySelector("img")?.src).toMatch(/^blob:/));
    expect(page.row("b").querySelector("img")).toBeNull();
    expect(asked).toEqual(["p1 true"]);
  });

  it("says 'Image does not exist' where a photo is missing or there is none [INS-08]", async () => {
    const page = openInsights({
      rows: [fakeInsight({ insightId: "a", ...photo }), fakeInsight({ insightId: "b", photoUrl: "" })],
      photo: async () => ({ kind: "missing" }),
    });
    await loaded();
    await waitFor(() => expect(page.row("a").textContent).toContain("Image does not exist"));
    expect(page.row("b").textContent).toContain("Image does not exist");
  });

  it("opens the full photo on demand, with its facts, and only then fetches it [INS-07]", async () => {
    const full: string[] = [];
    openInsights({
      rows: [fakeInsight({ insightId: "a", ...photo })],
      photo: async ({ photoUrl }, thumbnail) => {
        if (!thumbnail) full.push(photoUrl);
        return { kind: "image", blob: new Blob(["picture"]) };
      },
    });
    await loaded();
    expect(full).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: /^Open the photo/ }));
    const dialog = await screen.findByRole("dialog", { name: "Photo: Grey heron" });
    await within(dialog).findByRole("img", { name: "Grey heron, photographed by MICA 318" });
    expect(full).toEqual(["p1"]);
    expect(dialog.textContent).toContain("21 Nov 2026, 07:58:11 UTC");
  });

  it("show the current row and its facts in the panel at the desk, in less height beside unsaved actions, and fetch the full one once it rests (hand 14)", async () => {
    const asked: string[] = [];
    openInsights({
      rows: insights(3).map((row) => ({ ...row, photoUrl: row.insightId })),
      photo: async ({ photoUrl }, thumbnail) => {
        if (!thumbnail) asked.push(photoUrl);
        return { kind: "image", blob: new Blob(["picture"]) };
      },
    });
    await loaded();
    const current = await screen.findByRole("region", { name: "Current insight" });
    expect(within(current).getByText("Grey heron")).toBeTruthy();
    for (let times = 0; times < 3; times += 1) press("j");
    await waitFor(() => expect(asked.at(-1)).toBe("c"));
    // The first row may have rested before the keys; the second was passed.
    expect(asked).not.toContain("b");
    expect(current.querySelector("dl")).not.toBeNull();
    expect(current.dataset.short).toBeUndefined();
    fireEvent.click(within(current).getByRole("button", { name: /^Enlarge the photo/ }));
    fireEvent.click(
      within(await screen.findByRole("dialog", { name: /^Photo/ })).getByRole("button", { name: "Close" }),
    );
    press("f");
    await waitFor(() => expect(current.dataset.short).toBeDefined());
    expect(current.querySelector("dl")).not.toBeNull();
  });

  it("keeps a slot for a photo out of reach and loads it when the connection returns", async () => {
    let online = false;
    const page = openInsights({
      rows: [fakeInsight({ insightId: "a", ...photo })],
      sync: { phase: "offline" },
      photo: async (): Promise<PhotoAnswer> =>
        online ? { kind: "image", blob: new Blob(["picture"]) } : { kind: "offline" },
    });
    await loaded();
    fireEvent.click(screen.getByRole("button", { name: /^Open the photo/ }));
    const dialog = await screen.findByRole("dialog", { name: /^Photo/ });
    expect(await within(dialog).findByText(/It loads when you are back online/)).toBeTruthy();
    online = true;
    act(() => page.setSync({ phase: "online" }));
    expect(await within(dialog).findByRole("img")).toBeTruthy();
  });

  it("leafs through the rows by keys and acts inside the viewer", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Open the photo/ }));
    const dialog = await screen.findByRole("dialog", { name: /^Photo/ });
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    fireEvent.keyDown(dialog, { key: "x" });
    await waitFor(() => expect(dialog.textContent).toContain("Archived"));
    expect(page.outbox.getState().unsaved).toMatchObject([{ insightId: "b", insightStatus: "archive" }]);
    fireEvent.keyDown(dialog, { key: "j" });
    await waitFor(() => expect(dialog.textContent).toContain("Not reviewed"));
    fireEvent.keyDown(dialog, { key: "f" });
    await waitFor(() =>
      expect(page.outbox.getState().unsaved.map((one) => one.insightId)).toEqual(["b", "c"]),
    );
  });

  it("passes over rows without a photo in the viewer where that is wanted, and brightens photos", async () => {
    const rows = insights(4).map((row, index) => ({ ...row, ...photo, photoUrl: index === 1 ? "" : "p1" }));
    const page = openInsights({ rows, photo: async () => ({ kind: "image", blob: new Blob(["picture"]) }) });
    await loaded();
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Open the photo/ }));
    const dialog = await screen.findByRole("dialog", { name: /^Photo/ });
    const tools = within(within(dialog).getByRole("group", { name: "Photo tools" }));
    try {
      fireEvent.keyDown(dialog, { key: "l" });
      const picture = await within(dialog).findByRole("img");
      expect(picture.dataset.brightened).toBe("true");
      fireEvent.click(tools.getByRole("button", { name: "Skip items without a photo" }));
      fireEvent.keyDown(dialog, { key: "ArrowRight" });
      fireEvent.keyDown(dialog, { key: "f" });
      await waitFor(() => expect(page.outbox.getState().unsaved).toMatchObject([{ insightId: "c" }]));
    } finally {
      photoViewStore.setState({ skipsWithoutPhoto: false, brightenedAt: null });
    }
  });

  it("obeys only keys that are not printable while shortcuts of a single key are off", async () => {
    setSingleKeys(false);
    try {
      const page = openInsights({ rows: insights(3) });
      await loaded();
      fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Open the photo/ }));
      const dialog = await screen.findByRole("dialog", { name: /^Photo/ });
      const boxes = photoBoxesStore.getState().shown;
      for (const key of ["j", "x", "b"]) fireEvent.keyDown(dialog, { key });
      expect(photoBoxesStore.getState().shown).toBe(boxes);
      fireEvent.keyDown(dialog, { key: "ArrowRight" });
      fireEvent.click(within(dialog).getByRole("button", { name: /^Favorite/ }));
      await waitFor(() =>
        expect(page.outbox.getState().unsaved).toMatchObject([{ insightId: "b", insightStatus: "favorite" }]),
      );
    } finally {
      setSingleKeys(true);
    }
  });
});

describe("unsaved actions", () => {
  it("are listed newest first, with their class, Sentinel and action [INS-10]", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    fireEvent.click(within(page.row("b")).getByRole("button", { name: /^Acknowledge:/ }));
    await within(panel()).findByText("Unsaved actions (2)");
    await waitFor(() =>
      expect(
        within(panel())
          .getAllByRole("listitem")
          .map((line) => line.textContent),
      ).toEqual([
        expect.stringMatching(/Grey heron.*MICA 318.*Acknowledge/),
        expect.stringMatching(/Grey heron.*MICA 318.*Favorite/),
      ]),
    );
  });

  it("are a list with a name of its own, which keeps the focus when its first line comes", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    const list = within(panel()).getByRole("region", { name: "Actions not yet saved" });
    expect(list.tabIndex).toBe(0);
    list.focus();
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    await within(list).findByRole("listitem");
    // Without the attribute the browser would take the focus from it.
    expect(list.getAttribute("tabindex")).toBe("-1");
    expect(document.activeElement).toBe(list);
  });

  it("are undone, redone and cancelled as one step that can be undone [INS-11, INS-12, INS-13]", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    const count = () => page.outbox.getState().unsaved.length;
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    fireEvent.click(within(page.row("b")).getByRole("button", { name: /^Favorite:/ }));
    await waitFor(() => expect(count()).toBe(2));
    fireEvent.click(within(panel()).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(count()).toBe(1));
    await waitFor(() => expect(page.row("b").textContent).toContain("Not reviewed"));
    fireEvent.click(within(panel()).getByRole("button", { name: "Redo" }));
    await waitFor(() => expect(count()).toBe(2));
    fireEvent.click(within(panel()).getByRole("button", { name: "Cancel all" }));
    await waitFor(() => expect(count()).toBe(0));
    await waitFor(() => expect(page.row("a").textContent).toContain("Not reviewed"));
    fireEvent.click(within(panel()).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(count()).toBe(2));
  });

  it("say what saving does without a connection, and are saved there too", async () => {
    const page = openInsights({ rows: insights(1), sync: { phase: "offline" } });
    await loaded();
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    const words = "Kept on this device. Save queues them; they go out when you are back online.";
    expect(await within(panel()).findByText(words)).toBeTruthy();
    fireEvent.click(within(panel()).getByRole("button", { name: "Save 1" }));
    await waitFor(() => expect(page.calls).toEqual(["save 1"]));
    expect(within(panel()).getByText("1 action, waiting for the connection")).toBeTruthy();
  });

  it.each([360, 1440])("ask for no Save where they were made offline, at %i px", async (widthPx) => {
    const page = openInsights({ rows: insights(1), widthPx, sync: { phase: "offline" } });
    await waitFor(() => expect(page.order()).toEqual(["a"]));
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite/ }));
    expect(await screen.findByRole("button", { name: /^Save( 1)?$/ })).toBeTruthy();
    const { unsaved } = page.outbox.getState();
    act(() => page.setOutbox({ unsaved: unsaved.map((action) => ({ ...action, offline: true })) }));
    expect(screen.queryByRole("button", { name: /^Save( 1)?$/ })).toBeNull();
    expect(screen.getAllByText(/^Saved on this .*Sends when online\.$/).length).toBeGreaterThan(0);
    if (widthPx === 1440) screen.getByRole("heading", { name: "Unsent actions (1)" });
    // While the server answers with errors they are sent by themselves later still, or by Save at once.
    act(() => page.setSync({ phase: "online" }));
    expect(screen.getByRole("button", { name: /^Save( 1)?$/ })).toBeTruthy();
    expect(screen.getAllByText(/^Saved on this .*Sends when the server answers\.$/).length).toBeGreaterThan(
      0,
    );
    expect(screen.queryByText(/until you save/)).toBeNull();
  });

  it("have one notice where the server takes no save and gives no data", async () => {
    const queueWait = { why: "serverError", untilMs: 0 } as const;
    const page = openInsights({ rows: insights(1), sync: { phase: "online", failed: true, queueWait } });
    await loaded();
    expect(screen.queryByText(/^Not refreshed/)).toBeNull();
    act(() => page.setSync({ queueWait: null }));
    expect(screen.getByText(/^Not refreshed/)).toBeTruthy();
  });

  it.each([
    [1, "The bulk update is currently processing...", "INS-36"],
    [2, "The bulk update has successfully completed!", "INS-37"],
    [3, "The bulk update is waiting to be processed", "INS-40"],
    [4, "Someone is trying to do a bulk update, try again later", "INS-41"],
  ] as const)(
    "show the words of bulk state %i letter by letter: %s [%s]",
    async (status, words, _requirement) => {
      const page = openInsights({ rows: insights(1) });
      await loaded();
      act(() => page.setOutbox({ bulk: { bulkId: "7", message: "", status }, returned: 38 }));
      expect(await within(panel()).findByText(words)).toBeTruthy();
      const returned = within(panel()).queryByText("38 actions, returned to your list");
      expect(returned !== null).toBe(status === 4);
    },
  );

  it("can be sent again only while something is there to send (promise B4)", async () => {
    const page = openInsights({ rows: insights(1) });
    await loaded();
    const bulk = { bulkId: "7", message: "", status: 4 as const };
    act(() => page.setOutbox({ bulk, returned: 1, maySendAgain: true }));
    fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
    await waitFor(() => expect(page.calls).toEqual(["resend"]));
    act(() => page.setOutbox({ bulk, returned: 0, maySendAgain: false }));
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  });

  it("poll the state of the bulk update by a refresh button [INS-44]", async () => {
    const page = openInsights({ rows: insights(1) });
    await loaded();
    act(() => page.setOutbox({ bulk: { bulkId: "7", message: "", status: 3 } }));
    fireEvent.click(await screen.findByRole("button", { name: "Refresh the bulk update's status" }));
    await waitFor(() => expect(page.calls).toEqual(["refreshBulk"]));
  });

  it("go out as one figure where they are many, which says what is done and what is left, and how to stop [INS-14]", async () => {
    const page = openInsights({ rows: insights(1) });
    await loaded();
    const batch = (position: number, phase: "confirming" | "submitted" | "sealed") => ({
      batchId: `b${position}`,
      position,
      count: 1000,
      phase,
      bulkId: null,
      status: null,
      sealedAtMs: 0,
    });
    const running = [batch(2, "confirming"), batch(3, "submitted"), batch(4, "sealed"), batch(5, "sealed")];
    const ended = { bulkId: "7", message: "", status: 2 as const };
    act(() => page.setOutbox({ batches: running, bulk: { ...ended, status: 3 }, canUndo: true }));
    const bar = await screen.findByRole("progressbar", { name: "2 of 5 parts done" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["2", "5"]);
    expect(screen.getByText("3,000 actions to go")).toBeTruthy();
    expect(screen.getByText(/^Undo takes back unsent actions/)).toBeTruthy();
    expect(screen.queryByText(/successfully completed/)).toBeNull();
    expect(screen.queryByText(/next in line/)).toBeNull();
    // One that the server has done holds up no other.
    act(() => page.setOutbox({ batches: [batch(1, "confirming"), batch(2, "sealed")], bulk: ended }));
    expect(screen.queryByText(/next in line/)).toBeNull();
    expect(screen.getByText(/^1,000 actions, waiting/)).toBeTruthy();
    act(() => page.setOutbox({ batches: [batch(5, "confirming")], bulk: ended }));
    expect(screen.getByText("5 of 5 parts done")).toBeTruthy();
    expect(screen.getByText(/successfully completed/)).toBeTruthy();
  });

  it("refuse the 1001st with the literal message and do nothing until the person agrees (fault 10) [INS-46, INS-47]", async () => {
    const rows = [...insights(2), fakeInsight({ insightId: "m", collectionId: "c" })];
    const page = openInsights({ rows });
    await loaded();
    await fillList(page, 1000);
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    const words =
      "You've hit the 1000 insight update limit. Please save your current changes and start another update.";
    expect(await within(panel()).findByText(words)).toBeTruthy();
    expect(page.outbox.getState().unsaved).toHaveLength(1000);
    expect(page.row("a").textContent).toContain("Not reviewed");
    expect(page.calls).toEqual([]);
    fireEvent.click(within(panel()).getByRole("button", { name: "Favorite 1" }));
    await waitFor(() => expect(page.row("a").textContent).toContain("Favorite, unsent"));
    expect(page.calls).toEqual(["save 1000"]);
    await waitFor(() => expect(within(panel()).queryByText(words)).toBeNull());
  });

  it("stay offered past the cap until the person answers, over a save and other steps [INS-47]", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    await fillList(page, 999);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    press("f");
    const goOn = (count: number) => within(panel()).findByRole("button", { name: `Favorite ${count}` });
    await goOn(3);
    expect(panel().textContent).toContain(
      "Favorite: nothing was done yet for 3 insights. Your list is saved first; this then waits in a new one.",
    );
    fireEvent.click(within(panel()).getByRole("button", { name: "Save 999" }));
    await waitFor(() => expect(page.calls).toEqual(["save 999"]));
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Acknowledge:/ }));
    await waitFor(() => expect(page.row("a").textContent).toContain("Acknowledged, unsent"));
    expect(page.row("b").textContent).toContain("Not reviewed");
    await goOn(2);
    expect(panel().textContent).toContain("1 decided since is left out.");
    // Taken back, it is no decision any more.
    press("z");
    await goOn(3);
    expect(panel().textContent).not.toContain("left out");
    expect(panel().textContent).toContain("This then waits in your list.");
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Acknowledge:/ }));
    fireEvent.click(await goOn(2));
    await waitFor(() => expect(page.row("b").textContent).toContain("Favorite, unsent"));
    expect(page.row("a").textContent).toContain("Acknowledged, unsent");
    await waitFor(() => expect(page.said()).toBe("Favorite, unsaved: 2 insights"));
    await waitFor(() => expect(within(panel()).queryByRole("button", { name: /^Favorite \d/ })).toBeNull());
  });

  it("are no longer offered past the cap once they were taken in a list that has room", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    await fillList(page, 1000);
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    await within(panel()).findByRole("button", { name: "Favorite 1" });
    fireEvent.click(within(panel()).getByRole("button", { name: "Save 1,000" }));
    await waitFor(() => expect(page.calls).toEqual(["save 1000"]));
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    await waitFor(() => expect(page.row("a").textContent).toContain("Favorite, unsent"));
    await waitFor(() => expect(within(panel()).queryByRole("button", { name: "Favorite 1" })).toBeNull());
  });

  it("say that an undo past the cap was not done, where another step came before the answer", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    page.outbox.undo = async () => ({ insightIds: [], left: 1360, inverse: 0 });
    press("z");
    await within(panel()).findByRole("button", { name: "Undo 1,360" });
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    await waitFor(() =>
      expect(toastStore.getState().toasts.map(({ message }) => message)).toContain(
        "Not taken back: 1,360 insights.",
      ),
    );
    await waitFor(() => expect(within(panel()).queryByRole("button", { name: "Undo 1,360" })).toBeNull());
  });

  it("leave the selection once it was taken past the cap, so that the same key does not clear it again", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    await fillList(page, 1000);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    press("f");
    fireEvent.click(await within(panel()).findByRole("button", { name: "Favorite 2" }));
    await waitFor(() => expect(page.row("b").textContent).toContain("Favorite, unsent"));
    await waitFor(() => expect(screen.queryByText("2 selected")).toBeNull());
  });
});

describe("the restricted role", () => {
  it("may look but not act: the steps are disabled with the reason, Save is not there [ROLE-04]", async () => {
    const page = openInsights({ rows: insights(2), role: "restricted" });
    await loaded();
    const favorite = within(page.row("a")).getByRole("button", { name: /^Favorite:/ });
    expect(favorite).toHaveProperty("disabled", true);
    const reason = document.getElementById(favorite.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("Your account may look at insights, not change them.");
    expect(screen.queryByRole("button", { name: /^Save( \d|$)/ })).toBeNull();
    press("j");
    press("f");
    press("z");
    await act(async () => {});
    expect(page.outbox.getState().unsaved).toEqual([]);
    expect(page.row("a").textContent).not.toContain("unsent");
  });
});

describe("collections", () => {
  const members = insights(3).map((row, index) => ({
    ...row,
    collectionId: "c1",
    windowStartMs: NOON_MS,
    windowEndMs: NOON_MS + 41_900,
    confidence: [0.5, 0.9, 0.8][index] ?? null,
    className: index === 0 ? "agouti" : "ocelot",
    classList: [
      { className: index === 0 ? "agouti" : "ocelot", averageConfidence: [0.5, 0.9, 0.8][index] ?? null },
    ],
  }));

  it("are folded into one row only while the feature is on; else their insights are read [ROLE-06, ROLE-07]", async () => {
    const off = openInsights({ rows: members });
    await loaded();
    expect(off.order()).toEqual(["a", "b", "c"]);
    expect(off.queries.every((query) => !query.grouped)).toBe(true);
    expect(screen.queryByRole("switch", { name: "Collections" })).toBeNull();
  });

  it("show the class with the highest mean, that mean, and the length of their window [INS-27, INS-28, INS-32]", async () => {
    const page = openInsights({ rows: members, features: COLLECTIONS });
    await loaded();
    expect(page.order()).toEqual(["collection-c1"]);
    expect(page.row("collection-c1").textContent).toContain("Ocelot");
    expect(page.row("collection-c1").textContent).toContain("85%");
    fireEvent.click(within(page.row("collection-c1")).getByRole("button", { name: /Collection of 3/ }));
    const dialog = await screen.findByRole("dialog", { name: "Photo: Ocelot" });
    expect(within(dialog).getByText("42 s")).toBeTruthy();
    expect(within(dialog).getByText("ocelot (85%)", { exact: false })).toBeTruthy();
  });

  it("show the common status of their insights, and none while these differ [INS-29, INS-30]", async () => {
    const page = openInsights({ rows: members, features: COLLECTIONS });
    await loaded();
    await act(() => page.outbox.act([{ insightId: "b", deviceId: "1", base: "none" }], "favorite"));
    await waitFor(() => expect(page.row("collection-c1").textContent).toContain("Mixed"));
    fireEvent.click(within(page.row("collection-c1")).getByRole("button", { name: /^Acknowledge:/ }));
    await waitFor(() => expect(page.row("collection-c1").textContent).toContain("Acknowledged, unsent"));
    expect(page.outbox.getState().unsaved).toHaveLength(3);
  });

  it("are in the address as a step, so that Back and a link show the same rows again [INS-31]", async () => {
    const page = openInsights({ rows: members, features: COLLECTIONS });
    await waitFor(() => expect(page.order()).toHaveLength(1));
    // The default is written into the address too, without a step in the history.
    await waitFor(() => expect(page.history).toEqual(["/?tab=insights&collections=1"]));
    fireEvent.click(screen.getByRole("switch", { name: "Collections" }));
    await waitFor(() => expect(page.order()).toHaveLength(3));
    expect(page.history).toEqual(["/?tab=insights&collections=1", "/?tab=insights&collections=0"]);
    page.go(page.history[0] ?? "");
    await waitFor(() => expect(page.order()).toHaveLength(1));
    expect(localStorage.getItem("insight_collections")).toBe("false");
  });

  it("leave a link the row at which its list stands when they are written into it", async () => {
    const address = "/?tab=insights&view=scroll&at=2";
    const page = openInsights({ rows: members, features: COLLECTIONS, address });
    await waitFor(() => expect(page.history).toEqual(["/?tab=insights&view=scroll&at=2&collections=1"]));
  });

  it("follow a link for its own visit, and the preference stays as it was [INS-31]", async () => {
    const page = openInsights({
      rows: members,
      features: COLLECTIONS,
      address: "/?tab=insights&collections=0",
    });
    await waitFor(() => expect(page.order()).toHaveLength(3));
    expect(page.queries.every(({ grouped }) => !grouped)).toBe(true);
    expect(localStorage.getItem("insight_collections")).toBeNull();
    page.go("/?tab=insights");
    await waitFor(() => expect(page.order()).toHaveLength(1));
  });

  it("stay unfolded where the feature is off, whatever a link says, which is passed on", async () => {
    const page = openInsights({ rows: members, address: "/?tab=insights&collections=1" });
    await waitFor(() => expect(page.order()).toHaveLength(3));
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(page.history.at(-1)).toBe("/?tab=insights&archived=1&collections=1"));
  });

  it("remember in 'insight_collections' that they were unfolded [INS-31]", async () => {
    const page = openInsights({ rows: members, features: COLLECTIONS });
    await loaded();
    fireEvent.click(screen.getByRole("switch", { name: "Collections" }));
    await waitFor(() => expect(page.order()).toEqual(["a", "b", "c"]));
    expect(localStorage.getItem("insight_collections")).toBe("false");
  });
});

describe("the list of unsaved actions", () => {
  it("has the time of each line, opens its photo, and takes out one line as a step that Undo brings back (hand 5)", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    press("j");
    press("a");
    await waitFor(() => expect(document.activeElement).toBe(page.row("b")));
    press("f");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(2));
    const lines = () => [...panel().querySelectorAll<HTMLElement>("[data-unsaved]")];
    const [newest, oldest] = lines().map((line) => within(line));
    expect(await newest?.findByText(/^at .*\d\d:\d\d UTC$/)).toBeTruthy();
    expect(await newest?.findByText(/11:00:00/)).toBeTruthy();
    const open = newest?.getByTitle("Open the photo: Grey heron");
    await waitFor(() => expect(open).toHaveProperty("disabled", false));
    if (open) fireEvent.click(open);
    const photo = await screen.findByRole("dialog", { name: "Photo: Grey heron" });
    fireEvent.click(within(photo).getByRole("button", { name: "Close" }));
    const remove = oldest?.getByRole("button", { name: "Remove: Acknowledge, Grey heron" });
    if (remove) fireEvent.click(remove);
    await waitFor(() => expect(lines().map((line) => line.dataset.unsaved)).toEqual(["b"]));
    await waitFor(() => expect(page.row("a").textContent).not.toContain("Acknowledged"));
    press("z");
    await waitFor(() => expect(lines()).toHaveLength(2));
  });

  it("offers Undo for 10 s when all of it is cancelled, until the next step (hand 2)", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    const offers = () => toastStore.getState().toasts.filter(({ action }) => action?.label === "Undo");
    press("j");
    press("a");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    fireEvent.click(within(panel()).getByRole("button", { name: "Cancel all" }));
    await waitFor(() => expect(offers()).toMatchObject([{ message: "1 action canceled" }]));
    act(() => offers()[0]?.action?.run());
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    expect(offers()).toEqual([]);
    fireEvent.click(within(panel()).getByRole("button", { name: "Cancel all" }));
    await waitFor(() => expect(offers()).toHaveLength(1));
    press("f");
    await waitFor(() => expect(offers()).toEqual([]));
  });
});

describe("the end of work", () => {
  it("is a success where a person has emptied the list, and leads to what was not reviewed (hand 3)", async () => {
    const rows = [
      ...insights(3),
      fakeInsight({ insightId: "x", className: "empty" }),
      fakeInsight({ insightId: "y", className: "empty" }),
    ];
    const page = openInsights({ rows, address: "/?tab=insights&class=empty" });
    await waitFor(() => expect(page.order()).toHaveLength(2));
    press("j");
    press("x");
    await waitFor(() => expect(page.order()).toHaveLength(1));
    press("x");
    expect(await screen.findByRole("heading", { name: "All 2 done" })).toBeTruthy();
    fireEvent.click(await screen.findByRole("button", { name: "Show the 3 not reviewed" }));
    await waitFor(() => expect(page.order()).toEqual(["a", "b", "c"]));
  });

  it("offers what was archived, and no filters to clear, where a list without filters was emptied", async () => {
    const page = openInsights({ rows: insights(1) });
    await waitFor(() => expect(page.order()).toHaveLength(1));
    press("j");
    press("x");
    const done = (await screen.findByRole("heading", { name: "All 1 done" })).parentElement as HTMLElement;
    expect(within(done).queryByRole("button", { name: "Clear all filters" })).toBeNull();
    fireEvent.click(within(done).getByRole("button", { name: "Show archived" }));
    await waitFor(() => expect(page.history.at(-1)).toContain("archived=1"));
    await waitFor(() => expect(page.order()).toHaveLength(1));
  });

  it("is no success where nothing matched from the start", async () => {
    openInsights({ rows: insights(3), address: "/?tab=insights&class=nothing" });
    expect(await screen.findByRole("heading", { name: "No insight matches" })).toBeTruthy();
  });

  it("moves the rows below an archived one, but not where motion is reduced (hand 3)", async () => {
    const page = openInsights({ rows: insights(4) });
    await loaded();
    const glides = vi.mocked(Element.prototype.animate);
    for (const id of page.order())
      page.row(id).getBoundingClientRect = () => ({ top: page.order().indexOf(id) * 40 }) as DOMRect;
    fireEvent.click(within(page.row("b")).getByRole("button", { name: /^Archive:/ }));
    await waitFor(() => expect(page.order()).toEqual(["a", "c", "d"]));
    expect(glides.mock.contexts).toEqual([page.row("c"), page.row("d")]);
    glides.mockClear();
    const matches = (query: string) => ({ matches: query.includes("reduced-motion") }) as MediaQueryList;
    vi.stubGlobal("matchMedia", matches);
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Archive:/ }));
    await waitFor(() => expect(page.order()).toEqual(["c", "d"]));
    expect(glides).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it("moves them too below one that no longer matches the filter (hand 3)", async () => {
    const page = openInsights({ rows: insights(4), address: "/?tab=insights&status=none" });
    await loaded();
    const glides = vi.mocked(Element.prototype.animate);
    for (const id of page.order())
      page.row(id).getBoundingClientRect = () => ({ top: page.order().indexOf(id) * 40 }) as DOMRect;
    press("j");
    press("a");
    await waitFor(() => expect(page.order()).toEqual(["b", "c", "d"]));
    expect(glides.mock.contexts).toEqual([page.row("b"), page.row("c"), page.row("d")]);
  });

  it("says that a bulk update has completed for 6 s, below what is to look at (hand 3)", async () => {
    const waits: { delayMs: number; callback(): void }[] = [];
    const timers: Timers = {
      elapsedMs: () => 0,
      after: (delayMs, callback) => {
        waits.push({ delayMs, callback });
        return () => {};
      },
    };
    const page = openInsights({ rows: insights(1), widthPx: 360, timers });
    await waitFor(() => expect(page.order()).toEqual(["a"]));
    const refused = [{ id: "1" }, { id: "2" }] as unknown as OutboxState["refused"];
    act(() => page.setOutbox({ refused, bulk: { bulkId: "7", message: "", status: 2 } }));
    const bar = screen.getByRole("button", { name: /^2 to look at/ });
    expect(bar.textContent).toContain("The bulk update has successfully completed!");
    fireEvent.click(bar);
    expect(syncPanelStore.getState().open).toBe(true);
    expect(screen.queryByRole("dialog", { name: "Unsaved actions" })).toBeNull();
    showSyncPanel(false);
    const goes = waits.find(({ delayMs }) => delayMs === 6_000);
    act(() => goes?.callback());
    await waitFor(() => expect(screen.queryByText(/successfully completed/)).toBeNull());
  });
});

describe("the keyboard", () => {
  it("sets what a key says and never clears it; a press on the active action does (hand 2)", async () => {
    const page = openInsights({ rows: [fakeInsight({ insightId: "a", status: "acknowledge" })] });
    await loaded();
    press("j");
    press("a");
    await act(async () => {});
    expect(page.outbox.getState().unsaved).toEqual([]);
    press(" ");
    press("a");
    await act(async () => {});
    expect(page.outbox.getState().unsaved).toEqual([]);
    press("Escape");
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Acknowledge:/ }));
    await waitFor(() => expect(page.outbox.getState().unsaved).toMatchObject([{ insightStatus: "none" }]));
  });

  it("moves, acts and moves on, undoes and goes back to the insight concerned", async () => {
    const page = openInsights({ rows: insights(4) });
    await loaded();
    press("j");
    expect(document.activeElement).toBe(page.row("a"));
    press("a");
    await waitFor(() => expect(page.row("a").textContent).toContain("Acknowledged"));
    await waitFor(() => expect(document.activeElement).toBe(page.row("b")));
    press("x");
    await waitFor(() => expect(page.order()).toEqual(["a", "c", "d"]));
    await waitFor(() => expect(document.activeElement).toBe(page.row("c")));
    press(".");
    await waitFor(() => expect(page.order()).toEqual(["a", "d"]));
    press("z");
    await waitFor(() => expect(document.activeElement?.getAttribute("data-insight")).toBe("c"));
    press("Z", { shiftKey: true });
    await waitFor(() => expect(page.order()).toEqual(["a", "d"]));
  });

  it("selects with space, ranges with Shift, acts on the selection and clears it with Escape", async () => {
    const page = openInsights({ rows: insights(4) });
    await loaded();
    press("j");
    press(" ");
    press("j");
    press("j");
    press(" ", { shiftKey: true });
    expect(screen.getByText("3 selected")).toBeTruthy();
    press("Escape");
    await waitFor(() => expect(screen.queryByText("3 selected")).toBeNull());
    press(" ");
    press("f");
    await waitFor(() => expect(page.outbox.getState().unsaved.map((one) => one.insightId)).toEqual(["c"]));
    await waitFor(() => expect(screen.queryByText("1 selected")).toBeNull());
  });

  it("extends the selection with Shift, takes all that match with Ctrl+A and saves with Ctrl+Enter", async () => {
    const page = openInsights({ rows: insights(60) });
    await loaded();
    press("j");
    press("J", { shiftKey: true });
    press("J", { shiftKey: true });
    expect(screen.getByText("3 selected")).toBeTruthy();
    press("K", { shiftKey: true });
    expect(screen.getByText("2 selected")).toBeTruthy();
    expect(press("a", { ctrlKey: true })).toBe(false);
    expect(await screen.findByText("60 selected")).toBeTruthy();
    const search = screen.getByRole("searchbox", { name: "Search class or Sentinel" });
    press("Escape");
    await waitFor(() => expect(screen.queryByText("60 selected")).toBeNull());
    expect(fireEvent.keyDown(search, { key: "a", ctrlKey: true })).toBe(true);
    expect(screen.queryByText("60 selected")).toBeNull();
    press("f");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    expect(press("Enter", { ctrlKey: true })).toBe(false);
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(0));

    // At once, while the rows of the selection are read: the save takes them all.
    press("a", { ctrlKey: true });
    await screen.findByText("60 selected");
    press("a");
    press("Enter", { ctrlKey: true });
    await waitFor(() => expect(page.outbox.getState().batches).toHaveLength(2));
    expect(page.outbox.getState().unsaved).toHaveLength(0);
  });

  it("saves with Ctrl+Enter out of the photo viewer, whose other keys leave the list alone, and out of the unsaved sheet", async () => {
    const page = openInsights({ rows: insights(3), widthPx: 360 });
    await waitFor(() => expect(page.order()).toHaveLength(3));
    const pressIn = (element: Element | null, key: string, init = {}) =>
      fireEvent.keyDown(element ?? document.body, { key, ...init });
    const shownDialog = () => document.querySelector("dialog[open]");
    const offersFavorite = async () =>
      (await listInUse()?.commands(""))?.some(({ words }) => words.startsWith("Favorite"));
    press("j");
    expect(await offersFavorite()).toBe(true);
    press("Enter");
    await waitFor(() => expect(shownDialog()).not.toBeNull());
    // Of the palette, which would act on the row of the list.
    expect(await offersFavorite()).toBe(false);
    pressIn(shownDialog(), "f");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    // After a press beside its controls the page has the focus: the key is the viewer's, and acts once.
    press("x");
    await waitFor(() =>
      expect(page.outbox.getState().unsaved).toMatchObject([{ insightId: "a", insightStatus: "archive" }]),
    );
    expect(pressIn(shownDialog(), "Enter", { ctrlKey: true })).toBe(false);
    await waitFor(() => expect(page.outbox.getState().batches).toHaveLength(1));
    fireEvent.click(within(shownDialog() as HTMLElement).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(shownDialog()).toBeNull());

    press("j");
    press("f");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    fireEvent.click(screen.getByTitle("Show the unsaved actions"));
    await waitFor(() => expect(shownDialog()?.textContent).toContain("Unsaved"));
    // The row behind the sheet is not selected.
    press(" ");
    expect(screen.queryByText("1 selected")).toBeNull();
    expect(pressIn(shownDialog(), "Enter", { ctrlKey: true })).toBe(false);
    await waitFor(() => expect(page.outbox.getState().batches).toHaveLength(2));
  });

  it("closes the photo viewer before a command of the palette filters the list behind it, and selects nothing there", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    const offered = async () => (await listInUse()?.commands("")) ?? [];
    const isOffered = async (id: string) => (await offered()).some((one) => one.id === id);
    const isOpen = () => document.querySelector("dialog[open]") !== null;
    press("j");
    expect(await isOffered("all")).toBe(true);
    press("Enter");
    await waitFor(() => expect(isOpen()).toBe(true));
    expect(await isOffered("all")).toBe(false);
    // The viewer shows what an undo changes.
    const run = async (wanted: string) => {
      const command = (await offered()).find(({ id }) => id === wanted);
      await act(async () => command?.run());
    };
    await run("undo");
    expect(isOpen()).toBe(true);
    await run("status-none");
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(page.history.at(-1)).toContain("status=none");
  });

  it("saves with the button what the toolbar is still taking", async () => {
    const page = openInsights({ rows: insights(60) });
    await loaded();
    press("j");
    press("f");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    press("a", { ctrlKey: true });
    await screen.findByText("60 selected");
    const bar = within(screen.getByRole("toolbar", { name: "Actions for the selection" }));
    fireEvent.click(bar.getByRole("button", { name: /Acknowledge/ }));
    fireEvent.click(screen.getByRole("button", { name: "Save 1" }));
    await waitFor(() => expect(page.outbox.getState().batches).toHaveLength(1));
    expect(page.outbox.getState()).toMatchObject({ unsaved: [], batches: [{ count: 60 }] });
    await waitFor(() => expect(page.said()).toMatch(/^60 /));
  });

  it("undoes the action that was asked for last, also while the rows of its selection are read", async () => {
    const page = openInsights({ rows: insights(60) });
    await loaded();
    press("j");
    press("x");
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(1));
    press("a", { ctrlKey: true });
    await screen.findByText("59 selected");
    press("f");
    press("z");
    await waitFor(() => expect(page.said()).toBe("Undone: 59 insights"));
    expect(page.outbox.getState().unsaved.map(({ insightStatus }) => insightStatus)).toEqual(["archive"]);
    press("Z", { shiftKey: true });
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(60));
  });

  it("acts once on a selection whose action is pressed twice at once", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    press("j");
    press("J", { shiftKey: true });
    const archive = within(screen.getByRole("toolbar")).getByRole("button", { name: /Archive/ });
    fireEvent.click(archive);
    fireEvent.click(archive);
    await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
    await act(async () => {});
    expect(page.outbox.getState().unsaved.map(({ insightStatus }) => insightStatus)).toEqual([
      "archive",
      "archive",
    ]);
  });

  it("leaves letters to those who type", async () => {
    const page = openInsights({ rows: insights(1) });
    await loaded();
    press("/");
    expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Search class or Sentinel" }));
    if (document.activeElement) fireEvent.keyDown(document.activeElement, { key: "a" });
    await act(async () => {});
    expect(page.outbox.getState().unsaved).toEqual([]);
  });

  it("says what came of each step to those who listen", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    press("j");
    press("f");
    await waitFor(() => expect(page.said()).toBe("Favorite, unsaved: Grey heron"));
    press("z");
    await waitFor(() => expect(page.said()).toBe("Undone: 1 insight"));
  });
});

describe("the count beside the title", () => {
  it("is not told before what waits to be sent is counted in, and leaves its room meanwhile", async () => {
    const page = openInsights({ rows: insights(6), countsLater: true });
    await waitFor(() => expect(page.order()).toHaveLength(6));
    for (const figure of [screen.getByText(/all on this device/), screen.getByText("of 2")])
      expect(figure.getAttribute("aria-hidden")).toBe("true");
    act(() => page.setCounted());
    await waitFor(() => expect(screen.getByText("Rows 1–6 of 6")).toBeTruthy());
    const told = screen.getByText("6 insights, all on this device");
    expect(told.getAttribute("aria-hidden")).not.toBe("true");
  });

  it("says what it counts: insights, or rows where these are folded into collections", async () => {
    const rows = insights(3).map((row, index) => (index < 2 ? { ...row, collectionId: "c1" } : row));
    openInsights({ rows, features: COLLECTIONS });
    expect(await screen.findByText("2 rows (3 insights), all on this device")).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    expect(await screen.findByText("2 rows (3 insights) selected")).toBeTruthy();
    press("a", { ctrlKey: true });
    expect(await screen.findByText("all that match")).toBeTruthy();
    expect(screen.getByText("2 rows (3 insights) selected")).toBeTruthy();
    fireEvent.click(screen.getByRole("switch", { name: "Collections" }));
    expect(await screen.findByText("3 insights, all on this device")).toBeTruthy();
  });
});

describe("a narrow screen", () => {
  it("shows cards with the same steps, and the unsaved list as a sheet [OFF-24]", async () => {
    const page = openInsights({ rows: insights(2), widthPx: 360, sync: { phase: "offline" } });
    await waitFor(() => expect(page.order()).toEqual(["a", "b"]));
    expect(screen.queryByRole("table")).toBeNull();
    fireEvent.click(within(page.row("b")).getByRole("button", { name: /^Archive:/ }));
    await waitFor(() => expect(page.order()).toEqual(["a"]));
    fireEvent.click(screen.getByRole("button", { name: /1 to save/ }));
    const sheet = await screen.findByRole("dialog", { name: "Unsaved actions (1)" });
    fireEvent.click(within(sheet).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(page.order()).toEqual(["a", "b"]));
  });

  const untilOpen = () =>
    waitFor(() => {
      const dialog = document.querySelector<HTMLElement>("dialog[open]");
      if (dialog === null) throw new Error("nothing is open");
      return dialog;
    });

  it("filters by one press of what is asked for most, says how many that leaves, and is closed by Back (hand 12)", async () => {
    const page = openInsights({ rows: insights(3), widthPx: 360 });
    await waitFor(() => expect(page.order()).toEqual(["a", "b", "c"]));
    fireEvent.click(screen.getByRole("button", { name: "Filters" }));
    const sheet = await untilOpen();
    const button = (name: string) => within(sheet).getByRole("button", { name });
    const headings = [...sheet.querySelectorAll("legend, summary")].map(({ textContent }) => textContent);
    expect(headings.slice(0, 3)).toEqual(["Status", "Dates", "Class"]);
    expect(await within(sheet).findByRole("button", { name: "Show 3 rows" })).toBeTruthy();
    fireEvent.click(button("Not reviewed"));
    expect(button("Not reviewed").getAttribute("aria-pressed")).toBe("true");
    await waitFor(() => expect(page.history.at(-1)).toContain("status=none"));
    fireEvent.click(button("Yesterday"));
    expect(button("Yesterday").getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(button("Today"));
    expect(button("Yesterday").getAttribute("aria-pressed")).toBe("false");
    await waitFor(() => expect(page.history.at(-1)).toContain("days=1d"));
    expect(page.history.at(-1)).not.toContain("from=");
    fireEvent.click(button("Yesterday"));
    await waitFor(() => expect(page.history.at(-1)).toContain("from="));
    expect(button("Today").getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(button("Last 7 days"));
    fireEvent.click(button("Not reviewed"));
    await waitFor(() => expect(page.history.at(-1)).not.toContain("status"));
    fireEvent.click(button("Clear all filters"));
    fireEvent.click(within(sheet).getByRole("checkbox", { name: /^Favorite/ }));
    expect(await within(sheet).findByRole("button", { name: "Show 0 rows" })).toBeTruthy();
    const steps = page.history.length;
    history.back();
    await waitFor(() => expect(document.querySelector("dialog[open]")).toBeNull());
    expect(page.history.length).toBe(steps);
    expect(page.history.at(-1)).toContain("favorite");
  });

  it("closes the full photo by Back, and by its cross without an entry left behind", async () => {
    const page = openInsights({ rows: insights(1), widthPx: 360 });
    await waitFor(() => expect(page.order()).toEqual(["a"]));
    const open = () => fireEvent.click(within(page.row("a")).getByRole("button", { name: /photo/i }));
    open();
    await untilOpen();
    history.back();
    await waitFor(() => expect(document.querySelector("dialog[open]")).toBeNull());
    const before = history.state;
    open();
    const viewer = await untilOpen();
    expect(history.state).not.toEqual(before);
    fireEvent.click(within(viewer).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(history.state).toEqual(before));
  });

  it("says in the bar what became of the last bulk update, no longer that it is on its way, and puts it away", async () => {
    const page = openInsights({ rows: insights(1), widthPx: 360 });
    await waitFor(() => expect(page.order()).toEqual(["a"]));
    const batch = {
      batchId: "b",
      count: 1,
      phase: "submitted",
      bulkId: "7",
      status: 1,
      position: 1,
      sealedAtMs: 0,
    } as const;
    const bulk = { bulkId: "7", message: "" };
    act(() => page.setOutbox({ batches: [batch], bulk: { ...bulk, status: 1 } }));
    expect(screen.getByRole("button", { name: /^Sending 1/ })).toBeTruthy();
    act(() => page.setOutbox({ batches: [], bulk: { ...bulk, status: 2 } }));
    expect(screen.queryByRole("button", { name: /Sending/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.getByText("The bulk update has successfully completed!")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Dismiss this message" }));
    await waitFor(() => expect(screen.queryByText(/successfully completed/)).toBeNull());
  });
});

describe("the count of a part of the archive", () => {
  const part = {
    rows: insights(8).map((row, index) => (index < 3 ? { ...row, collectionId: "c1" } : row)),
    features: COLLECTIONS,
    retention: { covers: { days: 7, groups: null } },
    total: 5000,
  };

  it("is of insights beside the server's, which folds none", async () => {
    openInsights(part);
    const words = "8 insights (6 rows) of the last 7 days · 5,000 on the server";
    await waitFor(() => expect(document.querySelector("header")?.textContent).toContain(words));
  });

  it("gives the total on a phone too", async () => {
    openInsights({ ...part, widthPx: 360 });
    const words = "8 insights of the last 7 days · 5,000 on the server";
    await waitFor(() => expect(document.querySelector("header")?.textContent).toContain(words));
  });

  it("is not compared where it is of rows that match", async () => {
    openInsights({ ...part, address: "/?tab=insights&q=grey+heron" });
    await waitFor(() =>
      expect(document.querySelector("header")?.textContent).toContain("of the last 7 days"),
    );
    await act(async () => {});
    expect(document.querySelector("header")?.textContent).not.toContain("on the server");
  });
});

describe("what is said of a Save", () => {
  it("is silent once the batch's own words tell more, and stays while it only waits", async () => {
    const page = openInsights({ rows: insights(2) });
    await loaded();
    fireEvent.click(within(page.row("a")).getByRole("button", { name: /^Favorite:/ }));
    fireEvent.click(await within(panel()).findByRole("button", { name: "Save 1" }));
    await waitFor(() => expect(page.said()).toBe("1 action queued to be sent"));
    const { batches } = page.outbox.getState();
    act(() => page.setOutbox({ autoSentCount: 0 }));
    expect(page.said()).toBe("1 action queued to be sent");
    act(() => page.setOutbox({ batches: batches.map((batch) => ({ ...batch, phase: "sending" })) }));
    expect(page.said()).toBe("");
  });
});
