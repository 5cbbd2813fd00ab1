// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useMemo, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { RecordTable } from "../../../../src/ui/data-table/record-table.tsx";
import type { TableColumn } from "../../../../src/ui/data-table/table-column.ts";
import { createMemorySource } from "../../../../src/ui/data-table/table-source.ts";

interface Camera {
  id: string;
  name: string;
  seenMs: number;
  photos: number;
  battery: number;
  tags: string[];
}

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const CAMERAS: Camera[] = Array.from({ length: 30 }, (_, at) => ({
  id: `c${at}`,
  name: at === 3 ? `Ridge ${"long ".repeat(20)}` : `Camera ${String(at).padStart(2, "0")}`,
  seenMs: NOW_MS - at * DAY_MS,
  photos: at % 7,
  battery: at / 100,
  tags: at % 2 === 0 ? ["forest", "north"] : ["river"],
}));
const COLUMNS: TableColumn<Camera>[] = [
  { id: "icon", type: "element", label: "Icon", value: () => null, cell: () => <span>◆</span> },
  {
    id: "name",
    type: "string",
    label: "Name",
    sortable: true,
    rowHeader: true,
    locked: true,
    value: ({ name }) => name,
  },
  { id: "seen", type: "date", label: "Seen", sortable: true, value: ({ seenMs }) => seenMs },
  { id: "photos", type: "number", label: "Photos", sortable: true, value: ({ photos }) => photos },
  { id: "battery", type: "percent", label: "Battery", value: ({ battery }) => battery },
  { id: "tags", type: "list", label: "Tags", hidden: true, value: ({ tags }) => tags },
  {
    id: "act",
    type: "buttons",
    label: "Act",
    value: () => null,
    cell: ({ name }) => <button type="button">Ping {name}</button>,
  },
];
const SOURCE = createMemorySource(CAMERAS, { columns: COLUMNS });

const manyCameras = (count: number) =>
  createMemorySource(
    Array.from(
      { length: count },
      (_, at): Camera => ({
        id: `c${at}`,
        name: `Camera ${at}`,
        seenMs: NOW_MS,
        photos: 1,
        battery: 1,
        tags: [],
      }),
    ),
    { columns: COLUMNS },
  );

function Fixture({ count = 30 }: { count?: number }) {
  const source = useMemo(() => (count === 30 ? SOURCE : manyCameras(count)), [count]);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <RecordTable
      table="cameras"
      caption="Cameras"
      columns={COLUMNS}
      source={source}
      rowId={({ id }) => id}
      selectLabel={({ name }) => `Select ${name}`}
      selectedIds={ids}
      onSelectedIds={setIds}
      actions={<output>{ids.size} chosen</output>}
      nowMs={NOW_MS}
    />
  );
}

/** On a phone the order is chosen in the menu of tools. */
async function sortField() {
  fireEvent.click(screen.getByRole("menuitem", { name: "Sort", hidden: true }));
  return await screen.findByLabelText("Sort", { selector: "select" });
}

function open(address = "/?tab=cameras", widthPx = 1440, count = 30) {
  window.matchMedia = (query: string) => {
    const limit = Number(/(\d+)px/.exec(query)?.[1]);
    return Object.assign(new EventTarget(), { matches: widthPx <= limit, media: query }) as never;
  };
  HTMLElement.prototype.hidePopover = () => {};
  HTMLElement.prototype.showPopover = () => {};
  const location = memoryLocation({ path: address, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <Fixture count={count} />
    </Router>,
  );
  return location.history;
}
const shown = () =>
  [...document.querySelectorAll<HTMLElement>("[data-row]")].map(({ dataset }) => dataset.row);
const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
/** jsdom does not toggle popovers: this is what the browser does on a press. */
const openPanel = (name: string | RegExp) => {
  const panel = screen.getByRole("button", { name }).parentElement?.querySelector("[popover]");
  if (!panel) throw new Error("no panel");
  fireEvent(panel, Object.assign(new Event("beforetoggle"), { newState: "open" }));
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("the shared table", () => {
  it("shows a page of 25 and turns to the next; sizes are 5, 10, 25, 50, 100 [TBL-05, TBL-07]", async () => {
    const history = open();
    await waitFor(() => expect(shown()).toHaveLength(25));
    const sizes = within(screen.getByRole("combobox", { name: "Rows per page" })).getAllByRole("option");
    expect(sizes.map(({ textContent }) => textContent)).toEqual(["5", "10", "25", "50", "100"]);
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(shown()).toEqual(["c25", "c26", "c27", "c28", "c29"]));
    expect(history.at(-1)).toBe("/?tab=cameras&page=2");
  });

  it("sorts by a pressed head, the other way by a second press, and keeps it in the address [TBL-01]", async () => {
    const history = open("/?rows=5");
    await waitFor(() => expect(shown()).toHaveLength(5));
    fireEvent.click(screen.getByRole("button", { name: "Photos" }));
    await waitFor(() => expect(shown()[0]).toBe("c0"));
    fireEvent.click(screen.getByRole("button", { name: "Photos" }));
    await waitFor(() => expect(shown()).toEqual(["c6", "c13", "c20", "c27", "c5"]));
    expect(screen.getByRole("columnheader", { name: /Photos/ }).ariaSort).toBe("descending");
    expect(history.at(-1)).toBe("/?rows=5&sort=-photos");
  });

  it("draws every type of column: text, dates, numbers, percents, elements, buttons, lists [TBL-10]", async () => {
    open("/?rows=5");
    localStorage.clear();
    await waitFor(() => expect(shown()).toHaveLength(5));
    openPanel("Columns");
    fireEvent.click(screen.getByRole("checkbox", { name: "Tags" }));
    const cells = within(document.querySelector('[data-row="c1"]') as HTMLElement);
    expect(cells.getByRole("rowheader").textContent).toBe("Camera 01");
    expect(cells.getByText("20 Nov 2026, 12:00:00 UTC").getAttribute("datetime")).toBe(
      "2026-11-20T12:00:00.000Z",
    );
    expect(cells.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "",
      "◆",
      "20 Nov 2026, 12:00:00 UTC",
      "1",
      "1%",
      "river",
      "Ping Camera 01",
    ]);
  });

  it("cuts long text and has the whole of it in a tooltip [TBL-12]", async () => {
    open("/?rows=5");
    await waitFor(() => expect(shown()).toHaveLength(5));
    const long = screen.getByTitle(/^Ridge/);
    expect(long.textContent).toBe(`${CAMERAS[3]?.name.slice(0, 50)}…`);
    expect(long.title).toBe(CAMERAS[3]?.name);
  });

  it("hides, shows and moves columns, and finds them so again [TBL-02]", async () => {
    open("/?rows=5");
    await waitFor(() => expect(shown()).toHaveLength(5));
    expect(heads()).toEqual(["", "Icon", "Name", "Seen", "Photos", "Battery", "Act"]);
    openPanel("Columns");
    expect(screen.getByRole("checkbox", { name: "Name" })).toHaveProperty("disabled", true);
    fireEvent.click(screen.getByRole("checkbox", { name: "Seen" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Tags" }));
    fireEvent.click(screen.getByRole("button", { name: "Move Battery up" }));
    const arranged = ["", "Icon", "Name", "Battery", "Photos", "Tags", "Act"];
    expect(heads()).toEqual(arranged);
    expect(screen.getByText("Battery is column 4 of 7")).toBeTruthy();
    cleanup();
    open("/?rows=5");
    expect(heads()).toEqual(arranged);
  });

  it("has the layout modes resize and padding: widths move by key in the first alone, both are kept [TBL-11]", async () => {
    open("/?rows=5");
    await waitFor(() => expect(shown()).toHaveLength(5));
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
    const handle = screen.getByRole("separator", { name: "Width of Name" });
    fireEvent.keyDown(handle, { key: "ArrowRight" });
    expect(screen.getByRole("columnheader", { name: /^Name/ }).style.width).toBe("116px");
    expect(screen.getByRole("columnheader", { name: /^Seen/ }).style.width).toBe("100px");
    openPanel("Columns");
    fireEvent.click(screen.getByRole("radio", { name: "Roomy cells" }));
    expect(screen.queryByRole("separator")).toBeNull();
    expect(screen.getByRole("columnheader", { name: /^Name/ }).style.width).toBe("");
    cleanup();
    open("/?rows=5");
    expect(screen.queryByRole("separator")).toBeNull();
  });

  it("filters each type by its rule from the address, and says how many match [TBL-03, TBL-18, TBL-19, TBL-20, TBL-22]", async () => {
    const matching = async (search: string) => {
      open(`/?${search}`);
      const said = await screen.findByText(/ of 30 rows$/);
      cleanup();
      return said.textContent;
    };
    expect(await matching("f.name=CAMERA+0")).toBe("9 of 30 rows");
    expect(await matching("f.photos=6")).toBe("4 of 30 rows");
    expect(await matching("f.battery=7")).toBe("1 of 30 rows");
    expect(await matching("f.seen=2026-11-18..2026-11-20")).toBe("3 of 30 rows");
    expect(await matching("f.tags=RIV")).toBe("15 of 30 rows");
    expect(await matching("f.tags=riv&f.photos=6")).toBe("2 of 30 rows");
  });

  it("offers a field for each filter with its count, the dates until tomorrow [TBL-03, TBL-21]", async () => {
    const history = open("/?rows=5&page=2");
    await waitFor(() => expect(shown()).toHaveLength(5));
    openPanel("Filters");
    expect(screen.queryByLabelText(/^Icon|^Act/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Seen to").value).toBe("2026-11-22");
    fireEvent.change(screen.getByLabelText("Seen from"), { target: { value: "2026-11-19" } });
    await waitFor(() => expect(shown()).toEqual(["c0", "c1", "c2"]));
    expect(await screen.findByText("3 rows match")).toBeTruthy();
    expect(decodeURIComponent(history.at(-1) ?? "")).toBe("/?rows=5&f.seen=2026-11-19..2026-11-22");
    fireEvent.change(screen.getByLabelText("Name contains"), { target: { value: "nowhere" } });
    expect(await screen.findByText("Nothing matches the filters")).toBeTruthy();
    // In the panel, and in place of the rows.
    const [inPanel, inList] = screen.getAllByRole("button", { name: "Clear all filters" });
    expect(inList).toBeTruthy();
    fireEvent.click(inPanel as HTMLElement);
    await waitFor(() => expect(shown()).toHaveLength(5));
  });

  it("becomes cards at 750 px and not above, with the same rows and an order to choose [TBL-06, TBL-08]", async () => {
    open("/?rows=5", 751);
    await waitFor(() => expect(shown()).toHaveLength(5));
    expect(screen.getByRole("table")).toBeTruthy();
    cleanup();
    open("/?rows=5&view=pages", 750);
    await waitFor(() => expect(shown()).toHaveLength(5));
    expect(screen.queryByRole("table")).toBeNull();
    const card = within(screen.getByRole("list", { name: "Cameras" })).getAllByRole("listitem")[1];
    expect(card?.textContent).toContain("Camera 01");
    expect(card?.textContent).toContain("Battery1%");
    fireEvent.change(await sortField(), { target: { value: "-photos" } });
    await waitFor(() => expect(shown()[0]).toBe("c6"));
  });

  it("chooses a range with Shift, the page, and all that match", async () => {
    open("/?rows=5");
    await waitFor(() => expect(shown()).toHaveLength(5));
    const box = (name: string) => screen.getByRole("checkbox", { name });
    fireEvent.click(box("Select Camera 00"));
    fireEvent.click(box("Select Camera 02"), { shiftKey: true });
    expect(screen.getByText("3 chosen")).toBeTruthy();
    // Beside the box, which a finger may hit: as the row, and once.
    const [, , , fourth] = document.querySelectorAll("[data-row] label");
    fireEvent.click(fourth as Element, { shiftKey: true });
    expect(screen.getByText("4 chosen")).toBeTruthy();
    fireEvent.click(box("Select all on this page"));
    expect(screen.getByText("5 chosen")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Select all 30 that match" }));
    expect(await screen.findByText("30 chosen")).toBeTruthy();
  });

  it("keeps a view under a name and goes back to it", async () => {
    const history = open("/?tab=cameras&rows=5&f.photos=6");
    await waitFor(() => expect(shown()).toEqual(["c6", "c13", "c20", "c27"]));
    openPanel("Views");
    fireEvent.change(screen.getByLabelText("Name of this view"), { target: { value: "Sixes" } });
    fireEvent.click(screen.getByRole("button", { name: "Save this view" }));
    cleanup();
    const later = open("/?tab=cameras");
    await waitFor(() => expect(shown()).toHaveLength(25));
    openPanel("Views");
    fireEvent.click(screen.getByRole("button", { name: "Open Sixes" }));
    await waitFor(() => expect(shown()).toEqual(["c6", "c13", "c20", "c27"]));
    expect(later.at(-1)).toContain("tab=cameras");
    expect(history).toHaveLength(1);
  });

  it("scrolls all rows in one list, told of as many as there are [TBL-05]", async () => {
    open("/?view=scroll");
    await waitFor(() => expect(shown()).toHaveLength(30));
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("31");
    expect(document.querySelector('[data-row="c29"]')?.getAttribute("aria-rowindex")).toBe("31");
    const pages = screen.getByRole("navigation", { name: "Pages" });
    expect(pages.textContent).toContain("Row 1 of 30");
    const box = screen.getByRole("table").parentElement as HTMLElement;
    box.scrollTop = 7.2 * 44;
    fireEvent.scroll(box);
    await waitFor(() => expect(pages.textContent).toContain("Row 8 of 30"));
    expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Scroll without pages" }));
    await waitFor(() => expect(shown()).toHaveLength(25));
  });

  it("draws only the cards near those in sight of ten thousand, each told its place [TBL-06]", async () => {
    open("/?view=scroll", 600, 10_000);
    await waitFor(() => expect(shown()).toContain("c8"));
    expect(shown().length).toBeLessThan(60);
    const list = screen.getByRole("list", { name: "Cameras" });
    const spacePx = () =>
      Number.parseFloat(list.style.marginTop) + Number.parseFloat(list.style.marginBottom);
    expect(spacePx()).toBeGreaterThan(9_900 * 100);
    // The space is ruled by the cards that it stands for.
    const after = list.lastElementChild as HTMLElement;
    const afterPx = Number.parseFloat(after.style.height);
    expect(afterPx).toBe(Number.parseFloat(list.style.marginBottom));
    const cardPx = Number.parseFloat(after.style.getPropertyValue("--row-px"));
    expect(afterPx / cardPx).toBeCloseTo(10_000 - shown().length);
    const box = list.parentElement as HTMLElement;
    box.scrollTop = 200 * 7_000;
    fireEvent.scroll(box);
    await waitFor(() => expect(shown()).toContain("c7000"));
    expect(shown()).not.toContain("c8");
    expect(shown().length).toBeLessThan(60);
    const card = document.querySelector('[data-row="c7000"]');
    expect(card?.getAttribute("aria-posinset")).toBe("7001");
    expect(card?.getAttribute("aria-setsize")).toBe("10000");
  });

  it.each([
    ["rows", 1440, 5_000, 4_000],
    ["cards", 600, 5_000, 4_000],
    ["rows, higher than a browser can scroll,", 1440, 400_000, 300_000],
    ["cards, higher than a browser can scroll,", 600, 200_000, 150_000],
  ])("returns to where the address stands in a list of %s", async (what, widthPx, count, place) => {
    Element.prototype.scrollIntoView = () => {};
    open(`/?view=scroll&at=${place + 1}`, widthPx, count);
    const box = () =>
      document.querySelector("[data-row]")?.closest("ul, table")?.parentElement as HTMLElement;
    await waitFor(() => expect(box().scrollTop).toBeGreaterThan(0));
    expect(box().scrollTop).toBeLessThanOrEqual(12_000_000);
    fireEvent.scroll(box());
    await waitFor(() => expect(shown()).toContain(`c${place}`));
    expect(shown().length).toBeLessThan(200);
    // The space of a table counts no column: one that a narrow window hides would take room.
    const spaces = [...document.querySelectorAll<HTMLTableCellElement>("tbody > [aria-hidden] > td")];
    expect(spaces.map((cell) => cell.colSpan)).toEqual(what.startsWith("rows") ? [1, 1] : []);
  });

  it("keeps the last days as they were asked for, and says at the fields where dates are reversed [TBL-20]", async () => {
    const history = open();
    await waitFor(() => expect(shown()).toHaveLength(25));
    openPanel("Filters");
    fireEvent.click(screen.getByRole("button", { name: "Last 7 days" }));
    await waitFor(() => expect(history.at(-1)).toMatch(/f\.\w+=7d/));
    const from = () => screen.getByLabelText<HTMLInputElement>(/ from$/);
    expect(Date.parse(from().value)).toBe(Math.floor(NOW_MS / 86_400_000) * 86_400_000 - 6 * 86_400_000);
    fireEvent.change(from(), { target: { value: "2030-01-01" } });
    fireEvent.change(screen.getByLabelText(/ to$/), { target: { value: "2020-01-01" } });
    // At the fields, and in the place of the rows.
    await waitFor(() =>
      expect(screen.getAllByText(/“from” is later than “to”, so nothing can match/)).toHaveLength(2),
    );
    expect(from().getAttribute("aria-invalid")).toBe("true");
  });

  it("begins at the top of what another filter lets through, whatever the place was before", async () => {
    Element.prototype.scrollIntoView = () => {};
    const history = open("/?view=scroll&at=4001", 600, 5_000);
    const box = () => document.querySelector("[data-row]")?.closest("ul")?.parentElement as HTMLElement;
    await waitFor(() => expect(box().scrollTop).toBeGreaterThan(0));
    fireEvent.change(await sortField(), { target: { value: "-name" } });
    await waitFor(() => expect(box().scrollTop).toBe(0));
    expect(history.at(-1)).not.toContain("at=");
  });

  it.each([
    ["rows", 1440, 44],
    ["cards", 600, 200],
  ])("chooses a range of %s though its beginning was scrolled away", async (_what, widthPx, rowPx) => {
    open("/?view=scroll", widthPx, 5_000);
    await waitFor(() => expect(shown()).toContain("c2"));
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Camera 2" }));
    const box = document.querySelector("[data-row]")?.closest("ul, table")?.parentElement as HTMLElement;
    box.scrollTop = rowPx * 4_000;
    fireEvent.scroll(box);
    await waitFor(() => expect(shown()).toContain("c4000"));
    expect(shown()).not.toContain("c2");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Camera 4000" }), { shiftKey: true });
    await screen.findByText("3999 chosen");
  });
});
