import { describe, expect, it } from "vitest";
import { decideSwipe, dragDirection } from "../../../../../src/features/insights/photo/gestures/swipe.ts";
import {
  isNear,
  nextBase,
  panBy,
  restZoom,
  toggleZoom,
  zoomStep,
  zoomTo,
} from "../../../../../src/features/insights/photo/gestures/zoom.ts";
import {
  readReviewPlace,
  searchOfList,
  writeReviewPlace,
} from "../../../../../src/features/insights/review-mode/cursor/review-address.ts";
import {
  settlePlace,
  windowAround,
} from "../../../../../src/features/insights/review-mode/cursor/review-position.ts";
import {
  planPrefetch,
  reachOf,
} from "../../../../../src/features/insights/review-mode/photos/prefetch-plan.ts";
import {
  modeCommandOf,
  type PressedKey,
} from "../../../../../src/features/insights/review-mode/review-keys.ts";
import { bestFrame, framesOf } from "../../../../../src/features/insights/review-mode/stage/burst-frames.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";

const insight = (insightId: string) => fakeInsight({ insightId, photoUrl: `${insightId}.jpg` });
const rowsOf = (...ids: string[]) => ids.map(insight);

describe("the reviewer's place", () => {
  const settle = (
    rows: string[],
    target: { id: string | null; index: number; step?: 1 | -1 | 0 },
    more: { offset?: number; matched?: number; followers?: string[] } = {},
  ) =>
    settlePlace({
      rows: rowsOf(...rows),
      offset: more.offset ?? 0,
      matched: more.matched ?? rows.length,
      target: {
        row: target.id === null ? null : insight(target.id),
        insightId: target.id,
        index: target.index,
        step: target.step ?? 0,
      },
      followers: rowsOf(...(more.followers ?? [])),
    });

  it("follows its insight when others come in before it", () => {
    expect(settle(["new", "a", "b"], { id: "b", index: 1 })).toEqual({ place: 2, left: false });
  });

  it("steps onto what took the place of an insight that has left the set", () => {
    expect(settle(["a", "c", "d"], { id: "b", index: 1, step: 1 }, { followers: ["c", "d"] })?.place).toBe(1);
    expect(settle(["a", "c", "d"], { id: "b", index: 1, step: -1 }, { followers: ["c", "d"] })?.place).toBe(
      0,
    );
  });

  it("keeps an insight in view that somebody else took out of the set until a step is made", () => {
    expect(settle(["a", "c"], { id: "b", index: 1 }, { followers: ["c"] })).toEqual({ place: 1, left: true });
  });

  it("stands past the last one at the end, and asks for more where there is more", () => {
    expect(settle(["a", "b"], { id: "b", index: 1, step: 1 })).toEqual({ place: 2, left: false });
    expect(settle(["a", "b"], { id: "b", index: 1, step: 1 }, { matched: 9 })).toBeNull();
    expect(settle(["a"], { id: null, index: Number.POSITIVE_INFINITY })).toEqual({ place: 1, left: false });
  });

  it("passes over what has no photo, either way, also where an insight has left, and stays where only such come before", () => {
    const rows = ["a", "-b", "c", "-d", "-e", "f"].map((id) => fakeInsight({ insightId: id }));
    const skips = ({ insightId }: { insightId: string }) => insightId.startsWith("-");
    const go = (id: string, step: 1 | -1, given = rows, more: { offset?: number; matched?: number } = {}) =>
      settlePlace({
        rows: given,
        offset: more.offset ?? 0,
        matched: more.matched ?? given.length,
        target: { row: fakeInsight({ insightId: id }), insightId: id, index: 2, step },
        followers: rows.slice(3),
        skips,
      })?.place;
    expect([go("a", 1), go("c", 1), go("f", -1)]).toEqual([2, 5, 2]);
    const without = rows.filter(({ insightId }) => insightId !== "c");
    expect([go("c", 1, without), go("c", -1, without)]).toEqual([4, 0]);
    const [, b, c, d] = rows;
    if (!b || !c || !d) throw new Error("rows are missing");
    expect([go("c", -1, [b, c]), go("c", 1, [c, d])]).toEqual([1, 2]);
    // Where more rows are unknown, they must be read.
    expect([go("c", 1, [c, d], { matched: 9 }), go("c", -1, [b, c], { offset: 4, matched: 6 })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("never goes before the first", () => {
    expect(settle(["a", "b"], { id: "a", index: 0, step: -1 })?.place).toBe(0);
  });

  it("asks for rows on both sides of a place", () => {
    expect(windowAround(0)).toEqual({ offset: 0, limit: 48 });
    expect(windowAround(1000)).toEqual({ offset: 976, limit: 72 });
  });
});

describe("the address of review", () => {
  it("holds place and insight, and leaves the filter as it is", () => {
    const written = writeReviewPlace(
      { index: 11, insightId: "collection-7" },
      new URLSearchParams("q=heron"),
    );
    expect(written.toString()).toBe("q=heron&review=12&image=collection-7");
    expect(readReviewPlace(written)).toEqual({ index: 11, insightId: "collection-7" });
    expect(readReviewPlace(new URLSearchParams("q=heron"))).toBeNull();
    expect(readReviewPlace(new URLSearchParams("review=-4"))).toEqual({ index: 0, insightId: null });
  });

  it("leads back to the page of the list that shows the place", () => {
    const inReview = new URLSearchParams("q=heron&page=1&review=60&image=5");
    expect(searchOfList(59, 25, inReview).toString()).toBe("q=heron&page=3");
    expect(searchOfList(3, 25, inReview).toString()).toBe("q=heron");
    const scrolled = new URLSearchParams("view=scroll&at=12&review=60");
    expect(searchOfList(59, 25, scrolled).toString()).toBe("view=scroll&at=60");
    expect(searchOfList(0, 25, scrolled).toString()).toBe("view=scroll");
  });
});

describe("a swipe", () => {
  const drag = (dx: number, dy: number, elapsedMs = 400) => decideSwipe({ dx, dy, elapsedMs, widthPx: 360 });

  it("decides by its direction once it is long enough", () => {
    expect(drag(-100, 10)).toBe("left");
    expect(drag(100, -20)).toBe("right");
    expect(drag(5, -110)).toBe("up");
  });

  it("decides when it is short but quick, and not when it is short and slow", () => {
    expect(drag(-45, 0, 60)).toBe("left");
    expect(drag(-45, 0, 600)).toBeNull();
  });

  it("means nothing when it is oblique or hardly moves", () => {
    expect(drag(120, -110)).toBeNull();
    expect(drag(3, 200)).toBe("down");
    expect(drag(12, 0, 10)).toBeNull();
    expect(dragDirection({ dx: 0, dy: 0 })).toBeNull();
  });
});

describe("the keys of review", () => {
  const press = (key: string, change: Partial<PressedKey> = {}, singleKeys = true) =>
    modeCommandOf(
      { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...change },
      singleKeys,
    );

  it("moves and undoes while held, but acts once a press", () => {
    expect(press("j", { repeat: true })).toEqual({ kind: "move", step: 1 });
    expect(press("a", { repeat: true })).toBeNull();
    expect(press("Z", { shiftKey: true })).toEqual({ kind: "redo" });
    expect(press("z")).toEqual({ kind: "undo" });
    expect(press("b")).toEqual({ kind: "boxes" });
    expect(press("b", { repeat: true })).toBeNull();
  });

  it("leaves the browser's own keys alone, and letters where single keys are turned off", () => {
    expect(press("f", { ctrlKey: true })).toBeNull();
    expect(press("x", {}, false)).toBeNull();
    expect(press("ArrowDown", {}, false)).toEqual({ kind: "move", step: 1 });
    expect(press("Enter", { ctrlKey: true }, false)).toEqual({ kind: "save" });
    expect(press("Enter", { ctrlKey: true, repeat: true })).toBeNull();
    expect(press("Enter")).toBeNull();
  });
});

describe("what is fetched ahead", () => {
  const rows = rowsOf("a", "b", "c", "d", "e", "f");
  const plan = (place: number, hints: Parameters<typeof reachOf>[0], fullAsked = false) =>
    planPrefetch({ rows, place, here: rows[place] ?? null, reach: reachOf(hints), fullAsked }).map(
      ({ photo, size }) => `${size} ${photo.photoUrl}`,
    );

  it("begins with this photo and what the next key shows, each once", () => {
    const planned = plan(2, undefined);
    expect(planned.slice(0, 4)).toEqual([
      "thumbnail c.jpg",
      "thumbnail d.jpg",
      "full c.jpg",
      "thumbnail b.jpg",
    ]);
    expect(new Set(planned).size).toBe(planned.length);
    expect(planned).toContain("full d.jpg");
  });

  it("fetches only the thumbnail that is seen under Data Saver, and the whole photo when it is asked for [OFF-05]", () => {
    expect(plan(2, { saveData: true })).toEqual(["thumbnail c.jpg"]);
    expect(plan(2, { saveData: true, type: "cellular" })).toEqual(["thumbnail c.jpg"]);
    expect(plan(2, { saveData: true }, true)).toEqual(["thumbnail c.jpg", "full c.jpg"]);
  });

  it("fetches nothing ahead over a link that is paid by volume", () => {
    expect(plan(2, { type: "cellular", effectiveType: "4g" })).toEqual(["thumbnail c.jpg", "full c.jpg"]);
    expect(plan(2, { type: "cellular", effectiveType: "2g" })).toEqual(["thumbnail c.jpg"]);
  });

  it("fetches the less the slower the line is", () => {
    expect(plan(0, { effectiveType: "2g" })).toEqual(["a", "b", "c", "d"].map((id) => `thumbnail ${id}.jpg`));
    expect(plan(0, { effectiveType: "3g" }).filter((photo) => photo.startsWith("full"))).toHaveLength(2);
  });
});

describe("a burst", () => {
  it("goes in the order of its frames and begins at the surest that has a photo", () => {
    const members = [
      fakeInsight({ insightId: "3", confidence: 0.99 }),
      fakeInsight({ insightId: "2", confidence: 0.9, photoUrl: "2.jpg" }),
      fakeInsight({ insightId: "1", confidence: 0.5, photoUrl: "1.jpg" }),
    ];
    const frames = framesOf(fakeInsight({ insightId: "collection-1", members }));
    expect(frames.map(({ insightId }) => insightId)).toEqual(["1", "2", "3"]);
    expect(bestFrame(frames)).toBe(1);
    expect(bestFrame([])).toBe(0);
  });
});

describe("zoom", () => {
  const stage = { width: 360, height: 500 };
  const photo = { width: 2000, height: 1500 };
  const fit = restZoom("fit", stage, photo);

  it("fits the whole photo, or fills the stage with it", () => {
    expect(fit).toEqual({ scale: 1, x: 0, y: 0 });
    expect(restZoom("fill", stage, photo).scale).toBeCloseTo(500 / 270);
  });

  it("crops a low photo until it is 300 px high, never more than a third, and never the animals", () => {
    const tall = (
      room: { width: number; height: number },
      size = photo,
      kept?: { from: number; to: number },
    ) => restZoom("tall", room, size, kept);
    expect(tall(stage).scale * 270).toBeCloseTo(300);
    expect(tall({ width: 360, height: 320 }, { width: 1600, height: 900 }).scale).toBeCloseTo(300 / 202.5);
    expect(tall({ width: 360, height: 320 }, { width: 3000, height: 1000 }).scale).toBe(1.5);
    expect(tall({ width: 540, height: 360 }).scale).toBe(1);
    // 400 px wide: 20 are out of sight on either side, unless an animal is there.
    expect(tall(stage, photo, { from: 0.3, to: 0.6 }).x).toBe(0);
    expect(tall(stage, photo, { from: 0, to: 0.5 }).x).toBeCloseTo(20);
    expect(tall(stage, photo, { from: 0.5, to: 0.98 }).x).toBeCloseTo(-12);
    expect(tall(stage, photo, { from: 0, to: 1 })).toEqual({ scale: 1, x: 0, y: 0 });
    expect([
      nextBase("tall", stage, photo),
      nextBase("fit", stage, photo),
      nextBase("fill", stage, photo),
    ]).toEqual(["fit", "fill", "fit"]);
    expect(nextBase("tall", { width: 540, height: 360 }, photo)).toBe("fill");
  });

  it("keeps what lies under the fingers under them", () => {
    const zoomed = zoomTo(fit, 4, { x: 60, y: 30 }, stage, photo);
    expect([(60 - zoomed.x) / zoomed.scale, (30 - zoomed.y) / zoomed.scale]).toEqual([60, 30]);
  });

  it("never shows ground beside a photo that is larger than the stage, nor goes beyond its bounds", () => {
    const zoomed = panBy(zoomTo(fit, 2, { x: 0, y: 0 }, stage, photo), 9999, 9999, stage, photo);
    expect(zoomed.x).toBe(180);
    expect(zoomed.y).toBe(20);
    expect(zoomTo(fit, 99, { x: 0, y: 0 }, stage, photo).scale).toBe(8);
    expect(zoomStep(fit, -1, stage, photo)).toEqual(fit);
  });

  it("goes near by a double tap and back by another", () => {
    const near = toggleZoom(fit, fit, { x: 0, y: 0 }, stage, photo);
    expect(isNear(near, fit)).toBe(true);
    expect(toggleZoom(near, fit, { x: 0, y: 0 }, stage, photo)).toEqual(fit);
  });
});
