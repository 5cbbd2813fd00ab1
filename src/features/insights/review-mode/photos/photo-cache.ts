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
   * Whether wanted thumbnails are measured for being dark: those that are here a few at once, others before they are
   * here. True only while photos are brightened: measuring decodes a picture once more, which delays the next key on a
   * slow phone.
   */
  setMeasuring(measures: boolean): void;
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
  /** The bytes of a photo that was not measured for being dark. */
  unmeasured?: Blob | undefined;
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
/** Each is decoded, so that more of them would delay the picture of the next key. */
const MEASURED_AT_ONCE = 2;
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
  const measureNext = createMeasurer({
    next: () => (measures && !closed ? firstUnmeasured(wanted, cache) : null),
    isDark: parts.isDark,
    onDark: tell,
  });
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
    measureNext();
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
      measureNext();
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
    setMeasuring(now) {
      measures = now;
      measureNext();
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

interface MeasurerParts extends Pick<PhotoCacheParts, "isDark"> {
  /** The entry to measure next; null for none. */
  next(): Entry | null;
  onDark(): void;
}

/** @returns a function that measures entries for being dark, a few at once, until `next` has no more */
function createMeasurer({ next, isDark, onDark }: MeasurerParts): () => void {
  let measuring = 0;
  const measure = async (entry: Entry, picture: Blob) => {
    entry.unmeasured = undefined;
    measuring += 1;
    const dark = await isDark(picture);
    measuring -= 1;
    if (dark && entry.photo.kind === "image") {
      entry.photo = { ...entry.photo, dark };
      onDark();
    }
    start();
  };
  const start = () => {
    while (measuring < MEASURED_AT_ONCE) {
      const entry = next();
      if (!entry?.unmeasured) return;
      void measure(entry, entry.unmeasured);
    }
  };
  return start;
}

/** The entry of the most urgent thumbnail that was not measured for being dark; null for none. */
function firstUnmeasured(wanted: readonly PlannedPhoto[], cache: ReadonlyMap<string, Entry>): Entry | null {
  for (const { photo, size } of wanted) {
    const entry = size === "thumbnail" ? cache.get(keyOf(photo, size)) : undefined;
    if (entry?.unmeasured) return entry;
  }
  return null;
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
    const unmeasured = measures ? undefined : answer.blob;
    return { photo: { kind: "image", url, size, dark }, element, unmeasured };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

function keyOf({ deviceId, photoUrl }: PhotoAddress, size: PhotoSize): string {
  return `${size}\n${deviceId}\n${photoUrl}`;
}
