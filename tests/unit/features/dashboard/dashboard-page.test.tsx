// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { type Services, ServicesProvider } from "../../../../src/client/services.tsx";
import type { CountName } from "../../../../src/domain/dashboard/counts.ts";
import type { WidgetPicture } from "../../../../src/domain/dashboard/picture.ts";
import { insightsByClass } from "../../../../src/domain/dashboard/widgets/insights-by-class.ts";
import { DashboardPage } from "../../../../src/features/dashboard/dashboard-page.tsx";
import { WidgetCard } from "../../../../src/features/dashboard/widget-card.tsx";
import type { DashboardQuestion } from "../../../../src/query/insight-engine.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { storedReportDays } from "../../../../src/storage/mirror/stored-report-days.ts";
import type { ChartPalette } from "../../../../src/ui/chart/chart-palette.ts";
import { createFakeServices, fakeInsight } from "../../../support/client/fake-services.ts";

afterEach(cleanup);

const PALETTE: ChartPalette = {
  text: "#000",
  quiet: "#000",
  line: "#000",
  surface: "#fff",
  steps: ["#eee", "#aaa", "#777", "#333"],
  bar: "#777",
  quietBar: "#aaa",
  font: "sans-serif",
  textPx: 12,
  species: () => "#000",
};

/** Replaces what jsdom lacks. */
function standIn(widthPx: number) {
  window.matchMedia = (query: string) => {
    const matches = widthPx <= Number(/(\d+)px/.exec(query)?.[1]);
    return Object.assign(new EventTarget(), { matches, media: query }) as unknown as MediaQueryList;
  };
}

/** The addresses that the page was at. */
let address: string[] | undefined;

function renderPage(services: Services, path = "/") {
  standIn(1440);
  const location = memoryLocation({ path, record: true });
  address = location.history;
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ServicesProvider services={services}>
        <DashboardPage />
      </ServicesProvider>
    </Router>,
  );
}

function renderCard(picture: WidgetPicture | null) {
  render(
    <WidgetCard
      widget={insightsByClass}
      picture={picture}
      failed={false}
      palette={PALETTE}
      remark={null}
      hrefOf={() => "/"}
      onPick={() => undefined}
    />,
  );
}

describe("a widget of the dashboard", () => {
  const table = { columns: ["class", "insights"], rows: [] } as const;

  it("says 'No Data' where there is nothing to draw [DASH-25]", () => {
    renderCard({ kind: "noData" });
    screen.getByText("No Data");
  });

  it("says what to do about too many classes [DASH-26]", () => {
    renderCard({ kind: "tooMany", of: "classes", table });
    screen.getByText("Too many insight classes. Please filter to fewer class names.");
  });

  it("says what to do about too many Sentinels [DASH-29]", () => {
    renderCard({ kind: "tooMany", of: "devices", table });
    screen.getByText("Too many devices. Please filter to fewer devices.");
  });

  it("tells which counts the tones of a grid stand for", () => {
    renderCard({
      kind: "grid",
      rows: [{ kind: "weekday", weekday: 1 }],
      columns: [
        { kind: "hour", hour: 4 },
        { kind: "hour", hour: 5 },
      ],
      values: [[0, 10]],
      links: [],
      table,
    });
    const key = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(key).toEqual(["0", "1–3", "4–6", "7–10"]);
  });
});

describe("the dashboard of a new account", () => {
  it("says that there is no Sentinel yet, and leads to the dialog that adds one", async () => {
    renderPage(createFakeServices({ rows: [] }));
    await screen.findByText("No Sentinel yet");
    expect(document.querySelectorAll("[data-widget]")).toHaveLength(0);
    fireEvent.click(screen.getByRole("button", { name: "Add a Sentinel" }));
    expect(address?.at(-1)).toBe("/?tab=devices&devices=add");
  });

  it("says while connected that the first copy is on its way, to connect only while offline, and to sign in once the session has ended", async () => {
    const services = createFakeServices({
      rows: [],
      complete: false,
      sync: { freshAtMs: null, pulling: true },
    });
    renderPage(services);
    await screen.findByText("Your insights are on their way");
    expect(screen.queryByText(/^Connect once/)).toBeNull();
    act(() => services.setSync({ pulling: false, phase: "offline" }));
    await screen.findByText("Nothing on this device yet");
    screen.getByText(/^Connect once/);
    act(() => services.setSync({ phase: "signedOut" }));
    await screen.findByText(/^Sign in again, and/);
    act(() => services.setSync({ phase: "unknown" }));
    await screen.findByText("Looking for your insights");
    act(() => services.setSync({ phase: "online", failed: true }));
    await screen.findByText("Your insights could not be fetched. The app tries again by itself.");
    act(() => services.setSync({ firstSync: { rows: 0, total: null } }));
    await screen.findByText("Your insights are on their way");
  });

  it("leads back from a filter that hides everything", async () => {
    const services = createFakeServices({ rows: [fakeInsight({ insightId: "1", className: "fox" })] });
    renderPage(services, "/?class=lynx");
    await screen.findByText("No insight matches");
    fireEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
    expect(address?.at(-1)).toBe("/");
  });
});

describe("rates on a device that keeps some days", () => {
  it("are counted over the days whose insights and reports are both here, all else over what is here", async () => {
    const DAY = (day: number) => Date.UTC(2026, 10, day);
    await storedReportDays.write(1, { readAtMs: DAY(21) + 1, devices: [] });
    const services = createFakeServices({
      rows: [],
      sync: { phase: "offline" },
      retention: { covers: { days: 7, groups: null }, heldFromMs: DAY(14) },
    });
    const asked: DashboardQuestion[] = [];
    const insights = {
      ...services.insights,
      dashboard: async (question: DashboardQuestion) => {
        asked.push(question);
        return { counts: {}, held: 0, complete: true };
      },
    };
    renderPage({ ...services, insights });
    const askedFor = (count: CountName) => asked.find(({ wanted }) => wanted.includes(count))?.filter;
    await waitFor(() =>
      expect(askedFor("deviceClasses")).toEqual({ showArchived: false, fromMs: DAY(14), toMs: DAY(22) - 1 }),
    );
    expect(askedFor("total")).toEqual({ showArchived: false });
    screen.getByText(/Only insights of the last 7 days are on this device/);
  });
});

describe("the dashboard whose figures cannot be counted", () => {
  it("shows that on each widget without a message, and counts again with the next change [API-10]", async () => {
    const services = createFakeServices({ rows: [] });
    let failing = true;
    const insights = {
      ...services.insights,
      dashboard: async () => {
        if (failing) throw new Error("the worker ended");
        return { counts: {}, held: 0, complete: true };
      },
    };
    renderPage({ ...services, insights });
    const states = () =>
      [...document.querySelectorAll("[data-widget]")].map((card) => card.getAttribute("data-state"));
    await waitFor(() => expect(new Set(states())).toEqual(new Set(["failed"])));
    const said = [...document.querySelectorAll("[data-widget] p, [role=alert]")];
    expect(said).toEqual([]);
    expect(toastStore.getState().toasts).toEqual([]);
    failing = false;
    act(() => services.setRows([]));
    await waitFor(() => expect(states()).not.toContain("failed"));
  });
});
