import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPhotoCache } from "../../../../../../src/features/insights/review-mode/photos/photo-cache.ts";
import type { PlannedPhoto } from "../../../../../../src/features/insights/review-mode/photos/prefetch-plan.ts";
import type { PhotoAnswer } from "../../../../../../src/sync/sync-status.ts";

const planned = (name: string, size: PlannedPhoto["size"] = "thumbnail"): PlannedPhoto => ({
  photo: { deviceId: "1", photoUrl: name },
  size,
});
const IMAGE: PhotoAnswer = { kind: "image", blob: new Blob(["x"]) };

/** Answers are handled in microtasks, all of which have run by the next turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Requests that the test answers one by one. */
function openCache({ isDark = async (_picture: Blob) => true } = {}) {
  const asked: { name: string; signal: AbortSignal; answer(answer: PhotoAnswer): Promise<void> }[] = [];
  const load = ({ photoUrl }: { photoUrl: string }, signal?: AbortSignal) =>
    new Promise<PhotoAnswer>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      asked.push({
        name: photoUrl,
        signal: signal ?? new AbortController().signal,
        async answer(answer) {
          resolve(answer);
          await settled();
        },
      });
    });
  const cache = createPhotoCache({
    photos: { thumbnail: load, full: load },
    decode: async () => ({ size: { width: 4, height: 3 }, element: {} }),
    isDark,
  });
  return {
    cache,
    asked,
    look: (name: string) => cache.look({ deviceId: "1", photoUrl: name }, "thumbnail").kind,
  };
}

beforeEach(() => {
  let made = 0;
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = vi.fn();
});
afterEach(() => vi.useRealTimers());

describe("the photo cache", () => {
  it("fetches a few at once in the order of urgency", async () => {
    const { cache, asked } = openCache();
    cache.want(["a", "b", "c", "d", "e"].map((name) => planned(name)));
    expect(asked.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
    await asked[1]?.answer(IMAGE);
    expect(asked.at(-1)?.name).toBe("e");
  });

  it("gives up what is not wanted any more, and keeps what came", async () => {
    const { cache, asked, look } = openCache();
    cache.want([planned("a"), planned("b")]);
    await asked[0]?.answer(IMAGE);
    cache.want([planned("c")]);
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(look("a")).toBe("image");
    expect(look("b")).toBe("waiting");
  });

  it("tells of thumbnails whether they are dark while it is asked to, and never of whole photos", async () => {
    const { cache, asked } = openCache();
    const found = (photoUrl: string, size: PlannedPhoto["size"] = "thumbnail") =>
      cache.look({ deviceId: "1", photoUrl }, size);
    cache.want([planned("a"), { ...planned("a"), size: "full" }]);
    for (const one of asked) await one.answer(IMAGE);
    expect(found("a")).toMatchObject({ kind: "image", dark: false });
    cache.setMeasuring(true);
    await settled();
    expect(found("a")).toMatchObject({ kind: "image", dark: true });
    cache.want([planned("b")]);
    const seen: unknown[] = [];
    cache.subscribe(() => seen.push(found("b")));
    await asked.at(-1)?.answer(IMAGE);
    expect(seen[0]).toMatchObject({ kind: "image", dark: true });
    expect(found("a", "full")).toMatchObject({ kind: "image", dark: false });
    cache.setMeasuring(false);
    cache.want([planned("c")]);
    await asked.at(-1)?.answer(IMAGE);
    await settled();
    expect(found("c")).toMatchObject({ kind: "image", dark: false });
  });

  it("measures a few thumbnails at once, in the order in which they are wanted, and the others once they are wanted", async () => {
    const measured: { picture: Blob; answer(dark: boolean): void }[] = [];
    const { cache, asked } = openCache({
      isDark: (picture) => new Promise((answer) => measured.push({ picture, answer })),
    });
    const pictures = new Map(["a", "b", "c", "d"].map((name) => [name, new Blob([name])]));
    const names = () => Promise.all(measured.map(({ picture }) => picture.text()));
    const want = (wanted: string) => cache.want([...wanted].map((name) => planned(name)));
    want("abcd");
    for (const { name, answer } of asked) await answer({ kind: "image", blob: pictures.get(name) as Blob });
    want("dcb");
    cache.setMeasuring(true);
    expect(await names()).toEqual(["d", "c"]);
    measured[0]?.answer(true);
    await settled();
    expect(await names()).toEqual(["d", "c", "b"]);
    measured[1]?.answer(false);
    measured[2]?.answer(false);
    await settled();
    expect(measured).toHaveLength(3);
    want("a");
    expect(await names()).toEqual(["d", "c", "b", "a"]);
  });

  it("asks again for what was out of reach once that is worth it", async () => {
    const { cache, asked, look } = openCache();
    cache.want([planned("a")]);
    await asked[0]?.answer({ kind: "offline" });
    expect(look("a")).toBe("offline");
    cache.retry();
    expect(asked).toHaveLength(2);
    await asked[1]?.answer(IMAGE);
    expect(look("a")).toBe("image");
  });

  it("asks again while online after a pause, which doubles, for what did not come and is still wanted", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { cache, asked, look } = openCache();
    cache.setOnline(true);
    cache.want([planned("a"), planned("b")]);
    await asked[0]?.answer({ kind: "failed" });
    await asked[1]?.answer({ kind: "failed" });
    cache.want([planned("a")]);
    vi.advanceTimersByTime(14_000);
    expect(asked).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(asked.slice(2).map(({ name }) => name)).toEqual(["a"]);
    expect(look("a")).toBe("failed");
    await asked[2]?.answer({ kind: "failed" });
    vi.advanceTimersByTime(29_000);
    expect(asked).toHaveLength(3);
    vi.advanceTimersByTime(1_000);
    await asked[3]?.answer(IMAGE);
    expect(look("a")).toBe("image");
    vi.advanceTimersByTime(600_000);
    expect(asked).toHaveLength(4);
    cache.want([planned("b")]);
    expect(asked.at(-1)?.name).toBe("b");
  });

  it("asks for nothing again without a connection, and at once when it returns", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { cache, asked } = openCache();
    cache.setOnline(true);
    cache.want([planned("a")]);
    await asked[0]?.answer({ kind: "offline" });
    cache.setOnline(false);
    vi.advanceTimersByTime(600_000);
    expect(asked).toHaveLength(1);
    cache.setOnline(true);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer({ kind: "failed" });
    cache.close();
    vi.advanceTimersByTime(600_000);
    expect(asked).toHaveLength(2);
  });

  it("lets go of the oldest pictures when it is full, and of all when it closes", async () => {
    const { cache, asked, look } = openCache();
    for (let at = 0; at < 203; at += 1) {
      cache.want([planned(`p${at}`)]);
      await asked[at]?.answer(IMAGE);
    }
    expect(look("p0")).toBe("waiting");
    expect(look("p202")).toBe("image");
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(3);
    cache.close();
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(203);
  });
});
