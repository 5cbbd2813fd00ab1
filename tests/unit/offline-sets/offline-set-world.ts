import "fake-indexeddb/auto";
import type { OfflineSet } from "../../../src/domain/offline/offline-set.ts";
import { type OfflineSetRunnerParts, runOfflineSets } from "../../../src/offline-sets/offline-set-runner.ts";
import type { OpenAnswer } from "../../../src/platform/http.ts";
import type { InsightRow } from "../../../src/query/insight-engine.ts";
import type { StoredOfflineSet } from "../../../src/storage/mirror/mirror-database.ts";
import { openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import type { OfflineSetPictureCache } from "../../../src/storage/offline-sets/offline-set-pictures.ts";
import { openOfflineSetStorage } from "../../../src/storage/offline-sets/offline-set-storage.ts";
import { createConnection } from "../../../src/sync/connection/connection.ts";
import { TestClock } from "../../support/time/test-clock.ts";

export const EVERY_PICTURE = 1_000;

/** The server's reaction to one request for a picture. */
export type Answer = (call: Parameters<OpenAnswer>[0]) => Response | Promise<Response>;

let people = 1000;
function nextPerson(): number {
  people += 1;
  return people;
}

/** A device with a mirror that has everything, a server that has every picture, and a cache with bounds. */
export class PackWorld {
  readonly clock = new TestClock();
  readonly timers = this.clock.timers();
  readonly mirror = openMirrorStorage(nextPerson());
  readonly storage = openOfflineSetStorage(this.mirror);
  readonly connection = createConnection("online");
  readonly stored = new Map<string, Blob>();
  /** Pictures that lie on the device for another reason. */
  readonly looked = new Map<string, Blob>();
  readonly asked: { photo: string; thumbnail: boolean; range: string | null }[] = [];
  rows: InsightRow[] = [];
  costly = false;
  free: number | null = null;
  quota = Number.POSITIVE_INFINITY;
  pulls = 0;
  answer: Answer = () => picture(EVERY_PICTURE);
  /** Sets of which it was said that their pictures were deleted. */
  readonly lost: string[] = [];
  #pageListeners = new Set<() => void>();
  #linkListeners = new Set<() => void>();
  #running: { stop: AbortController; ended: Promise<void> } | null = null;

  readonly pictures: OfflineSetPictureCache = {
    find: async (url) => this.looked.get(url) ?? this.stored.get(url) ?? null,
    put: async (_packId, url, blob) => {
      const used = [...this.stored.values()].reduce((sum, { size }) => sum + size, 0);
      if (used + blob.size > this.quota) throw new DOMException("full", "QuotaExceededError");
      this.stored.set(url, blob);
    },
    without: async (packIds) => (this.stored.size === 0 ? [...packIds] : []),
    remove: async () => this.stored.clear(),
    removeAllBut: async (packIds) => {
      if (packIds.length === 0) this.stored.clear();
    },
  };

  /** The mirror has all that it is to keep. */
  async synced(): Promise<void> {
    const epoch = await this.mirror.takeLead();
    const tables = { devices: [], groups: [], alerts: [], models: [] };
    await this.mirror.replaceAll({ chunks: [], tables }, { epoch, nowMs: this.clock.now() });
  }

  async add(change: Partial<StoredOfflineSet> = {}): Promise<void> {
    await this.storage.add({ ...NEW_PACK, madeAtMs: this.clock.now(), ...change });
  }

  async now(packId = "p"): Promise<OfflineSet> {
    const set = await this.storage.get(packId);
    if (set === undefined) throw new Error(`${packId} is not stored`);
    return set;
  }

  setCostly(costly: boolean): void {
    this.costly = costly;
    for (const listener of this.#linkListeners) listener();
  }

  /** The person comes back to the page. */
  comeBack(): void {
    for (const listener of this.#pageListeners) listener();
  }

  /** A tab takes the lead and fetches. */
  async start(change: Partial<OfflineSetRunnerParts> = {}): Promise<void> {
    const stop = new AbortController();
    const lead = { epoch: await this.mirror.takeLead() };
    const ended = runOfflineSets(
      {
        storage: this.storage,
        pictures: this.pictures,
        insights: {
          snapshot: async () => ({
            matched: this.rows.length,
            rows: async (offset, limit) => this.rows.slice(offset, offset + limit),
            release() {},
          }),
        },
        open: async (call) => {
          this.asked.push({
            photo: call.query.photoUrl ?? "",
            thumbnail: call.query.thumbnail === "true",
            range: call.headers?.range ?? null,
          });
          return await this.answer(call);
        },
        apiBase: "",
        connection: this.connection,
        page: {
          isVisible: () => true,
          subscribe: (listener) => {
            this.#pageListeners.add(listener);
            return () => this.#pageListeners.delete(listener);
          },
        },
        onLost: (names) => void this.lost.push(...names),
        timers: this.timers,
        random: () => 0.5,
        isCostlyLink: () => this.costly,
        freeBytes: async () => this.free,
        watchLink: (listener) => {
          this.#linkListeners.add(listener);
          return () => this.#linkListeners.delete(listener);
        },
        pullNow: async () => {
          this.pulls += 1;
        },
        ...change,
      },
      lead,
      stop.signal,
    );
    this.#running = { stop, ended };
  }

  /** The tab is gone; whatever it had under way ends as a closed page's does. */
  async end(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
    this.#running = null;
  }

  async close(): Promise<void> {
    await this.end();
    this.mirror.close();
  }
}

export const NEW_PACK: StoredOfflineSet = {
  packId: "p",
  name: "Mara",
  madeAtMs: 0,
  pictures: "thumbnails",
  budget: null,
  anyLink: false,
  needs: { days: null, groups: null },
  filter: { showArchived: true },
  insights: null,
  wanted: 0,
  fetched: 0,
  missing: 0,
  failed: 0,
  received: 0,
  stored: 0,
  hold: null,
};

export function picture(bytes: number, headers: Record<string, string> = {}): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { "content-type": "image/webp", "content-length": String(bytes), etag: '"v1"', ...headers },
  });
}

/** A picture of `bytes` of which only the first `sent` come before the line is lost. */
export function cutPicture(bytes: number, sent: number): Response {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new Uint8Array(sent));
      else controller.error(new TypeError("connection reset"));
    },
  });
  return new Response(body, {
    headers: { "content-type": "image/jpeg", "content-length": String(bytes), etag: '"v1"' },
  });
}

export function insightsWithPhotos(count: number): InsightRow[] {
  return Array.from({ length: count }, (_, at) => ({
    insightId: String(at + 1),
    deviceId: "cam",
    photoUrl: String(at + 1),
    timeStampMs: 0,
  })) as unknown as InsightRow[];
}
