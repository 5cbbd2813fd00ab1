import { photoRetryMs } from "../../../../client/photo/photo-retry.ts";
import type { PhotoAddress, PhotoAnswer, PhotoLoader } from "../../../../sync/sync-status.ts";
import type { Size } from "../../photo/gestures/zoom.ts";
import type { PhotoSize, PlannedPhoto } from "./prefetch-plan.ts";

export type CachedPhoto =
  | { kind: "waiting" }
  /**
   * An object URL, good while the photo is in the cache, and the picture's size in its own pixels. `dark` is false until
   * a thumbnail was measured for it, and for whole photos.
   */
  | { kind: "image"; url: string; size: Size; dark: boolean }
  | { kind: "missing" | "offline" | "failed" };

/** Decoded photos around the shown one: a cached photo can be shown in the same frame as the key. */
export interface PhotoCache {
  /** Photos to have, most urgent first; others are cancelled, or evicted when the cache is full. */
  want(plan: readonly PlannedPhoto[]): void;
  look(photo: PhotoAddress | null, size: PhotoSize): CachedPhoto;
  /** Loads failed photos again; until they are here they are waited for. */
  retry(): void;
  /**
   * Whether the server can be reached. Turned true, it loads failed photos again; while it is true, those that are
   * wanted are also loaded again after the pause of `photoRetryMs`.
   */
  setOnline(online: boolean): void;
  /**
   * Measures thumbnails for being dark, those that are loaded later before they are here. Not before somebody needs it,
   * because it decodes a picture once more, which delays the next key on a slow phone.
   */
  measureDark(): void;
  subscribe(listener: () => void): () => void;
  close(): void;
}

export interface DecodedPicture {
  size: Size;
  /** Kept beside the photo: while it lives, the browser shows the same address without loading it anew. */
  element: object;
}

interface PhotoCacheParts {
  photos: PhotoLoader;
  /** Resolves when the picture is decoded; rejects where it cannot be. */
  decode(url: string): Promise<DecodedPicture>;
  isDark(picture: Blob): Promise<boolean>;
}

interface Loaded {
  photo: CachedPhoto;
  element: object | null;
  /** Of a photo that is here. */
  blob?: Blob;
}

interface Entry extends Loaded {
  size: PhotoSize;
  /** How often it has failed while online. */
  failures: number;
  /** To be loaded again once it is wanted. */
  due: boolean;
  /** Until it is due. */
  timer?: ReturnType<typeof setTimeout>;
}

/** Requests at once; browsers open six connections to a server, and the outbox needs one too. */
const AT_ONCE = 4;
/** Kept of each size beyond the wanted ones: about 2 MB of thumbnails and 10 MB of photos. */
const MOST_PHOTOS: Readonly<Record<PhotoSize, number>> = { thumbnail: 200, full: 16 };
export const WAITING: CachedPhoto = { kind: "waiting" };
const MISSING: CachedPhoto = { kind: "missing" };

export function createPhotoCache({ photos, ...parts }: PhotoCacheParts): PhotoCache {
  const cache = new Map<string, Entry>();
  const underWay = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  let wanted: readonly PlannedPhoto[] = [];
  let wantedKeys: ReadonlySet<string> = new Set();
  let online = false;
  let closed = false;
  let measures = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const put = (key: string, size: PhotoSize, loaded: Loaded) => {
    const before = cache.get(key)?.failures ?? 0;
    const entry: Entry = { size, ...loaded, failures: 0, due: false };
    if (isRetryable(loaded.photo) && online) {
      entry.failures = before + 1;
      entry.timer = setTimeout(() => {
        entry.due = online;
        startNext();
      }, photoRetryMs(entry.failures));
    }
    cache.delete(key);
    cache.set(key, entry);
    letGo(size);
    tell();
    // It may have been decoded when measuring began; one that was measured is known by its blob.
    if (measures) void measure(entry);
  };
  const retry = () => {
    for (const entry of cache.values()) {
      if (!isRetryable(entry.photo)) continue;
      clearTimeout(entry.timer);
      entry.photo = WAITING;
      entry.due = true;
    }
    tell();
    startNext();
  };
  const letGo = (size: PhotoSize) => {
    const keys = [...cache].filter(([, one]) => one.size === size).map(([key]) => key);
    let spare = keys.length - MOST_PHOTOS[size];
    for (const key of keys) {
      if (spare <= 0) return;
      if (wantedKeys.has(key)) continue;
      release(cache.get(key));
      cache.delete(key);
      spare -= 1;
    }
  };
  const fetchOne = async ({ photo, size }: PlannedPhoto, key: string) => {
    const controller = new AbortController();
    underWay.set(key, controller);
    const { signal } = controller;
    const found = await photos[size](photo, signal)
      .then((answer) => loadedOf(answer, measures && size === "thumbnail", parts))
      .catch((): Loaded => ({ photo: { kind: "failed" }, element: null }));
    if (underWay.get(key) === controller) underWay.delete(key);
    if (signal.aborted) {
      if (found.photo.kind === "image") URL.revokeObjectURL(found.photo.url);
      return;
    }
    put(key, size, found);
    startNext();
  };
  const measure = async (entry: Entry) => {
    const { photo, blob, size } = entry;
    if (size !== "thumbnail" || photo.kind !== "image" || photo.dark || !blob) return;
    if (!(await parts.isDark(blob))) return;
    entry.photo = { ...photo, dark: true };
    tell();
  };
  const startNext = () => {
    if (closed) return;
    for (const planned of wanted) {
      if (underWay.size >= AT_ONCE) return;
      const key = keyOf(planned.photo, planned.size);
      if (underWay.has(key) || cache.get(key)?.due === false) continue;
      void fetchOne(planned, key);
    }
  };

  return {
    want(plan) {
      wanted = plan;
      wantedKeys = new Set(plan.map(({ photo, size }) => keyOf(photo, size)));
      for (const [key, controller] of underWay) {
        if (wantedKeys.has(key)) continue;
        underWay.delete(key);
        controller.abort();
      }
      startNext();
    },
    look(photo, size) {
      return photo === null ? MISSING : (cache.get(keyOf(photo, size))?.photo ?? WAITING);
    },
    retry,
    setOnline(now) {
      const returns = now && !online;
      online = now;
      if (returns) retry();
    },
    measureDark() {
      if (measures) return;
      measures = true;
      for (const entry of cache.values()) void measure(entry);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      for (const controller of underWay.values()) controller.abort();
      underWay.clear();
      for (const entry of cache.values()) release(entry);
      cache.clear();
    },
  };
}

export async function decodePicture(url: string): Promise<DecodedPicture> {
  const element = new Image();
  element.src = url;
  await element.decode();
  return { size: { width: element.naturalWidth, height: element.naturalHeight }, element };
}

function release(entry: Entry | undefined): void {
  clearTimeout(entry?.timer);
  if (entry?.photo.kind === "image") URL.revokeObjectURL(entry.photo.url);
}

function isRetryable({ kind }: CachedPhoto): boolean {
  return kind === "offline" || kind === "failed";
}

async function loadedOf(
  answer: PhotoAnswer,
  measures: boolean,
  { decode, isDark }: Pick<PhotoCacheParts, "decode" | "isDark">,
): Promise<Loaded> {
  if (answer.kind !== "image") return { photo: answer, element: null };
  const url = URL.createObjectURL(answer.blob);
  try {
    const [{ size, element }, dark] = await Promise.all([decode(url), measures && isDark(answer.blob)]);
    return { photo: { kind: "image", url, size, dark }, element, blob: answer.blob };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

function keyOf({ deviceId, photoUrl }: PhotoAddress, size: PhotoSize): string {
  return `${size}\n${deviceId}\n${photoUrl}`;
}
