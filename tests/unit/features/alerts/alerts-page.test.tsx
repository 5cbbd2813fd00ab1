// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SECOND_TAP_MS } from "../../../../src/domain/second-tap.ts";
import { ALERT_DETAILS, ALERTS } from "../../../../src/messages/alerts/alerts.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import { dismissToast, toastStore } from "../../../../src/state/toast-store.ts";
import { fakeInsight } from "../../../support/client/fake-services.ts";
import { fakeAlert } from "../../../support/server/fleet-world.ts";
import { ALERT_ROWS, openAlerts as open } from "./open-alerts.tsx";

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const rows = async () => {
  await screen.findAllByRole("rowheader");
  return screen.getAllByRole("row").slice(1);
};
const toasts = () => toastStore.getState().toasts;

configure({ defaultHidden: true });
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 8), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  toastStore.setState({ toasts: [] });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the Alerts screen", () => {
  it("lists open alerts under its title, newest first, and resolved ones when asked to [ALERT-01, ALERT-02, ALERT-03, ALERT-18]", async () => {
    open();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Alerts");
    // All of the mirror, as the badge counts them.
    await screen.findByText(ALERTS.newCount(7));
    expect((await rows()).map((row) => row.dataset.row)).toEqual(["3", "2"]);
    expect(screen.getByRole("columnheader", { name: /Created At/ }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Show Resolved" });
    expect(box.checked).toBe(false);
    fireEvent.click(box);
    await waitFor(async () => expect((await rows()).map((row) => row.dataset.row)).toEqual(["3", "2", "1"]));
  });

  it("has the columns of the specification [ALERT-13, ALERT-14, ALERT-15, ALERT-16, ALERT-17]", async () => {
    open();
    const [first, second] = await rows();
    const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads).toEqual([
      "Alert Status",
      "Alert Title",
      "Associated Domain",
      "Associated ID",
      "Created At",
      "Action",
    ]);
    expect(first?.textContent).toContain("Battery of 3 is low");
    expect(first?.textContent).toContain("device_id");
    expect(second?.textContent).toContain("Battery Levels Low");
  });

  it("shows each status as an icon with its title, and the one step that follows [ALERT-10, ALERT-28, ALERT-29, ALERT-30, ALERT-31, ALERT-32, ALERT-33]", async () => {
    const { calls } = open({ address: "/?tab=alerts&resolved=1" });
    const looks = (await rows()).map((row) => {
      const icon = within(row).getByRole("img");
      const step = within(row).getByRole<HTMLButtonElement>("button", {
        name: /^(Acknowledge|Resolve|Resolved):/,
      });
      return [icon.title, step.textContent, step.disabled];
    });
    expect(looks).toEqual([
      ["New Alert", "Acknowledge", false],
      ["Acknowledged Alert", "Resolve", false],
      ["Resolved Alert", "Resolved", true],
    ]);
    fireEvent.click(await button("Acknowledge: Battery of 3 is low, Cam 3"));
    fireEvent.click(await button("Resolve: Battery Levels Low, Cam 2"));
    await waitFor(() => expect(calls).toEqual(["acknowledged 3", "resolved 2"]));
    expect(await button("Resolve: Battery of 3 is low, Cam 3")).toBeTruthy();
    expect((await button("Resolved: Battery Levels Low, Cam 2")).disabled).toBe(true);
  });

  it("takes a second tap on the same place for no step of its own", async () => {
    const { calls } = open();
    fireEvent.click(await button("Acknowledge: Battery of 3 is low, Cam 3"));
    const next = await button("Resolve: Battery of 3 is low, Cam 3");
    vi.setSystemTime(Date.now() + SECOND_TAP_MS - 1);
    fireEvent.click(next);
    fireEvent.click(await button("Resolve: Battery Levels Low, Cam 2"));
    await waitFor(() => expect(calls).toEqual(["acknowledged 3", "resolved 2"]));
    vi.setSystemTime(Date.now() + 1);
    fireEvent.click(next);
    await waitFor(() => expect(calls).toEqual(["acknowledged 3", "resolved 2", "resolved 3"]));
  });

  it("takes a step back unsent as long as its notice stands", async () => {
    const { calls } = open();
    fireEvent.click(await button("Acknowledge: Battery of 3 is low, Cam 3"));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]?.message).toMatch(/acknowledged, waiting to be sent$/);
    expect(await screen.findByText(ALERTS.waiting)).toBeTruthy();
    toasts()[0]?.action?.run();
    expect(await button("Acknowledge: Battery of 3 is low, Cam 3")).toBeTruthy();
    expect(calls).toEqual(["acknowledged 3", "take back"]);
    expect(screen.queryByText(ALERTS.waiting)).toBeNull();
  });

  it("asks before all are resolved, and then resolves them [ALERT-04, ALERT-05, ALERT-06]", async () => {
    const { wire, calls } = open({}, { "DELETE /api/alerts/all": { message: { updated: 2 } } });
    fireEvent.click(await button("Resolve All"));
    const dialog = await screen.findByRole("dialog", { name: "Resolve All Open Alerts?" });
    within(dialog).getByText("All new and acknowledged alerts will be set to resolved.");
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(wire).toEqual(["GET /api/alerts/settings"]);
    fireEvent.click(await button("Resolve All"));
    fireEvent.click(await button("Confirm"));
    await waitFor(() => expect(wire).toContain("DELETE /api/alerts/all"));
    await waitFor(() => expect(calls).toEqual(["pullNow"]));
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Resolve All Open Alerts?" })).toBeNull(),
    );
  });

  it("acknowledges all once its Undo is over, also when the page is left, and only logs a failure before the list is read anew (hand 2) [ALERT-08, ALERT-35]", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { wire, calls } = open({}, { "PUT /api/alerts/all": { status: 500 } });
    fireEvent.click(await button("Acknowledge All"));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    const [offer] = toasts();
    expect((await button("Acknowledge All")).getAttribute("aria-busy")).toBe("true");
    offer?.action?.run();
    act(() => dismissToast(offer?.id ?? ""));
    await waitFor(async () =>
      expect((await button("Acknowledge All")).getAttribute("aria-busy")).not.toBe("true"),
    );
    expect(wire).not.toContain("PUT /api/alerts/all");
    fireEvent.click(await button("Acknowledge All"));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() => expect(calls).toEqual(["pullNow"]));
    expect(wire).toContain("PUT /api/alerts/all");
    expect(logged).toHaveBeenCalledOnce();
    expect(toasts()).toEqual([]);
  });

  it("offers 5, 10, 25, 50 and 100 rows a page, 25 at first, and no press on a row does anything [ALERT-19, ALERT-21]", async () => {
    const { history } = open();
    const [first] = await rows();
    const sizes = screen.getByRole<HTMLSelectElement>("combobox", { name: /Rows per page/ });
    expect([...sizes.options].map(({ value }) => value)).toEqual(["5", "10", "25", "50", "100"]);
    expect(sizes.value).toBe("25");
    if (first) fireEvent.click(first);
    expect(history).toEqual(["/?tab=alerts"]);
  });

  it("says without a connection why all cannot be changed, and takes steps of one [OFF-10]", async () => {
    const { calls } = open({ sync: { phase: "offline" } });
    await screen.findByText(ONLINE.onlyOnline(ALERTS.allWhat));
    for (const name of ["Acknowledge All", "Resolve All"]) expect((await button(name)).disabled).toBe(true);
    fireEvent.click(await button("Acknowledge: Battery of 3 is low, Cam 3"));
    await waitFor(() => expect(calls).toEqual(["acknowledged 3"]));
  });

  it("says that nothing is wrong, that alerts have not come yet, or that they are read", async () => {
    open({ alerts: [ALERT_ROWS[2] ?? fakeAlert({ id: "1" })] });
    await screen.findByText(ALERTS.empty);
    cleanup();
    open({ alerts: [], sync: { phase: "offline", freshAtMs: null } });
    await screen.findByText(ALERTS.notYet);
    cleanup();
    open({ alerts: [], sync: { freshAtMs: null } });
    expect(await screen.findByText(/Loading/)).toBeTruthy();
  });
});

describe("one alert", () => {
  const photo = async () => ({ kind: "image" as const, blob: new Blob(["x"]) });

  it("shows what is wrong, where, the last photo and what was done, and leads to its Sentinel and place", async () => {
    URL.createObjectURL = () => "blob:photo";
    URL.revokeObjectURL = () => {};
    open({
      address: "/?tab=alerts&alert=2",
      photo,
      rows: [
        fakeInsight({ insightId: "9", deviceId: "2", photoUrl: null }),
        fakeInsight({
          insightId: "8",
          deviceId: "2",
          photoUrl: "p8",
          timeStampMs: Date.UTC(2026, 10, 20),
          fileCtimeMs: null,
        }),
      ],
    });
    const dialog = await screen.findByRole("dialog", { name: "Battery Levels Low" });
    within(dialog).getByText("Hill 2");
    expect(
      (await within(dialog).findByRole("img", { name: /^Last photo of Cam 2/ })).getAttribute("src"),
    ).toBe("blob:photo");
    within(dialog).getByText("Acknowledged 22 Nov 2026, 09:00:00 UTC on Chrome on Android");
    const links = within(dialog)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/?tab=map&device=2", "/?tab=devices&device=2", "/?tab=insights&device_id=2"]);
    fireEvent.click(within(dialog).getByRole("button", { name: /^Resolve:/ }));
    await within(dialog).findByText(ALERT_DETAILS.waiting("Resolved Alert"));
  });

  it("tells what ended by itself from what a person resolved, and says where one is not here", async () => {
    open({ address: "/?tab=alerts&alert=1" });
    await screen.findByText("Ended by itself 21 Nov 2026, 12:00:00 UTC: the condition is over");
    cleanup();
    open({ address: "/?tab=alerts&alert=99" });
    await screen.findByRole("dialog", { name: ALERT_DETAILS.gone });
  });
});

describe("alerts on a phone", () => {
  const storm = ["1", "2", "3"].map((id) =>
    fakeAlert({ id, alert_type: "no_recent_insights", created_at: `2026-11-23T0${id}:00:00.000Z` }),
  );

  it("are cards, those of one cause one line that opens, and its step is of them all", async () => {
    const { calls } = open({ alerts: [fakeAlert({ id: "4" }), ...storm.toReversed()], widthPx: 360 });
    const fold = await button(/^No Recent Insights.*3 Sentinels/);
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    fireEvent.click(fold);
    expect(await screen.findAllByRole("listitem")).toHaveLength(5);
    fireEvent.click(await button("Acknowledge: Battery of 3 is low, 3 Sentinels"));
    await waitFor(() => expect(calls).toEqual(["acknowledged 3", "acknowledged 2", "acknowledged 1"]));
  });

  it("say since when the condition holds, and where that is not known when they were created", async () => {
    const created_at = "2026-11-23T08:00:00.000Z";
    const alerts = [
      fakeAlert({ id: "2", created_at, since: "2026-11-22T08:00:00.000Z" }),
      fakeAlert({ id: "1", alert_type: "spypoint_error", created_at }),
    ];
    open({ alerts, widthPx: 360 });
    const cards = await screen.findAllByRole("listitem");
    expect(cards.map(({ textContent }) => /New Alert · (.*?)(?=Acknowledge)/.exec(textContent)?.[1])).toEqual(
      ["for 2\u00a0d", "24\u00a0h ago"],
    );
  });

  it("of thousands are drawn as far as they are in sight", async () => {
    const alerts = Array.from({ length: 3_000 }, (_, at) =>
      fakeAlert({
        id: String(at),
        created_at: new Date(Date.UTC(2026, 10, 23) - at * 7_200_000).toISOString(),
      }),
    );
    open({ alerts, widthPx: 360 });
    const cards = await screen.findAllByRole("listitem");
    expect(cards.length).toBeLessThan(40);
    expect(cards[0]?.getAttribute("aria-setsize")).toBe("3000");
  });

  it("say that resolved ones are among them while they are, and can be without them again", async () => {
    open({ address: "/?tab=alerts&resolved=1", widthPx: 360 });
    expect(await screen.findAllByRole("listitem")).toHaveLength(3);
    fireEvent.click(screen.getByRole("checkbox", { name: "Show Resolved", checked: true }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
    expect(screen.queryByRole("checkbox", { name: "Show Resolved" })).toBeNull();
  });

  it("take their step where a finger moves them aside far enough [ALERT-20]", async () => {
    const { calls } = open({ alerts: [fakeAlert({ id: "4" })], widthPx: 360 });
    const card = await screen.findByRole("listitem");
    card.setPointerCapture = () => {};
    // jsdom has no pointer events.
    const touch = (type: string, clientX: number, clientY = 0) => {
      const event = new MouseEvent(type, { bubbles: true, clientX, clientY });
      fireEvent(card, Object.assign(event, { pointerType: "touch", pointerId: 1 }));
    };
    touch("pointerdown", 0);
    touch("pointermove", 60);
    expect(card.dataset).toMatchObject({ swipe: "Acknowledge", swiping: "near" });
    touch("pointerup", 60);
    touch("pointerdown", 0);
    touch("pointermove", 10, 40);
    touch("pointermove", 150, 40);
    touch("pointerup", 150, 40);
    expect(calls).toEqual([]);
    touch("pointerdown", 0);
    touch("pointermove", 120);
    expect(card.dataset.swiping).toBe("far");
    touch("pointerup", 120);
    await waitFor(() => expect(calls).toEqual(["acknowledged 4"]));
    expect(card.style.transform).toBe("");
  });
});
