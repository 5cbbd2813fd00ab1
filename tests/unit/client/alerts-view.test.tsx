// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useAlertsView } from "../../../src/client/alerts-view.ts";
import { type Services, ServicesProvider } from "../../../src/client/services.tsx";
import type { Alert } from "../../../src/protocol/shapes.ts";
import { fakeAlert } from "../../support/server/fleet-world.ts";

afterEach(cleanup);

type Table = "openAlerts" | "newestAlerts" | "alerts";

/** Reads end when the test says what they find. */
function slowMirror() {
  const asked: Table[] = [];
  const waiting: Partial<Record<Table, (rows: Alert[]) => void>> = {};
  const read = (table: Table) => () =>
    new Promise<Alert[]>((resolve) => {
      asked.push(table);
      waiting[table] = resolve;
    });
  const mirror = {
    openAlerts: read("openAlerts"),
    newestAlerts: read("newestAlerts"),
    alerts: read("alerts"),
  };
  const outbox = { subscribe: () => () => undefined, waitingWrites: () => new Map() };
  const answer = async (table: Table, count: number, status: Alert["status"] = "resolved") => {
    await vi.waitFor(() => expect(asked).toContain(table));
    waiting[table]?.(Array.from({ length: count }, (_, at) => fakeAlert({ id: `${status} ${at}`, status })));
  };
  return { services: { mirror, outbox } as unknown as Services, asked, answer };
}

function Alerts({ withResolved }: { withResolved: boolean }) {
  const view = useAlertsView(withResolved);
  if (view === undefined) return <p>nothing yet</p>;
  return <p>{`${view.alerts.length} ${view.alerts[0]?.status}${view.isPart ? ", more to come" : ""}`}</p>;
}

const within = (services: Services, withResolved: boolean) => (
  <ServicesProvider services={services}>
    <Alerts withResolved={withResolved} />
  </ServicesProvider>
);

describe("the alerts of a screen", () => {
  it("are the newest of all at once, then all, and never the open ones of before", async () => {
    const { services, answer, asked } = slowMirror();
    const { rerender } = render(within(services, false));
    await answer("openAlerts", 3, "new");
    await screen.findByText("3 new");
    rerender(within(services, true));
    await screen.findByText("nothing yet");
    await answer("newestAlerts", 200);
    await screen.findByText("200 resolved, more to come");
    await answer("alerts", 1_000);
    await screen.findByText("1000 resolved");
    expect(asked).toEqual(["openAlerts", "newestAlerts", "alerts"]);
    rerender(within(services, false));
    expect(screen.getByText("3 new")).toBeTruthy();
  });

  it("are read once where the newest are all", async () => {
    const { services, answer, asked } = slowMirror();
    render(within(services, true));
    await answer("newestAlerts", 199);
    await screen.findByText("199 resolved");
    expect(asked).toEqual(["newestAlerts"]);
  });
});
