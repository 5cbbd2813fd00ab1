// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fakeInsight } from "../../../../support/client/fake-services.ts";
import { openInsights } from "../render-insights.tsx";

const insights = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    fakeInsight({ insightId: `i${at}`, fileCtimeMs: Date.UTC(2026, 10, 21) - at * 1000 }),
  );

/** Presses one key after the other. */
const press = (keys: string) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
};
/** The row that keys mean; undefined before there is one. */
const currentOf = (page: ReturnType<typeof openInsights>) =>
  page.order().find((id) => page.row(id).className.includes("current"));
const statusesOf = ({ outbox }: ReturnType<typeof openInsights>) =>
  outbox.getState().unsaved.map(({ insightId, insightStatus }) => `${insightId} ${insightStatus}`);

describe("keys in the list of insights", () => {
  it("act on one row after the other, however fast they come, and on none twice (hand 2)", async () => {
    const page = openInsights({ rows: insights(8) });
    await screen.findByText(/all on this device/);
    press("jafxa");
    const isSet = (id: string, action: string) =>
      page.row(id).querySelector(`[data-action=${action}]`)?.getAttribute("aria-pressed") === "true";
    await waitFor(() => expect(isSet("i3", "acknowledge")).toBe(true));
    await waitFor(() => expect(page.order()).toEqual(["i0", "i1", "i3", "i4", "i5", "i6", "i7"]));
    expect([
      isSet("i0", "acknowledge"),
      isSet("i1", "favorite"),
      isSet("i3", "acknowledge"),
      isSet("i4", "acknowledge"),
    ]).toEqual([true, true, true, false]);
    expect(document.activeElement?.getAttribute("data-insight")).toBe("i4");
  });

  it("repeat by a full stop the key just before it, on a selection too, however fast it comes", async () => {
    const page = openInsights({ rows: insights(6), address: "/?tab=insights&archived=1" });
    await screen.findByText(/all on this device/);
    const statuses = () => statusesOf(page);
    press("jaf.");
    await waitFor(() => expect(statuses()).toEqual(["i0 acknowledge", "i1 favorite", "i2 favorite"]));
    press(" x.");
    await waitFor(() => expect(statuses().at(-1)).toBe("i3 archive"));
    await waitFor(() => expect(screen.queryByText("1 selected")).toBeNull());
    expect(statuses()).toHaveLength(4);
  });

  it("repeat by a full stop a key that changed nothing, because its row had the status already", async () => {
    const page = openInsights({ rows: insights(4), address: "/?tab=insights&archived=1" });
    await screen.findByText(/all on this device/);
    const statuses = () => statusesOf(page);
    press("jjak");
    await waitFor(() => expect(statuses()).toEqual(["i1 acknowledge"]));
    press("kf");
    await waitFor(() => expect(statuses()).toEqual(["i1 acknowledge", "i0 favorite"]));
    press("aj.");
    await waitFor(() => expect(statuses()).toEqual(["i1 acknowledge", "i0 favorite", "i2 acknowledge"]));
  });

  it("go on at the row in the place of each that somebody else takes away, and pass none", async () => {
    const rows = insights(6);
    const page = openInsights({ rows, address: "/?tab=insights&status=none" });
    await screen.findByText(/all on this device/);
    const current = () => currentOf(page);
    const leave = (...gone: string[]) =>
      act(() => page.setRows(rows.filter(({ insightId }) => !gone.includes(insightId))));
    press("j");
    press("f");
    await waitFor(() => expect(page.order()).toEqual(["i1", "i2", "i3", "i4", "i5"]));
    expect(current()).toBe("i1");
    leave("i1");
    await waitFor(() => expect(page.order()).toEqual(["i2", "i3", "i4", "i5"]));
    expect(current()).toBe("i2");
    press("j");
    leave("i1", "i3");
    await waitFor(() => expect(page.order()).toEqual(["i2", "i4", "i5"]));
    leave("i1", "i3", "i2");
    await waitFor(() => expect(page.order()).toEqual(["i4", "i5"]));
    expect(current()).toBe("i4");
  });

  it("lead back to a row whose step could not be stored, as past the limit (hand 2)", async () => {
    const page = openInsights({ rows: insights(3) });
    await screen.findByText(/all on this device/);
    const thousand = Array.from({ length: 1000 }, (_, at) => ({
      insightId: `other${at}`,
      deviceId: "1",
      base: "none" as const,
    }));
    await act(() => page.outbox.act(thousand, "archive"));
    const isCurrent = (id: string) => page.row(id).className.includes("current");
    press("ja");
    expect(isCurrent("i1")).toBe(true);
    await waitFor(() => expect(isCurrent("i0")).toBe(true));
    expect(page.outbox.getState().unsaved).toHaveLength(1000);
  });

  it("begin another page at its first row, wherever they left the one before, and act on it by the next key", async () => {
    const page = openInsights({ rows: insights(60), address: "/?tab=insights&archived=1" });
    await screen.findByText(/all on this device/);
    press("j".repeat(25));
    expect(currentOf(page)).toBe("i24");
    page.go("/?tab=insights&archived=1&page=2");
    await waitFor(() => expect(page.order()[0]).toBe("i25"));
    expect(currentOf(page)).toBeUndefined();
    press("a");
    expect(currentOf(page)).toBe("i25");
    press("x");
    await waitFor(() => expect(statusesOf(page)).toEqual(["i25 archive"]));
    expect(currentOf(page)).toBe("i26");
    page.go("/?tab=insights&archived=1");
    await waitFor(() => expect(page.order()[0]).toBe("i0"));
    press("j");
    expect(currentOf(page)).toBe("i0");
  });

  it("begin another question without a current row, unless it shows the current insight too", async () => {
    const rows = insights(60).map((row, at) => ({ ...row, className: at % 3 === 0 ? "ocelot" : "agouti" }));
    const page = openInsights({ rows });
    await screen.findByText(/all on this device/);
    const ask = async (question: string, first: string) => {
      page.go(`/?tab=insights${question}`);
      await waitFor(() => expect(page.order()[0]).toBe(first));
    };
    press("j".repeat(8));
    expect(currentOf(page)).toBe("i7");
    await ask("&class=ocelot", "i0");
    expect(currentOf(page)).toBeUndefined();
    press("jj");
    expect(currentOf(page)).toBe("i3");
    await ask("&archived=1", "i0");
    expect(currentOf(page)).toBe("i3");
    await ask("&sort=time&dir=asc", "i59");
    expect(currentOf(page)).toBeUndefined();
    press("j");
    expect(currentOf(page)).toBe("i59");
  });

  it("go on in the next page past the last row of one, and back in the one before, and act on no row on the way", async () => {
    const page = openInsights({ rows: insights(60), address: "/?tab=insights&archived=1" });
    await screen.findByText(/all on this device/);
    press("j".repeat(25));
    fireEvent.keyDown(document.body, { key: "j", repeat: true });
    expect([currentOf(page), page.history.at(-1)]).toEqual(["i24", "/?tab=insights&archived=1"]);
    press("ja.x");
    await waitFor(() => expect(currentOf(page)).toBe("i25"));
    expect(document.activeElement).toBe(page.row("i25"));
    expect(statusesOf(page)).toEqual([]);
    press("jkk");
    await waitFor(() => expect(currentOf(page)).toBe("i24"));
    expect(document.activeElement).toBe(page.row("i24"));
    press("f");
    await waitFor(() => expect(statusesOf(page)).toEqual(["i24 favorite"]));
    expect(currentOf(page)).toBe("i24");
    page.go("/?tab=insights&archived=1&page=3");
    await waitFor(() => expect(page.order()).toHaveLength(10));
    press("j".repeat(12));
    expect(currentOf(page)).toBe("i59");
  });

  it("land nowhere where somebody goes back, or to another filter, before the next page has come", async () => {
    const page = openInsights({ rows: insights(60), address: "/?tab=insights&archived=1" });
    await screen.findByText(/all on this device/);
    press("j".repeat(26));
    page.go("/?tab=insights&archived=1&sort=time&dir=asc");
    await waitFor(() => expect(page.order()[0]).toBe("i59"));
    expect(currentOf(page)).toBeUndefined();
    press("jj");
    expect(currentOf(page)).toBe("i58");
  });

  it("go on after the last row of a page at the one that comes in for it", async () => {
    const page = openInsights({ rows: insights(60) });
    await screen.findByText(/all on this device/);
    press("j".repeat(25));
    press("x");
    await waitFor(() => expect(page.order().at(-1)).toBe("i25"));
    expect(currentOf(page)).toBe("i25");
    expect(document.activeElement).toBe(page.row("i25"));
    press("f");
    await waitFor(() => expect(statusesOf(page)).toEqual(["i24 archive", "i25 favorite"]));
  });

  it("take a step past the drawn rows of a list without pages once they come, and act on none before", async () => {
    const page = openInsights({ rows: insights(400), address: "/?tab=insights&view=scroll" });
    await screen.findByText(/all on this device/);
    // jsdom lays nothing out: a row that is brought into sight is scrolled to the top.
    Element.prototype.scrollIntoView = function scrollIntoView() {
      const box = this.closest("table")?.parentElement;
      const line = this.getAttribute("aria-rowindex");
      if (!box || line === null) return;
      box.scrollTop = 44 * (Number(line) - 2);
      fireEvent.scroll(box);
    };
    const drawn = page.order().length;
    fireEvent.click(page.row(`i${drawn - 2}`));
    press("j".repeat(21));
    expect(currentOf(page)).toBe(`i${drawn - 1}`);
    press("a x.k");
    const last = `i${drawn + 18}`;
    await waitFor(() => expect(currentOf(page)).toBe(last));
    // The rows around it.
    await waitFor(() => expect(page.order().indexOf(last)).toBeLessThan(25));
    const [first = ""] = page.order();
    fireEvent.click(page.row(first));
    press("kkkk");
    expect(currentOf(page)).toBe(first);
    const wanted = `i${Number(first.slice(1)) - 4}`;
    await waitFor(() => expect(currentOf(page)).toBe(wanted));
    expect(screen.queryByText(/selected/)).toBeNull();
    expect(statusesOf(page)).toEqual([]);
    press("f");
    await waitFor(() => expect(statusesOf(page)).toEqual([`${wanted} favorite`]));
  });
});
