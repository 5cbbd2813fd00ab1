import { describe, expect, it, vi } from "vitest";
import { MOST_BURST_FRAMES } from "../../../../../../src/domain/insight/burst.ts";
import {
  overlayUnsaved,
  staysShown,
} from "../../../../../../src/features/insights/actions/unsaved-overlay.ts";
import {
  BURST_STEPS,
  SINGLE_STEPS,
} from "../../../../../../src/features/insights/review-mode/cursor/burst-rows.ts";
import { createReviewCursor } from "../../../../../../src/features/insights/review-mode/cursor/review-cursor.ts";
import type { InsightQuery } from "../../../../../../src/query/insight-engine.ts";
import { createFakeServices, fakeInsight } from "../../../../../support/client/fake-services.ts";
import { WAIT } from "../../../../../support/time/time-limits.ts";

const waitFor = (check: () => void) => vi.waitFor(check, WAIT);

const QUERY: InsightQuery = {
  filter: { showArchived: false },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 25,
};
const insights = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) =>
    fakeInsight({ insightId: String(from + at), fileCtimeMs: 1_000_000_000_000 - (from + at) * 1000 }),
  );

async function walkOver(count: number, start: { index: number; insightId: string | null }) {
  const services = createFakeServices({ rows: insights(0, count) });
  const walk = createReviewCursor({
    view: services.insights,
    query: QUERY,
    start,
    overlay: (rows) => overlayUnsaved(rows, services.outbox.getState().unsaved),
    stays: (row) => staysShown(row, false),
  });
  services.outbox.subscribe(walk.refresh);
  const at = () => ({ id: walk.getState().row?.insightId ?? null, index: walk.getState().index });
  const until = (id: string | null, index: number) => waitFor(() => expect(at()).toEqual({ id, index }));
  await waitFor(() => expect(walk.getState().phase).toBe("ready"));
  /** Acts and goes on, as the screen does. */
  const archive = async () => {
    const { row } = walk.getState();
    if (row === null) throw new Error("nothing to archive");
    walk.remember(row);
    walk.move(1);
    await services.outbox.act([{ insightId: row.insightId, deviceId: "1", base: "none" }], "archive");
  };
  return { services, walk, at, until, archive };
}

describe("the walk through the filtered set", () => {
  it("begins at the insight that the address names, also when the set has shifted meanwhile", async () => {
    const { until, walk } = await walkOver(900, { index: 300, insightId: "420" });
    await until("420", 420);
    expect(walk.getState().matched).toBe(900);
  });

  it("begins at the place where the insight of the address is gone", async () => {
    const { until } = await walkOver(90, { index: 40, insightId: "none such" });
    await until("40", 40);
  });

  it("goes over the edge of what it knows", async () => {
    const { walk, until, at } = await walkOver(300, { index: 0, insightId: null });
    for (let step = 1; step <= 299; step += 1) {
      walk.move(1);
      await waitFor(() => expect(at().id).toBe(String(step)));
    }
    walk.move(1);
    await until(null, 300);
    expect(walk.getState().atEnd).toBe(true);
    walk.move(-1);
    await until("299", 299);
  });

  it("passes over a run of images without a photo that is longer than what it knows, both ways", async () => {
    const { services, walk, until } = await walkOver(400, { index: 0, insightId: null });
    const far = new Set(["0", "399"]);
    services.setRows(
      insights(0, 400).map((row) => ({
        ...row,
        photoUrl: far.has(row.insightId) ? `${row.insightId}.jpg` : "",
      })),
    );
    await waitFor(() => expect(walk.getState().row?.photoUrl).toBe("0.jpg"));
    walk.skip(({ photoUrl }) => photoUrl === "");
    walk.move(1);
    await until("399", 399);
    walk.move(-1);
    await until("0", 0);
    walk.skip(null);
    walk.move(1);
    await until("1", 1);
  });

  it("keeps the place right while images are archived away, one after the other", async () => {
    const { archive, until, walk } = await walkOver(200, { index: 10, insightId: "10" });
    for (let step = 0; step < 60; step += 1) {
      await archive();
      await until(String(11 + step), 10);
    }
    expect(walk.getState().matched).toBe(140);
    walk.move(-1);
    await until("9", 9);
  });

  it("stays past the last one when that is archived", async () => {
    const { archive, until, walk } = await walkOver(3, { index: 2, insightId: "2" });
    await archive();
    await until(null, 2);
    expect(walk.getState().matched).toBe(2);
  });

  it("comes back to the image that an undo concerns, however far the reviewer went", async () => {
    const { services, archive, until, walk, at } = await walkOver(2600, { index: 5, insightId: "5" });
    await archive();
    walk.goTo(2400);
    await waitFor(() => expect(at().index).toBe(2400));
    walk.find((await services.outbox.undo()).insightIds);
    await until("5", 5);
  });

  it("follows its image when new insights come in before it", async () => {
    const { services, until } = await walkOver(40, { index: 7, insightId: "7" });
    services.setRows([...insights(-500, 0), ...insights(0, 40)]);
    await until("7", 507);
  });

  it("keeps an image in view that was taken out of the set elsewhere, and goes on from its place", async () => {
    const { services, until, walk } = await walkOver(40, { index: 7, insightId: "7" });
    services.setRows(insights(0, 40).filter(({ insightId }) => insightId !== "7"));
    await waitFor(() => expect(walk.getState().left).toBe(true));
    await until("7", 7);
    walk.move(1);
    await until("8", 7);
    expect(walk.getState().left).toBe(false);
  });

  it("waits for its place while the set is still on its way", async () => {
    const { walk, services, until } = await walkOver(0, { index: 2, insightId: "2" });
    expect(walk.getState().row).toBeNull();
    services.setRows(insights(0, 2));
    await waitFor(() => expect(walk.getState().matched).toBe(2));
    services.setRows(insights(0, 9));
    await until("2", 2);
  });

  it("says that the list cannot be read, and reads it when asked again", async () => {
    const services = createFakeServices({ rows: insights(0, 4) });
    services.failPages(true);
    const walk = createReviewCursor({
      view: services.insights,
      query: QUERY,
      start: { index: 1, insightId: null },
      overlay: (rows) => rows,
      stays: () => true,
    });
    await waitFor(() => expect(walk.getState().phase).toBe("failed"));
    services.failPages(false);
    await waitFor(() => expect(walk.getState().row?.insightId).toBe("1"));
  });
});

describe("the walk by bursts", () => {
  /** Insights by their times in seconds, the newest first as the set has them. */
  const at = (...seconds: number[]) =>
    seconds.map((second) => fakeInsight({ insightId: `s${second}`, fileCtimeMs: 1e12 + second * 1000 }));
  async function walkBursts(
    rows: ReturnType<typeof at>,
    start = { index: 0, insightId: null as string | null },
  ) {
    const services = createFakeServices({ rows });
    const walk = createReviewCursor({
      view: services.insights,
      query: QUERY,
      start,
      overlay: (shown) => overlayUnsaved(shown, services.outbox.getState().unsaved),
      stays: (row) => staysShown(row, false),
    });
    services.outbox.subscribe(walk.refresh);
    walk.stepBy(BURST_STEPS);
    const here = () => {
      const { row, index, span } = walk.getState();
      return [row?.insightId ?? null, index, span];
    };
    const until = (id: string | null, index: number, span: number) =>
      waitFor(() => expect(here()).toEqual([id, index, span]));
    await waitFor(() => expect(walk.getState().phase).toBe("ready"));
    return { services, walk, until };
  }

  it("steps over the frames of a burst as one and back, and walks image by image where it is turned off", async () => {
    const { walk, until } = await walkBursts(at(300, 203, 202, 201, 100, 99));
    await until("s300", 0, 1);
    walk.move(1);
    await until("s203", 1, 3);
    expect(walk.getState().row?.members.map(({ insightId }) => insightId)).toEqual(["s203", "s202", "s201"]);
    walk.move(1);
    await until("s100", 4, 2);
    walk.move(1);
    await until(null, 6, 1);
    walk.move(-1);
    await until("s100", 4, 2);
    walk.move(-1);
    await until("s203", 1, 3);
    walk.stepBy(SINGLE_STEPS);
    await until("s203", 1, 1);
    expect(walk.getState().row?.members).toEqual([]);
  });

  it("goes on behind a burst that was archived, and comes back to all of it by undo", async () => {
    const { services, walk, until } = await walkBursts(at(203, 202, 201, 100));
    await until("s203", 0, 3);
    const { row } = walk.getState();
    if (row === null) throw new Error("no burst");
    walk.remember(row);
    walk.move(1);
    const targets = row.members.map(({ insightId, deviceId }) => ({
      insightId,
      deviceId,
      base: "none" as const,
    }));
    await services.outbox.act(targets, "archive");
    await until("s100", 0, 1);
    expect(walk.getState().matched).toBe(1);
    walk.find((await services.outbox.undo()).insightIds);
    await until("s203", 0, 3);
  });

  it("stays on what is left of a burst when somebody else takes its first frame out", async () => {
    const rows = at(203, 202, 201, 100);
    const { services, until } = await walkBursts(rows);
    await until("s203", 0, 3);
    services.setRows(rows.slice(1));
    await until("s202", 0, 2);
  });

  it("sees a burst whole over the edge of what it knows, and cuts one that never ends the same either way", async () => {
    const rows = at(...Array.from({ length: 400 }, (_, index) => 5000 - index));
    const { walk, until } = await walkBursts(rows);
    const steps = Math.floor(400 / MOST_BURST_FRAMES);
    await until("s5000", 0, MOST_BURST_FRAMES);
    // Never a part of one either: a key would act on that part alone.
    const spans = new Set<number>();
    walk.subscribe(() => void (walk.getState().row !== null && spans.add(walk.getState().span)));
    for (let step = 0; step < steps; step += 1) {
      const index = step * MOST_BURST_FRAMES;
      await until(`s${5000 - index}`, index, MOST_BURST_FRAMES);
      walk.move(1);
    }
    await until(null, 400, 1);
    for (let step = steps - 1; step >= 0; step -= 1) {
      walk.move(-1);
      await until(`s${5000 - step * MOST_BURST_FRAMES}`, step * MOST_BURST_FRAMES, MOST_BURST_FRAMES);
    }
    expect([...spans]).toEqual([MOST_BURST_FRAMES]);
  });

  it("begins where the address stands, in the middle of a burst too", async () => {
    const { walk, until } = await walkBursts(at(203, 202, 201, 100), { index: 1, insightId: "s202" });
    await until("s202", 1, 2);
    walk.move(-1);
    await until("s203", 0, 3);
  });
});
