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
    const current = () => page.order().find((id) => page.row(id).className.includes("current"));
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
});
