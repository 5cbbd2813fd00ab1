// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { toastStore } from "../../../../../../src/state/toast-store.ts";
import { csvLines } from "../../../../../../src/ui/data-table/csv/csv-rows.ts";
import { fakeInsight } from "../../../../../support/client/fake-services.ts";
import { openInsights } from "../../render-insights.tsx";

const insights = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    fakeInsight({
      insightId: `i${String(at).padStart(4, "0")}`,
      fileCtimeMs: Date.UTC(2026, 10, 21) - at * 1000,
      classList: [{ className: "heron", averageConfidence: 0.9 }],
    }),
  );
const loaded = () => screen.findByText(/all on this device/);
const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
/** The box that the rows roll in. */
function scroller(): Element {
  const box = document.querySelector("[class*=scroller]");
  if (box === null) throw new Error("no list");
  return box;
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

/** Names and texts of the CSV files that are saved from here on. */
function catchFiles(): { names: string[]; texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download);
  };
  class InPlaceWorker {
    onmessage: ((event: { data: Uint8Array }) => void) | null = null;
    postMessage(batch: Parameters<typeof csvLines>[0]) {
      const text = csvLines(batch);
      texts.push(text);
      queueMicrotask(() => this.onmessage?.({ data: new TextEncoder().encode(text) }));
    }
    terminate() {}
  }
  Object.assign(globalThis, { Worker: InPlaceWorker });
  return { names, texts };
}

describe("insights in the shared table", () => {
  it("can be sorted, have columns shown and hidden, filtered, paged, saved as CSV and read as cards (promise B2) [INS-02]", async () => {
    const files = catchFiles();
    const page = openInsights({ rows: insights(30), address: "/?tab=insights&collections=0" });
    await loaded();
    await waitFor(() => expect(page.order()).toHaveLength(25));
    expect(page.order()[0]).toBe("i0000");
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(page.order()).toEqual(["i0025", "i0026", "i0027", "i0028", "i0029"]));
    fireEvent.click(screen.getByText("Time, UTC", { selector: "th button, th button *" }));
    await waitFor(() => expect(page.order()[0]).toBe("i0029"));
    openPanel("More");
    fireEvent.change(screen.getByLabelText("Insight ID contains"), { target: { value: "i002" } });
    await waitFor(() => expect(page.order()).toHaveLength(10));
    expect(page.history.at(-1)).toContain("f.insightId=i002");
    openPanel("CSV");
    fireEvent.click(screen.getByRole("button", { name: "Save the file" }));
    await screen.findAllByText("sentinel_insights.csv is saved: 10 rows.");
    expect(files.texts[0]?.trim().split("\r\n")).toHaveLength(11);
    fireEvent.click(screen.getByRole("button", { name: "Clear More (1)" }));
    await waitFor(() => expect(page.order()).toHaveLength(25));
    expect(page.order()[0]).toBe("i0029");
    openPanel("Columns");
    fireEvent.click(screen.getByRole("checkbox", { name: "All classes" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Source" }));
    expect(heads()).toEqual([
      "",
      "Photo",
      "Class",
      "Confidence",
      "Sentinel",
      "Time, UTC",
      "Status",
      "All classes",
      "Action",
    ]);
    expect(page.row("i0029").textContent).toContain("Heron (90%)");
    fireEvent.change(screen.getByRole("combobox", { name: "Rows per page" }), { target: { value: "5" } });
    await waitFor(() => expect(page.order()).toHaveLength(5));

    cleanup();
    const phone = openInsights({ rows: insights(30), widthPx: 360 });
    await waitFor(() => expect(phone.order().length).toBeGreaterThan(0));
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("leave collections in the list where a filter is of single insights, and the other way round (promise B2) [TBL-23]", async () => {
    const rows = [
      ...insights(2),
      ...["c1", "c2"].map((insightId) => fakeInsight({ insightId, collectionId: "7" })),
    ];
    const page = openInsights({
      rows,
      features: COLLECTIONS,
      address: "/?tab=insights&f.insightId=i0001",
    });
    await waitFor(() => expect(page.order().sort()).toEqual(["collection-7", "i0001"]));
    page.go("/?tab=insights&f.members=3");
    await waitFor(() => expect(page.order().sort()).toEqual(["i0000", "i0001"]));
    openPanel("More (1)");
    expect(screen.getByLabelText<HTMLInputElement>("Number of insights equals").value).toBe("3");
    expect(screen.getByText("Applies to collections only; single insights stay in the list.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Number of insights equals"), { target: { value: "2" } });
    await waitFor(() => expect(page.order()).toContain("collection-7"));
  });

  it("keep a view with its filter, and open it again", async () => {
    const rows = [...insights(3), fakeInsight({ insightId: "o", className: "ocelot" })];
    const page = openInsights({ rows, address: "/?tab=insights&class=ocelot" });
    await screen.findByText("1 insight matches, all on this device");
    openPanel("Views");
    fireEvent.change(screen.getByLabelText("Name of this view"), { target: { value: "Cats" } });
    fireEvent.click(screen.getByRole("button", { name: "Save this view" }));
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(page.order()).toHaveLength(4));
    fireEvent.click(screen.getByRole("button", { name: "Open Cats" }));
    await waitFor(() => expect(page.order()).toEqual(["o"]));
    expect(page.history.at(-1)).toContain("tab=insights");
  });

  it("are written to the file that the filters let through, or all of them, with a name of its own [TBL-04, TBL-14, TBL-17]", async () => {
    const { names, texts: files } = catchFiles();
    const rows = [...insights(3), fakeInsight({ insightId: "o", className: "ocelot", status: "archive" })];
    openInsights({ rows, address: "/?tab=insights&class=grey+heron&rows=5" });
    await loaded();
    openPanel("CSV");
    fireEvent.click(screen.getByRole("button", { name: "Save the file" }));
    expect(await screen.findAllByText("sentinel_insights.csv is saved: 3 rows.")).toHaveLength(2);
    fireEvent.click(screen.getByRole("radio", { name: "Everything on this device" }));
    fireEvent.click(screen.getByRole("button", { name: "Save the file" }));
    expect(await screen.findAllByText("sentinel_insights.csv is saved: 4 rows.")).toHaveLength(2);
    expect(names).toEqual(["sentinel_insights.csv", "sentinel_insights.csv"]);
    const [filtered = "", whole = ""] = files;
    expect(filtered.split("\r\n")[0]?.replaceAll('"', "")).toBe(
      "Class,Confidence,Sentinel,Time  UTC,Source,Status,All classes,Received  UTC,Number of insights,Latitude,Longitude,Model ID,Device ID,Insight ID,Collection ID,Confirmed by a person",
    );
    expect(filtered).not.toContain("ocelot");
    expect(whole).toContain("ocelot");
  });

  it("say what they cover wherever they are counted or written, while this device holds a part of all [OFF-37, TBL-04]", async () => {
    const files: string[] = [];
    HTMLAnchorElement.prototype.click = () => {};
    class InPlaceWorker {
      onmessage: ((event: { data: Uint8Array }) => void) | null = null;
      postMessage(batch: Parameters<typeof csvLines>[0]) {
        files.push(csvLines(batch));
        queueMicrotask(() => this.onmessage?.({ data: new Uint8Array(1) }));
      }
      terminate() {}
    }
    Object.assign(globalThis, { Worker: InPlaceWorker });
    openInsights({ rows: insights(30), retention: { covers: { days: 30, groups: null } } });
    expect(await screen.findByText("Rows 1–25 of 30 of the last 30 days")).toBeTruthy();
    const sentence = "Only insights of the last 30 days are on this device.";
    openPanel("Class");
    expect(within(screen.getByRole("group", { name: "Class" })).getByText(sentence)).toBeTruthy();
    openPanel("CSV");
    expect(screen.getAllByText(sentence)).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Save the file" }));
    await screen.findAllByText(`sentinel_insights.csv is saved: 30 rows. ${sentence}`);
    const [head = "", first = ""] = files.join("").split("\r\n");
    expect(head).toMatch(/,"File covers"$/);
    expect(first.endsWith(`,"${sentence}"`)).toBe(true);
  });

  it("go on into their file when the screen is left, and say nothing of it to who comes next [TBL-04]", async () => {
    const names: string[] = [];
    HTMLAnchorElement.prototype.click = function click() {
      names.push(this.download);
    };
    const answers: (() => void)[] = [];
    class WaitingWorker {
      onmessage: ((event: { data: Uint8Array }) => void) | null = null;
      postMessage() {
        answers.push(() => this.onmessage?.({ data: new Uint8Array([65]) }));
      }
      terminate() {}
    }
    Object.assign(globalThis, { Worker: WaitingWorker });
    openInsights({ rows: insights(3) });
    await loaded();
    openPanel("CSV");
    fireEvent.click(screen.getByRole("button", { name: "Save the file" }));
    await waitFor(() => expect(answers).toHaveLength(1));
    cleanup();
    answers[0]?.();
    await waitFor(() => expect(names).toEqual(["sentinel_insights.csv"]));
    openInsights({ rows: insights(3) });
    await loaded();
    openPanel("CSV");
    expect(screen.getByRole("button", { name: "Save the file" })).toBeTruthy();
    expect(screen.queryByText(/is saved/)).toBeNull();
  });

  it("can be acted on all at once, past the page: what was chosen is everything that matches", async () => {
    const page = openInsights({ rows: insights(40) });
    await loaded();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 40 that match" }));
    expect(screen.getByText("40 selected")).toBeTruthy();
    const bar = within(screen.getByRole("toolbar", { name: "Actions for the selection" }));
    fireEvent.click(bar.getByRole("button", { name: /^Favorite/ }));
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(40));
    await waitFor(() => expect(screen.queryByText("40 selected")).toBeNull());
  });

  it("stay chosen on every page while all that match were, less those that were taken out again", async () => {
    const page = openInsights({ rows: insights(60) });
    await loaded();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 60 that match" }));
    expect(screen.getByText("all that match")).toBeTruthy();
    const next = async (first: string) => {
      fireEvent.click(screen.getByRole("button", { name: "Next page" }));
      await waitFor(() => expect(page.order()[0]).toBe(first));
    };
    await next("i0025");
    expect(screen.getByText("60 selected")).toBeTruthy();
    const box = (id: string) => within(page.row(id)).getByRole<HTMLInputElement>("checkbox");
    expect(box("i0030").checked).toBe(true);
    fireEvent.click(box("i0030"));
    expect(screen.getByText("all that match except 1")).toBeTruthy();
    expect(box("i0030").checked).toBe(false);
    await next("i0050");
    expect(screen.getByText("all that match except 1")).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    expect(screen.getByText("all that match except 11")).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const bar = within(screen.getByRole("toolbar", { name: "Actions for the selection" }));
    fireEvent.click(bar.getByRole("button", { name: /^Favorite/ }));
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(59));
    expect(page.outbox.getState().unsaved.map(({ insightId }) => insightId)).not.toContain("i0030");
  });

  it("stay chosen one by one over pages and orders, with how many of them other pages show, until they are cleared", async () => {
    const page = openInsights({ rows: insights(60) });
    await loaded();
    const box = (id: string) => within(page.row(id)).getByRole<HTMLInputElement>("checkbox");
    const next = async (first: string) => {
      fireEvent.click(screen.getByRole("button", { name: "Next page" }));
      await waitFor(() => expect(page.order()[0]).toBe(first));
    };
    fireEvent.click(box("i0001"));
    fireEvent.click(box("i0003"));
    await next("i0025");
    fireEvent.click(box("i0030"));
    expect(await screen.findByText("3 selected")).toBeTruthy();
    expect(screen.getByText("2 on other pages")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Time, UTC" }));
    await waitFor(() => expect(page.order()[0]).toBe("i0059"));
    expect(screen.getByText("3 on other pages")).toBeTruthy();
    const bar = within(screen.getByRole("toolbar", { name: "Actions for the selection" }));
    fireEvent.click(bar.getByRole("button", { name: /^Favorite/ }));
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(3));
    expect(page.outbox.getState().unsaved.map(({ insightId }) => insightId)).toEqual([
      "i0001",
      "i0003",
      "i0030",
    ]);
    await waitFor(() => expect(screen.queryByText("3 selected")).toBeNull());
  });

  it("are no longer chosen once they leave the list, and another filter ends the selection, which is said", async () => {
    const page = openInsights({ rows: insights(60) });
    await loaded();
    const box = (id: string) => within(page.row(id)).getByRole<HTMLInputElement>("checkbox");
    fireEvent.click(box("i0001"));
    fireEvent.click(box("i0003"));
    fireEvent.click(within(page.row("i0003")).getByRole("button", { name: /^Archive/ }));
    expect(await screen.findByText("1 selected")).toBeTruthy();
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(screen.queryByText("1 selected")).toBeNull());
    expect(toastStore.getState().toasts.map(({ message }) => message)).toContain(
      "The list has changed: 1 row is no longer selected.",
    );
  });

  it("name what a link asks for and is not understood or not known here, and keep it in the address", async () => {
    const search = "sort=colour&from=2026-99-01&class=unicorn&class=heron";
    const rows = insights(3).map((row) => ({ ...row, className: "heron" }));
    const page = openInsights({ rows, address: `/?tab=insights&${search}` });
    await screen.findByText(/^This version does not know a part of the link: sort=colour, from=2026-99-01\./);
    await screen.findByText(/^No insight on this device is of the class “unicorn”\. What you see/);
    expect(page.order()).toHaveLength(3);
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(page.history.at(-1)).toMatch(/archived=1.*sort=colour&from=2026-99-01/));
    fireEvent.click(screen.getByRole("button", { name: "Remove it" }));
    await waitFor(() => expect(page.history.at(-1)).not.toContain("sort"));
    expect(screen.queryByText(/^This version does not know/)).toBeNull();
  });

  it("say that no Sentinel is called so, and that a search has too many words", async () => {
    const many = Array.from({ length: 33 }, () => "heron").map(
      (word, at) => word.slice(0, 1 + (at % 5)) + at,
    );
    const page = openInsights({ rows: insights(2), address: "/?tab=insights&device_name=Nowhere+7" });
    await screen.findByText(/^No Sentinel called “Nowhere 7” is known on this device\./);
    page.go(`/?tab=insights&q=${many.join("+")}`);
    await screen.findByText("Only the first 30 words are searched for; 3 words are left out.");
  });

  it("are chosen by a rule that says where it covers what this device holds alone, and ends when it is cleared", async () => {
    openInsights({ rows: insights(60), retention: { covers: { days: 30, groups: null } } });
    await screen.findAllByText(/of the last 30 days/);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 60 that match" }));
    expect(screen.getByText("all that match on this device")).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(screen.queryByText("60 selected")).toBeNull());
  });

  it("are counted as rows and as insights, chosen on this page, on others or by their rule", async () => {
    const rows = insights(60).map((row, index) => ({ ...row, collectionId: `c${Math.floor(index / 2)}` }));
    const page = openInsights({ rows, features: COLLECTIONS, address: "/?tab=insights&rows=5" });
    await waitFor(() => expect(page.order()).toHaveLength(5));
    const first = () => screen.getAllByRole("checkbox", { name: /^Select/ })[1] as HTMLElement;
    fireEvent.click(first());
    expect(screen.getByText("1 row (2 insights) selected")).toBeTruthy();
    const shown = page.order()[0];
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(page.order()[0]).not.toBe(shown));
    fireEvent.click(first());
    expect(screen.getByText("2 rows (4 insights) selected")).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "a", ctrlKey: true });
    expect(await screen.findByText("30 rows (60 insights) selected")).toBeTruthy();
    fireEvent.click(first());
    expect(screen.getByText("29 rows (58 insights) selected")).toBeTruthy();
  });

  it("can all be chosen on a phone too, as soon as one of them is", async () => {
    const page = openInsights({ rows: insights(60), widthPx: 360 });
    await waitFor(() => expect(page.order()).toHaveLength(25));
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Select", hidden: true }));
    fireEvent.click(within(page.row("i0003")).getByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "Select all 60 that match" }));
    expect(screen.getByText("60 selected")).toBeTruthy();
    fireEvent.click(within(page.row("i0004")).getByRole("checkbox"));
    expect(screen.getByText("all that match except 1")).toBeTruthy();
  });

  it("do nothing and say so where what was chosen cannot be read, and keep it chosen", async () => {
    const page = openInsights({ rows: insights(40) });
    const { snapshot } = page.insights;
    page.insights.snapshot = () => Promise.reject(new Error("the worker ended"));
    await loaded();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 40 that match" }));
    const favorite = () =>
      within(screen.getByRole("toolbar", { name: "Actions for the selection" })).getByRole("button", {
        name: /^Favorite/,
      });
    fireEvent.click(favorite());
    expect(await screen.findByText(/^The selected rows could not be read/)).toBeTruthy();
    expect(page.outbox.getState().unsaved).toEqual([]);
    expect(screen.getByText("40 selected")).toBeTruthy();
    page.insights.snapshot = snapshot;
    fireEvent.click(favorite());
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(40));
  });

  it("forget that everything was chosen as soon as the filter is another one", async () => {
    openInsights({ rows: insights(40) });
    await loaded();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 40 that match" }));
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  });

  it("ask first where more match than the list of unsaved actions holds, then go on in batches", async () => {
    const page = openInsights({ rows: insights(2100) });
    await loaded();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 2,100 that match" }));
    const bar = within(screen.getByRole("toolbar", { name: "Actions for the selection" }));
    fireEvent.click(bar.getByRole("button", { name: /^Archive/ }));
    const go = await screen.findByRole("button", { name: "Archive 2,100" });
    expect(page.outbox.getState().unsaved).toHaveLength(0);
    fireEvent.click(go);
    await waitFor(() => expect(page.calls.filter((call) => call === "save 1000")).toHaveLength(2));
    // All of it was agreed to: nothing waits for one more press.
    await waitFor(() => expect(page.calls).toContain("save 100"));
    expect(page.outbox.getState().unsaved).toHaveLength(0);
  });

  it("can be asked for one exact percent, and for any class that the model named [TBL-22]", async () => {
    const rows = [
      fakeInsight({ insightId: "a", confidence: 0.9 }),
      fakeInsight({ insightId: "b", confidence: 0.85 }),
      fakeInsight({
        insightId: "c",
        confidence: 0.85,
        classList: [{ className: "Puma", averageConfidence: 0.1 }],
      }),
    ];
    const page = openInsights({ rows });
    await loaded();
    openPanel("Confidence");
    fireEvent.change(screen.getByLabelText("From, percent"), { target: { value: "85" } });
    await screen.findByRole("button", { name: "Confidence ≥ 85%" });
    fireEvent.change(screen.getByLabelText("To, percent"), { target: { value: "85" } });
    await screen.findByRole("button", { name: "Confidence = 85%" });
    await waitFor(() => expect(page.order().toSorted()).toEqual(["b", "c"]));
    openPanel("Class");
    fireEvent.change(screen.getByLabelText("Class list contains"), { target: { value: "puma" } });
    await waitFor(() => expect(page.order()).toEqual(["c"]));
    expect(page.history.at(-1)).toContain("confidence=85&confidence_to=85&class_list=puma");
    fireEvent.click(screen.getByRole("button", { name: "All classes: puma" }));
    await waitFor(() => expect(page.history.at(-1)).not.toContain("class_list"));
    fireEvent.click(screen.getByRole("button", { name: "Clear Confidence = 85%" }));
    await waitFor(() => expect(page.history.at(-1)).not.toContain("confidence"));
  });

  it("are found by any part of their class's name, beside the exact choice of classes (promise B5)", async () => {
    const rows = ["Red fox", "arctic fox", "lynx"].map((className, at) =>
      fakeInsight({ insightId: `${at}`, className }),
    );
    const page = openInsights({ rows });
    await loaded();
    openPanel("Class");
    fireEvent.change(screen.getByLabelText("Class contains"), { target: { value: "FOX" } });
    await waitFor(() => expect(page.order().toSorted()).toEqual(["0", "1"]));
    expect(page.history.at(-1)).toContain("class_text=FOX");
    fireEvent.click(screen.getByRole("checkbox", { name: /^Red fox/ }));
    await waitFor(() => expect(page.order()).toEqual(["0"]));
    fireEvent.click(screen.getByRole("button", { name: "Class contains: FOX" }));
    await waitFor(() => expect(page.history.at(-1)).not.toContain("class_text"));
    expect(page.history.at(-1)).toContain("class=Red+fox");
  });

  it("say whether a person confirmed them, in a column for those who ask (promise B5)", async () => {
    const rows = [
      fakeInsight({ insightId: "a", userConfirmed: true }),
      fakeInsight({ insightId: "b", userConfirmed: false }),
    ];
    const page = openInsights({ rows });
    await loaded();
    expect(screen.queryByRole("columnheader", { name: "Confirmed by a person" })).toBeNull();
    openPanel("Columns");
    fireEvent.click(screen.getByRole("checkbox", { name: "Confirmed by a person" }));
    expect(await screen.findByRole("columnheader", { name: /^Confirmed by a person/ })).toBeTruthy();
    expect([page.row("a").textContent, page.row("b").textContent]).toEqual([
      expect.stringContaining("Yes"),
      expect.stringContaining("No"),
    ]);
  });

  it("keep what was typed into a filter when its field is left before the pause is over [TBL-03]", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: false });
    const page = openInsights({ rows: insights(3) });
    try {
      await vi.waitFor(() => expect(page.order()).toHaveLength(3));
      openPanel("Confidence");
      const field = screen.getByLabelText("From, percent");
      fireEvent.change(field, { target: { value: "85" } });
      fireEvent.blur(field);
      expect(page.history.at(-1)).toContain("confidence=85");
    } finally {
      vi.useRealTimers();
    }
  });

  it("take a typed day when its year is whole, as one step to go back to [TBL-20]", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    const before = page.history.length;
    openPanel("Dates");
    const from = screen.getByLabelText<HTMLInputElement>("From");
    for (const value of ["0002-05-05", "0020-05-05", "0202-05-05"]) {
      fireEvent.change(from, { target: { value } });
      expect(from.value).toBe(value);
    }
    expect(page.history).toHaveLength(before);
    fireEvent.change(from, { target: { value: "2024-05-05" } });
    await waitFor(() => expect(page.history.at(-1)).toContain("from=2024-05-05"));
    expect(page.history).toHaveLength(before + 1);
  });

  it("keep a view of the last days as that, and show on its day what it was chosen for [TBL-20]", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    openPanel("Dates");
    fireEvent.click(screen.getByRole("button", { name: "Last 7 days" }));
    await waitFor(() => expect(page.history.at(-1)).toContain("days=7d"));
    expect(screen.getAllByRole("button", { name: "Last 7 days", pressed: true })).toHaveLength(1);
    openPanel("Views");
    fireEvent.change(screen.getByLabelText("Name of this view"), { target: { value: "Week" } });
    fireEvent.click(screen.getByRole("button", { name: "Save this view" }));
    expect(localStorage.getItem("table_settings")).toContain("days=7d");
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2024-05-05" } });
    await waitFor(() => expect(page.history.at(-1)).toContain("from=2024-05-05"));
    expect(page.history.at(-1)).not.toContain("days=");
    fireEvent.click(screen.getByRole("button", { name: "Open Week" }));
    await waitFor(() => expect(page.history.at(-1)).toContain("days=7d"));
    expect(page.history.at(-1)).not.toContain("from=");
  });

  it("say at the field and in their place why nothing can match a range that ends before it begins [TBL-20]", async () => {
    const page = openInsights({
      rows: insights(3),
      address: "/?tab=insights&from=2026-11-22&to=2026-11-20&confidence=90&confidence_to=10",
    });
    await screen.findByText("No insight matches");
    expect(screen.getByText(/^Dates: “From” is later than “To”.*Confidence: “From” is higher/)).toBeTruthy();
    openPanel("22 Nov to 20 Nov");
    const from = screen.getByLabelText<HTMLInputElement>("From");
    expect(from.getAttribute("aria-invalid")).toBe("true");
    const named = document.getElementById(from.getAttribute("aria-describedby") ?? "");
    expect(named?.textContent).toBe("“From” is later than “To”, so nothing can match.");
    openPanel("Confidence 90–10%");
    expect(screen.getByLabelText("From, percent").getAttribute("aria-invalid")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Swap “From” and “To”" }));
    await waitFor(() => expect(page.history.at(-1)).toContain("from=2026-11-20&to=2026-11-22"));
    expect(page.history.at(-1)).toContain("confidence=10&confidence_to=90");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keep the views that another window has kept meanwhile", async () => {
    const page = openInsights({ rows: insights(3) });
    await loaded();
    openPanel("Views");
    const keep = (name: string) => {
      fireEvent.change(screen.getByLabelText("Name of this view"), { target: { value: name } });
      fireEvent.click(screen.getByRole("button", { name: "Save this view" }));
    };
    keep("Mine");
    const kept = localStorage.getItem("table_settings") ?? "";
    localStorage.setItem("table_settings", kept.replaceAll("Mine", "Theirs"));
    keep("Another");
    expect(localStorage.getItem("table_settings")).toContain("Theirs");
    expect(screen.getByRole("button", { name: "Open Theirs" })).toBeTruthy();
    expect(page.order()).toHaveLength(3);
  });

  it("are chosen from the last box to one with Shift, though the rows between were scrolled away", async () => {
    const page = openInsights({ rows: insights(400), address: "/?tab=insights&view=scroll" });
    await loaded();
    fireEvent.click(within(page.row("i0002")).getByRole("checkbox"));
    const box = page.row("i0002").closest("table")?.parentElement as HTMLElement;
    box.scrollTop = 44 * 300;
    fireEvent.scroll(box);
    await waitFor(() => expect(page.order()).toContain("i0300"));
    expect(page.order()).not.toContain("i0002");
    fireEvent.click(within(page.row("i0300")).getByRole("checkbox"), { shiftKey: true });
    await screen.findByText("299 selected");
    fireEvent.click(within(page.row("i0310")).getByRole("checkbox"), { shiftKey: true });
    await screen.findByText("309 selected");
    fireEvent.keyDown(document.body, { key: "f" });
    await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(309));
    const ids = page.outbox.getState().unsaved.map(({ insightId }) => insightId);
    expect(ids.toSorted()).toEqual(
      insights(400)
        .slice(2, 311)
        .map(({ insightId }) => insightId),
    );
  });

  it("scroll in one list that remembers what was chosen further up", async () => {
    const page = openInsights({ rows: insights(400), address: "/?tab=insights&view=scroll" });
    await loaded();
    expect(page.order().length).toBeLessThan(200);
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("401");
    fireEvent.click(within(page.row("i0002")).getByRole("checkbox"));
    const box = page.row("i0002").closest("table")?.parentElement as HTMLElement;
    box.scrollTop = 44 * 300;
    fireEvent.scroll(box);
    await waitFor(() => expect(page.order()).toContain("i0300"));
    expect(page.order()).not.toContain("i0002");
    fireEvent.keyDown(document.body, { key: "f" });
    await waitFor(() =>
      expect(page.outbox.getState().unsaved.map(({ insightId }) => insightId)).toEqual(["i0002"]),
    );
  });

  it("are few cards on a phone however long their list is, each told its place, and keys mean none out of sight [TBL-05, TBL-06]", async () => {
    const page = openInsights({ rows: insights(3_000), address: "/?tab=insights&view=scroll", widthPx: 360 });
    await waitFor(() => expect(page.order()).toContain("i0010"));
    fireEvent.keyDown(document.body, { key: "j" });
    expect(document.activeElement).toBe(page.row("i0000"));
    const scrollTo = (card: number) => {
      scroller().scrollTop = 200 * card;
      fireEvent.scroll(scroller());
    };
    scrollTo(2_000);
    await waitFor(() => expect(page.order()).toContain("i2000"));
    expect(page.order().length).toBeLessThan(40);
    expect(page.row("i2000").getAttribute("aria-posinset")).toBe("2001");
    expect(page.row("i2000").getAttribute("aria-setsize")).toBe("3000");
    fireEvent.keyDown(document.body, { key: "f" });
    // The row that keys meant is far away: they begin anew with one that is there.
    const begun = (document.activeElement as HTMLElement).dataset.insight ?? "";
    expect(page.order()).toContain(begun);
    expect(page.outbox.getState().unsaved).toEqual([]);
    fireEvent.keyDown(document.body, { key: "f" });
    await waitFor(() =>
      expect(page.outbox.getState().unsaved.map(({ insightId }) => insightId)).toEqual([begun]),
    );
    scrollTo(0);
    await waitFor(() => expect(page.order()).toContain("i0000"));
  });

  it("return to the row of the address where they are one list, on a desk and on a phone [TBL-05]", async () => {
    const desk = openInsights({ rows: insights(2_500), address: "/?tab=insights&view=scroll&at=2001" });
    await waitFor(() => expect(scroller().scrollTop).toBe(2_000 * 44));
    fireEvent.scroll(scroller());
    await waitFor(() => expect(desk.order()).toContain("i2000"));
    cleanup();

    const phone = openInsights({
      rows: insights(2_500),
      address: "/?tab=insights&view=scroll&at=2001",
      widthPx: 360,
    });
    const brought = vi.spyOn(Element.prototype, "scrollIntoView");
    await waitFor(() => expect(scroller().scrollTop).toBe(2_000 * 200));
    fireEvent.scroll(scroller());
    await waitFor(() => expect(phone.order()).toContain("i2000"));
    // However high the cards above it turn out to be, it is the one that is brought to the top.
    const cards = brought.mock.contexts.map((card) => (card as HTMLElement).dataset.insight);
    expect(cards).toContain("i2000");
  });

  it("wait for the right count before they return to the row of the address, which stays as it is [TBL-05]", async () => {
    const address = "/?tab=insights&view=scroll&at=2001";
    const page = openInsights({ rows: insights(2_500), address, countsLater: true });
    await waitFor(() => expect(page.order()).toContain("i0000"));
    expect(scroller().scrollTop).toBe(0);
    act(() => page.setCounted());
    await waitFor(() => expect(scroller().scrollTop).toBe(2_000 * 44));
    expect(page.history).toEqual([address]);
  });

  it("name what a row of the file is before it is saved [TBL-04]", async () => {
    const rows = insights(3).map((row, at) => (at < 2 ? { ...row, collectionId: "c" } : row));
    openInsights({ rows, features: [{ id: "1", key: "COLLECTIONS", enabled: true }] });
    await loaded();
    openPanel("CSV");
    expect(
      await screen.findByText(
        /^A row of the file is one insight, or a whole collection.* hold 3 insights\.$/,
      ),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole("switch", { name: "Collections" }));
    expect(await screen.findByText("A row of the file is one insight.")).toBeTruthy();
  });

  it("begin at the top of a list that another filter gives, whatever the place was before [TBL-05]", async () => {
    const page = openInsights({ rows: insights(500), address: "/?tab=insights&view=scroll&at=201" });
    await waitFor(() => expect(scroller().scrollTop).toBe(200 * 44));
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(scroller().scrollTop).toBe(0));
    expect(page.history.at(-1)).toContain("archived=1");
    expect(page.history.at(-1)).not.toContain("at=");
  });

  it("say beside each choice of a filter how many it would show, with the other filters as they are [TBL-03]", async () => {
    const rows = [
      ...insights(3),
      fakeInsight({ insightId: "o", className: "ocelot", deviceId: "2", displayName: "Gate" }),
      fakeInsight({ insightId: "p", className: "ocelot", status: "archive" }),
    ];
    openInsights({ rows, address: "/?tab=insights&class=ocelot" });
    await screen.findByText("1 insight matches, all on this device");
    const counts = (legend: string) =>
      within(screen.getByRole("group", { name: legend }))
        .getAllByRole("checkbox")
        .map((box) => box.closest("label")?.textContent);
    await screen.findAllByRole("button", { name: "Ocelot" });
    openPanel("Ocelot");
    // Its own list is not narrowed by what was chosen in it.
    await waitFor(() => expect(counts("Class")).toEqual(["Ocelot1", "Grey heron3"]));
    openPanel("Sentinel");
    await waitFor(() => expect(counts("Sentinel")).toEqual(["Gate1", "MICA 3180"]));
    openPanel("Status");
    // To choose what is archived shows it.
    expect(counts("Status")).toContain("Archived1");
    fireEvent.click(screen.getByRole("switch", { name: "Show archived" }));
    await waitFor(() => expect(counts("Sentinel")).toContain("MICA 3181"));
  });
});
