import { describe, expect, it, vi } from "vitest";
import type { UnsavedAction } from "../../../../src/domain/outbox/projection.ts";
import { statusForRows, targetsOf } from "../../../../src/features/insights/actions/action-plan.ts";
import { actOnRows, undoOrRedo } from "../../../../src/features/insights/actions/review-actions.ts";
import { REVIEW_KEY_GROUP } from "../../../../src/features/insights/actions/review-key-group.ts";
import { commandOf } from "../../../../src/features/insights/actions/review-keys.ts";
import { overlayUnsaved, staysShown } from "../../../../src/features/insights/actions/unsaved-overlay.ts";
import {
  cursorOnInsight,
  moveCursor,
  settleCursor,
} from "../../../../src/features/insights/list/rows/row-cursor.ts";
import { createThumbnailQueue } from "../../../../src/features/insights/photo/thumbnail-queue.ts";
import { foldActions } from "../../../../src/features/insights/unsaved/unsaved-groups.ts";
import { meanLuma } from "../../../../src/parts/photo/picture-brightness.ts";
import { systemTimers } from "../../../../src/platform/timers.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import type { PhotoAnswer, PhotoLoader } from "../../../../src/sync/sync-status.ts";
import { createFakeServices, fakeInsight } from "../../../support/client/fake-services.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

const single = (insightId: string, change = {}) => fakeInsight({ insightId, ...change });
const collection = fakeInsight({
  insightId: "c",
  members: [single("m1"), single("m2", { status: "archive" })],
  status: null,
});
const unsaved = (insightId: string, insightStatus: UnsavedAction["insightStatus"]): UnsavedAction => ({
  id: `a-${insightId}`,
  insightId,
  deviceId: "1",
  insightStatus,
  base: "none",
  atMs: 0,
  offline: false,
});

const { timeStampMs, fileCtimeMs, className } = single("x");
const seen = { timeStampMs, fileCtimeMs, className };

describe("an action on rows", () => {
  it("reaches the members of a collection, each with the status that was seen and that of the server, and each insight once", () => {
    expect(targetsOf([collection, single("m1"), single("x")])).toEqual([
      { insightId: "m1", deviceId: "1", base: "none", serverStatus: "none", seen },
      { insightId: "m2", deviceId: "1", base: "archive", serverStatus: "archive", seen },
      { insightId: "x", deviceId: "1", base: "none", serverStatus: "none", seen },
    ]);
  });

  it("sets the status, and clears it only where every row shows it already [INS-04, INS-05]", () => {
    const kept = single("x", { status: "favorite" });
    expect(statusForRows([single("y")], "favorite")).toBe("favorite");
    expect(statusForRows([kept], "favorite")).toBe("none");
    expect(statusForRows([kept, single("y")], "favorite")).toBe("favorite");
    expect(statusForRows([collection], "archive")).toBe("archive");
  });

  it("goes on past the cap only once the person agreed, in lists of a thousand, until nothing of it is unsaved", async () => {
    const { outbox, calls } = createFakeServices({ rows: [] });
    await outbox.act([{ insightId: "before", deviceId: "1", base: "none" }], "favorite");
    const rows = Array.from({ length: 2300 }, (_, index) => single(`i${index}`));
    const { taken, capped } = await actOnRows(outbox, rows, "acknowledge");
    expect([taken, capped?.count, calls]).toEqual([false, 2300, []]);
    expect(await capped?.goOn()).toBe("Acknowledged, queued to be sent: 2,300 insights");
    expect(calls).toEqual(["save 1", "save 1000", "save 1000", "save 300"]);
    expect(outbox.getState().unsaved).toHaveLength(0);
  });
});

describe("a step taken back", () => {
  const over = (left: number) => {
    const { outbox } = createFakeServices({ rows: [] });
    const asked: (string | undefined)[] = [];
    const undo: typeof outbox.undo = async (agreed) => {
      asked.push(agreed);
      return agreed
        ? { insightIds: ["sent"], left: 0, inverse: 1 }
        : { insightIds: ["waiting"], left, inverse: 0 };
    };
    return { asked, outbox: { ...outbox, undo } };
  };

  it("is said with how many insights it concerned", async () => {
    const { outbox } = over(0);
    expect(await undoOrRedo(outbox, "undo")).toEqual({
      insightIds: ["waiting"],
      said: "Undone: 1 insight",
      capped: null,
    });
  });

  it("has one notice, of the last step, where several that were saved are undone one after the other", async () => {
    toastStore.setState({ toasts: [] });
    const { outbox } = createFakeServices({ rows: [] });
    for (const count of [1, 2, 3]) {
      const insightIds = Array.from({ length: count }, (_, at) => `i${at}`);
      const undo: typeof outbox.undo = async () => ({ insightIds, left: 0, inverse: count });
      await undoOrRedo({ ...outbox, undo }, "undo");
    }
    const said = toastStore.getState().toasts.map(({ message }) => message);
    expect(said).toEqual([expect.stringMatching(/^Undone: 3 insights\. 3 were saved before/)]);
  });

  it.each([
    [false, "now waits in your list until you save"],
    [true, "follows by itself with the next connection"],
  ])(
    "says what becomes of the opposite of what was saved (made offline: %s) [OFF-14, OFF-16]",
    async (offline, words) => {
      const action = { id: "u", insightId: "i", offline } as UnsavedAction;
      const { outbox } = createFakeServices({ rows: [], outbox: { unsaved: [action] } });
      const undo: typeof outbox.undo = async () => ({ insightIds: ["i"], left: 0, inverse: 1 });
      const { said } = await undoOrRedo({ ...outbox, undo }, "undo");
      expect(said).toBe(`Undone: 1 insight. 1 was saved before: the opposite ${words}.`);
    },
  );

  it("asks before it goes past the cap, for what is left of it [INS-46]", async () => {
    const { outbox, asked } = over(6000);
    const { said, capped } = await undoOrRedo(outbox, "undo");
    expect(said).toMatch(
      /^Undone: 1 insight\. Taking back 6,000 insights .* You've hit the 1000 insight update limit/,
    );
    expect(capped?.step).toBe("undo");
    expect([capped?.count, asked]).toEqual([6000, [undefined]]);
    expect(await capped?.goOn()).toBe(
      "Undone: 1 insight. 1 was saved before: the opposite is queued to be sent.",
    );
    expect(asked).toEqual([undefined, "sealFullLists"]);
  });
});

describe("an action that cannot be stored", () => {
  const full = () => {
    const { outbox } = createFakeServices({ rows: [] });
    const act: typeof outbox.act = async () => "failed";
    return { ...outbox, act };
  };

  it("is not said to be done", async () => {
    const outcome = await actOnRows(full(), [single("x")], "favorite");
    expect(outcome).toEqual({ taken: false, said: "", capped: null });
  });

  it("past the cap is not said to be done either", async () => {
    const { outbox } = createFakeServices({ rows: [] });
    const act: typeof outbox.act = async () => "capped";
    const actPastCap: typeof outbox.actPastCap = async () => 0;
    const { capped } = await actOnRows({ ...outbox, act, actPastCap }, [single("x")], "archive");
    expect(await capped?.goOn()).toBe("");
  });
});

describe("the unsaved list laid over rows", () => {
  it("shows a step on an insight and marks it as unsent", () => {
    const [row] = overlayUnsaved([single("x")], [unsaved("x", "archive")]);
    expect(row).toMatchObject({ status: "archive", unsent: true });
    expect(row && staysShown(row, false)).toBe(false);
    expect(row && staysShown(row, true)).toBe(true);
  });

  it("gives a collection the status that all its members then have [INS-29]", () => {
    const both = overlayUnsaved([collection], [unsaved("m1", "archive")]);
    expect(both[0]).toMatchObject({ status: "archive", unsent: true });
  });

  it("gives a collection no status while its members differ [INS-30]", () => {
    const one = overlayUnsaved([collection], [unsaved("m1", "favorite")]);
    expect(one[0]).toMatchObject({ status: null, unsent: true });
  });

  it("leaves rows that it does not touch as they are", () => {
    const rows = [single("x")];
    expect(overlayUnsaved(rows, [unsaved("y", "archive")])[0]).toBe(rows[0]);
  });
});

describe("the cursor", () => {
  const rows = ["a", "b", "c"].map((id) => single(id));

  it("begins at the first row, moves by one and stops at the ends", () => {
    const first = moveCursor(null, rows, 1);
    expect(first).toEqual({ id: "a", index: 0 });
    expect(moveCursor(first, rows, -1)).toEqual({ id: "a", index: 0 });
    expect(moveCursor({ id: "c", index: 2 }, rows, 1)).toEqual({ id: "c", index: 2 });
  });

  it("stands on what took the place of a row that was archived away", () => {
    expect(settleCursor({ id: "b", index: 1 }, [single("a"), single("c")])).toEqual({ id: "c", index: 1 });
    expect(settleCursor({ id: "b", index: 1 }, [])).toBeNull();
  });

  it("finds an insight in the collection that shows it", () => {
    expect(cursorOnInsight([single("a"), collection], ["m2"])).toEqual({ id: "c", index: 1 });
  });
});

describe("keys", () => {
  it("mean what the list of keys says", () => {
    const named = REVIEW_KEY_GROUP.lines.flatMap(({ keys, does }) => keys.map((key) => [key, does]));
    expect(named).toHaveLength(21);
    expect(commandOf({ key: "J", shiftKey: true })).toBe("extendDown");
    expect(commandOf({ key: "K", shiftKey: true })).toBe("extendUp");
    expect(commandOf({ key: "Z", shiftKey: true })).toBe("redo");
    expect(commandOf({ key: "z", shiftKey: false })).toBe("undo");
    expect(commandOf({ key: "A", shiftKey: true })).toBe("acknowledge");
    expect(commandOf({ key: "q", shiftKey: false })).toBeNull();
  });
});

describe("the list of unsaved actions", () => {
  it("folds neighbours of one collection with one status, newest first", () => {
    const insights = new Map([
      ["m1", single("m1", { collectionId: "c" })],
      ["m2", single("m2", { collectionId: "c" })],
      ["x", single("x")],
    ]);
    const groups = foldActions(
      [unsaved("x", "archive"), unsaved("m1", "favorite"), unsaved("m2", "favorite")],
      insights,
    );
    expect(groups.map(({ action, actions }) => [action.insightId, actions.length])).toEqual([
      ["m2", 2],
      ["x", 1],
    ]);
  });

  it("show the picture that the table shows for the collection: that of its newest member", () => {
    const insights = new Map([
      ["old", single("old", { collectionId: "c", timeStampMs: 1000 })],
      ["new", single("new", { collectionId: "c", timeStampMs: 2000 })],
    ]);
    const groups = foldActions([unsaved("new", "favorite"), unsaved("old", "favorite")], insights);
    expect(groups.map(({ action, actions }) => [action.insightId, actions.length])).toEqual([["new", 2]]);
  });
});

describe("thumbnails", () => {
  it("come a few at once, the newest wish first, and only pictures are kept", async () => {
    const started: string[] = [];
    const finish: ((answer: PhotoAnswer) => void)[] = [];
    const timers = new TestClock().timers();
    const photos: PhotoLoader = {
      thumbnail: ({ photoUrl }) => {
        started.push(photoUrl);
        return new Promise((resolve) => finish.push(resolve));
      },
      full: () => Promise.reject(new Error("not asked for here")),
    };
    const queue = createThumbnailQueue(photos, timers);
    const { signal } = new AbortController();
    const wishes = Array.from({ length: 9 }, (_, index) =>
      queue.load({ deviceId: "1", photoUrl: String(index) }, signal),
    );
    expect(started).toEqual(["0", "1", "2", "3", "4", "5"]);
    finish[0]?.({ kind: "image", blob: new Blob(["0"]) });
    finish[1]?.({ kind: "missing" });
    await vi.waitFor(() => expect(started.slice(6)).toEqual(["8", "7"]));
    // Both are given at once, or each would make the browser draw the table anew.
    expect(timers.waiting()).toBe(1);
    timers.fireAll();
    await Promise.all(wishes.slice(0, 2));
    await queue.load({ deviceId: "1", photoUrl: "0" }, signal);
    expect(started.filter((url) => url === "0")).toHaveLength(1);
  });

  it("are begun with once the rows that want them are there to stay", async () => {
    const started: string[] = [];
    const photos: PhotoLoader = {
      thumbnail: async ({ photoUrl }) => {
        started.push(photoUrl);
        return { kind: "missing" };
      },
      full: () => Promise.reject(new Error("not asked for here")),
    };
    const queue = createThumbnailQueue(photos, systemTimers);
    const { signal } = new AbortController();
    const release = [queue.hold(), queue.hold()];
    const wish = queue.load({ deviceId: "1", photoUrl: "held" }, signal);
    release[0]?.();
    release[0]?.();
    expect(started).toEqual([]);
    release[1]?.();
    expect(await wish).toEqual({ kind: "missing" });
    expect(started).toEqual(["held"]);
  });

  it("are not given while their rows are about to leave, and all of them afterwards", async () => {
    const timers = new TestClock().timers();
    const photos: PhotoLoader = {
      thumbnail: async () => ({ kind: "missing" }),
      full: () => Promise.reject(new Error("not asked for here")),
    };
    const queue = createThumbnailQueue(photos, timers);
    const { signal } = new AbortController();
    const given: string[] = [];
    const wish = (photoUrl: string) =>
      queue.load({ deviceId: "1", photoUrl }, signal).then(() => given.push(photoUrl));
    const wishes = [wish("a"), wish("b")];
    await vi.waitFor(() => expect(timers.waiting()).toBe(1));
    const release = queue.hold();
    timers.fireAll();
    wishes.push(wish("c"));
    await Promise.resolve();
    expect(given).toEqual([]);
    release();
    await vi.waitFor(() => expect(timers.waiting()).toBe(1));
    timers.fireAll();
    await Promise.all(wishes);
    expect(given).toEqual(["a", "b", "c"]);
  });

  it("are not fetched once nobody wants them", async () => {
    const started: string[] = [];
    const photos: PhotoLoader = {
      thumbnail: ({ photoUrl }) => {
        started.push(photoUrl);
        return new Promise(() => {});
      },
      full: () => Promise.reject(new Error("not asked for here")),
    };
    const queue = createThumbnailQueue(photos, new TestClock().timers());
    const stay = new AbortController();
    const leave = new AbortController();
    for (let index = 0; index < 6; index += 1) {
      queue.load({ deviceId: "1", photoUrl: `stay ${index}` }, stay.signal).catch(() => {});
    }
    const given = queue.load({ deviceId: "1", photoUrl: "left" }, leave.signal);
    leave.abort();
    await expect(given).rejects.toThrow();
    expect(started).not.toContain("left");
  });

  it("count as dark by the light of their pixels", () => {
    expect(meanLuma([0, 0, 0, 255, 255, 255, 255, 255])).toBeCloseTo(127.5);
    expect(meanLuma([])).toBe(255);
  });
});
