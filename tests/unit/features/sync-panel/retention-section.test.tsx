// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import { RetentionSection } from "../../../../src/features/sync-panel/retention-section.tsx";
import { SpaceSection } from "../../../../src/features/sync-panel/space-section.tsx";
import { Coverage } from "../../../../src/parts/coverage.tsx";
import type { Group } from "../../../../src/protocol/shapes.ts";
import { createFakeServices, type FakeWorld } from "../../../support/client/fake-services.ts";

afterEach(cleanup);

const group = (id: string, name: string) =>
  ({ group_id: id, group_name: name, devices: [] }) as unknown as Group;
const size = (rows: number) => ({ rows, bytes: rows * 20 });
const window = (days: number | null, north: number, none: number) => ({
  days,
  total: { ...size(north + none), photos: { count: 0, bytes: 0, thumbnailBytes: 0, exact: true } },
  groups: [
    { group_id: "4", ...size(north) },
    { group_id: "none", ...size(none) },
  ],
});
const ESTIMATES = [
  window(7, 100, 50),
  window(30, 400, 100),
  window(90, 900, 100),
  window(365, 2_000, 500),
  window(null, 40_000, 10_000),
];
const WORLD: FakeWorld = { rows: [], groups: [group("4", "North")], estimates: ESTIMATES };

function open(world: Partial<FakeWorld> = {}) {
  const services = createFakeServices({ ...WORLD, ...world });
  render(
    <ServicesProvider services={services}>
      <RetentionSection />
      <SpaceSection />
      <p data-testid="count">
        12
        <Coverage />
      </p>
    </ServicesProvider>,
  );
  return services;
}
const change = async () =>
  fireEvent.click(await screen.findByRole("button", { name: /Change what is kept/ }));
const option = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });

describe("what is kept on this device, in the sync panel", () => {
  it("tells rows and bytes of each choice before it is made, and takes days and groups", async () => {
    const services = open();
    expect(await screen.findByText(/Every insight that the server has/)).toBeTruthy();
    await change();
    expect(await screen.findByRole("radio", { name: /Everything 50,000 insights, 1 MB/ })).toBeTruthy();
    expect(option(/Last 30 days 500 insights, 10 kB/).checked).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Keep this" }).disabled).toBe(true);

    fireEvent.click(option(/Last 30 days/));
    expect(screen.getByText(/What you leave out is removed from this device/)).toBeTruthy();
    fireEvent.click(option(/Chosen groups/));
    fireEvent.click(screen.getByRole("checkbox", { name: /Sentinels in no group 100 insights/ }));
    // The sizes are those of the groups that are left.
    expect(option(/Last 30 days 400 insights, 8 kB/).checked).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Keep this" }));
    expect(services.calls).toEqual(["keep 30 4"]);
    expect(await screen.findByRole("button", { name: /Change what is kept/ })).toBeTruthy();
  });

  it("takes no choice of no group, and leaves all as it was on Cancel", async () => {
    const services = open({ retention: { choice: { days: 7, groups: ["4"], by: "person" } } });
    await change();
    fireEvent.click(await screen.findByRole("checkbox", { name: /North/ }));
    expect(screen.getByText("Choose at least one group.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Keep this" }).disabled).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(services.calls).toEqual([]);
    expect(await screen.findByText(/of the last 7 days, of North/)).toBeTruthy();
  });

  it("says offline that sizes need a connection, and when a choice takes effect", async () => {
    open({
      sync: { phase: "offline" },
      retention: { choice: { days: 7, groups: null, by: "person" } },
    });
    expect(await screen.findByText(/takes effect when you are online/)).toBeTruthy();
    await change();
    expect(screen.getByText("Sizes are shown when you are online.")).toBeTruthy();
    expect(option(/^Last 30 days$/)).toBeTruthy();
  });

  it("says that the app chose for a costly link, and what is missing for want of room", async () => {
    const services = open({
      retention: { choice: { days: 30, groups: null, by: "app" }, trimmed: true, complete: false },
    });
    expect(await screen.findByText(/holds the last 30 days/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Download again" }));
    expect(services.calls).toEqual(["keep 30 null"]);
  });

  it("offers no choice where the server sends everything", async () => {
    open({ retention: { takesChoice: false } });
    expect(await screen.findByText(/This server sends everything/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Change what is kept/ })).toBeNull();
  });
});

describe("a count on this device", () => {
  const count = () => screen.getByTestId("count").textContent;

  it("says what it covers, and online how many there are in all", async () => {
    open({ retention: { covers: { days: 30, groups: ["4", "none"] } }, total: 50_000 });
    await waitFor(() => expect(count()).toBe("12 of the last 30 days, of 2 groups · 50,000 on the server"));
  });

  it("says offline only what it covers", async () => {
    open({ retention: { covers: { days: 30, groups: null } }, total: 50_000, sync: { phase: "offline" } });
    await waitFor(() => expect(count()).toBe("12 of the last 30 days"));
  });

  it("says nothing where everything is kept", async () => {
    open({ total: 50_000 });
    await screen.findByText(/Every insight/);
    expect(count()).toBe("12");
  });
});

describe("the space on this device", () => {
  it("is told by what uses it, with what is left over for all else", async () => {
    const space = {
      total: 100_000_000,
      quota: 1e9,
      thumbnails: 30_000_000,
      insights: 60_000_000,
      unsent: 4_000,
    };
    open({ space });
    const list = within((await screen.findByText("Space on this device")).closest("section") as HTMLElement);
    expect(list.getByText("100 MB of 1 GB")).toBeTruthy();
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Insights 60 MB",
      "Thumbnails 30 MB",
      "Unsent work 4 kB",
      "App and other data 10 MB",
    ]);
  });

  it("is told as far as it is known where the browser does not tell", async () => {
    open({ space: { total: null, quota: null, thumbnails: null, insights: 2_000_000, unsent: 0 } });
    expect(await screen.findByText(/does not say/)).toBeTruthy();
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Insights 2 MB"]);
  });
});
