// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import { groupReplaced } from "../../../../src/features/sync-panel/replaced-groups.ts";
import { ReplacedSection } from "../../../../src/features/sync-panel/replaced-section.tsx";
import type { MirrorReplaced } from "../../../../src/storage/mirror/mirror-database.ts";
import { createFakeServices, type FakeWorld, fakeInsight } from "../../../support/client/fake-services.ts";

afterEach(cleanup);

const replaced = (id: number, change: Partial<MirrorReplaced> = {}): MirrorReplaced => ({
  id: String(id),
  insightId: String(id),
  deviceId: "1",
  className: "grey heron",
  timeStamp: "2026-11-21T08:00:00.000Z",
  fileCtime: "2026-11-21T07:58:11.000Z",
  status: "favorite",
  madeAt: "2026-11-22T10:05:00.000Z",
  arrivedAt: "2026-11-22T10:06:00.000Z",
  by: "ben",
  byStatus: "archive",
  byMadeAt: "2026-11-22T10:00:00.000Z",
  byArrivedAt: "2026-11-22T11:00:00.000Z",
  madeEarlier: true,
  ...change,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => replaced(at + 1));

function open(world: Partial<FakeWorld>) {
  const services = createFakeServices({ rows: [], ...world });
  render(
    <ServicesProvider services={services}>
      <ReplacedSection onClose={() => undefined} />
    </ServicesProvider>,
  );
  return services;
}
const section = () => screen.findByRole("region", { name: "Needs a look" });

describe("replaced decisions in the panel", () => {
  it("say who replaced it, with what, when both were made and when they arrived, and which was made before", async () => {
    open({ replaced: [replaced(1)] });
    const inside = within(await section());
    inside.getByText("ben set Archived over your Favorite");
    inside.getByText(/^Theirs: made 22 Nov( 2026)? 10:00 UTC, arrived 22 Nov( 2026)? 11:00 UTC$/);
    inside.getByText(/^Yours: made 22 Nov( 2026)? 10:05 UTC, arrived 22 Nov( 2026)? 10:06 UTC$/);
    inside.getByText("Theirs was made before yours, and arrived after it.");
    inside.getByText("1 to look at");
  });

  it("say so where it is not known when one was made, and claim no order", async () => {
    open({ replaced: [replaced(1, { byMadeAt: null, madeEarlier: false })] });
    const inside = within(await section());
    inside.getByText(/^Theirs: arrived 22 Nov( 2026)? 11:00 UTC; when it was made is not known$/);
    expect(inside.queryByText(/made before yours/)).toBeNull();
  });

  it("are made anew over what is shown, and dismissed with that", async () => {
    const services = open({
      rows: [fakeInsight({ insightId: "1", status: "archive" })],
      replaced: [replaced(1)],
    });
    fireEvent.click(await screen.findByRole("button", { name: /^Do mine again: Grey heron/ }));
    await waitFor(() => expect(services.outbox.getState().unsaved).toHaveLength(1));
    expect(services.outbox.getState().unsaved).toMatchObject([{ insightId: "1", insightStatus: "favorite" }]);
  });

  it("of 10,000 of one kind are one entry with their number, and ten of them on demand", async () => {
    open({ replaced: many(10_000) });
    const inside = within(await section());
    inside.getByText("ben set Archived on 10,000 insights, over your Favorite");
    expect(inside.getAllByRole("listitem")).toHaveLength(1);
    fireEvent.click(inside.getByRole("button", { name: "Show each" }));
    expect(inside.getAllByRole("listitem")).toHaveLength(11);
  });

  it("are nothing to a person who may only look", async () => {
    const services = open({ replaced: [replaced(1)] });
    await section();
    act(() => services.setOutbox({ maySend: false }));
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("groups of replaced decisions", () => {
  it("hold the same other person, statuses and order, with the first and last moment of each", () => {
    const rows = [
      replaced(3, { byArrivedAt: "2026-11-22T12:00:00.000Z" }),
      replaced(2, { by: "eve" }),
      replaced(1, { madeAt: null }),
    ];
    const groups = groupReplaced(rows);
    expect(groups.map(({ first, rows: { length } }) => [first.by, length])).toEqual([
      ["ben", 2],
      ["eve", 1],
    ]);
    expect(groups[0]?.madeAt).toBeNull();
    expect(groups[0]?.byArrivedAt.map((atMs) => new Date(atMs).getUTCHours())).toEqual([11, 12]);
  });
});
