// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import type { WidgetPicture } from "../../../../src/domain/dashboard/picture.ts";
import { insightsByClass } from "../../../../src/domain/dashboard/widgets/insights-by-class.ts";
import { DashboardPage } from "../../../../src/features/dashboard/dashboard-page.tsx";
import { WidgetCard } from "../../../../src/features/dashboard/widget-card.tsx";
import { toastStore } from "../../../../src/state/toast-store.ts";
import type { ChartPalette } from "../../../../src/ui/chart/chart-palette.ts";
import { createFakeServices } from "../../../support/client/fake-services.ts";

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
  species: () => "#000",
};

/** Replaces what jsdom lacks. */
function standIn(widthPx: number) {
  window.matchMedia = (query: string) => {
    const matches = widthPx <= Number(/(\d+)px/.exec(query)?.[1]);
    return Object.assign(new EventTarget(), { matches, media: query }) as unknown as MediaQueryList;
  };
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
    standIn(1440);
    const location = memoryLocation({ path: "/" });
    render(
      <Router hook={location.hook} searchHook={location.searchHook}>
        <ServicesProvider services={{ ...services, insights }}>
          <DashboardPage />
        </ServicesProvider>
      </Router>,
    );
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
