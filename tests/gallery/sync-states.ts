import { BULK_STATUS, ITEM_OUTCOMES } from "../../src/domain/bulk-update.ts";
import type { BatchPhase, OutboxState, UnsavedAction } from "../../src/domain/outbox/projection.ts";
import { BULK_STATUS_SENTENCES } from "../../src/messages/server/insights.ts";
import type { UpdatePhase } from "../../src/state/update-store.ts";
import type { SyncStatus } from "../../src/sync/sync-status.ts";
import { type FakeWorld, fakeInsight } from "../support/client/fake-services.ts";

/** The inputs of the app in one state of connection, outbox, storage and version. */
export interface GalleryState {
  sync?: Partial<SyncStatus>;
  outbox?: Partial<OutboxState>;
  world?: Partial<FakeWorld>;
  /** Whether the dialog that saves an offline set is drawn over the panel. */
  opensPackDialog?: boolean;
  update?: { phase?: UpdatePhase; tooOld?: boolean; dataIsNewer?: boolean };
}

const NOW_MS = Date.now();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OFFLINE = { phase: "offline", freshAtMs: NOW_MS - 26 * HOUR_MS } as const;

const CLASSES = ["Ocelot", "Agouti", "Grey heron", "Puma", "Paca", "Collared peccary"];

const ROWS = Array.from({ length: 24 }, (_, at) =>
  fakeInsight({
    insightId: `i${at}`,
    className: CLASSES[at % CLASSES.length] ?? "",
    deviceId: String(1 + (at % 5)),
    displayName: `Mica ${318 + (at % 5)}`,
    confidence: 0.97 - at / 40,
    timeStampMs: NOW_MS - at * HOUR_MS,
    fileCtimeMs: NOW_MS - at * HOUR_MS,
  }),
);

const unsaved = (count: number, offline = false): UnsavedAction[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `a${at}`,
    insightId: `i${at}`,
    deviceId: "1",
    insightStatus: (["acknowledge", "archive", "favorite"] as const)[at % 3] ?? "archive",
    base: "none",
    atMs: NOW_MS - at * MINUTE_MS,
    offline,
  }));
const batch = (phase: BatchPhase, count = 240, position = 1) => ({
  batchId: `b${position}`,
  position,
  count,
  phase,
  bulkId: phase === "sealed" || phase === "sending" ? null : `bulk${position}`,
  status: phase === "submitted" ? BULK_STATUS.processing : null,
  sealedAtMs: NOW_MS - MINUTE_MS,
});
const batches = (...phases: BatchPhase[]) => ({
  batches: phases.map((phase, at) => batch(phase, 1000, at + 1)),
  unsentCount: phases.length * 1000,
});
const bulk = (status: (typeof BULK_STATUS)[keyof typeof BULK_STATUS]) => ({
  bulkId: "bulk1",
  message: BULK_STATUS_SENTENCES[status],
  status,
});

/** Every state of the chip and of the panel that a person can meet, by its name. */
export const SYNC_STATES: Readonly<Record<string, GalleryState>> = {
  connecting: { sync: { phase: "unknown", freshAtMs: null }, outbox: { ready: false } },
  online: {},
  "first-copy": {
    sync: { freshAtMs: null, pulling: true, firstSync: { rows: 41_200, total: 127_704 } },
    world: { complete: false },
  },
  "more-copied": { sync: { pulling: true, firstSync: { rows: 41_200, total: null } } },
  "no-data-offline": { sync: { phase: "offline", freshAtMs: null }, world: { rows: [] } },
  offline: { sync: OFFLINE },
  "offline-unsaved": { sync: OFFLINE, outbox: { unsaved: unsaved(14, true), unsentCount: 14 } },
  "offline-sealed": { sync: OFFLINE, outbox: batches("sealed", "sealed") },
  unsaved: { outbox: { unsaved: unsaved(3), unsentCount: 3 } },
  updating: { sync: { pulling: true } },
  sending: { outbox: batches("sending", "sealed") },
  processing: { outbox: { ...batches("submitted"), bulk: bulk(BULK_STATUS.processing) } },
  waiting: { outbox: { ...batches("submitted"), bulk: bulk(BULK_STATUS.waiting) } },
  confirming: { outbox: batches("confirming", "sending", "sealed", "sealed", "sealed", "sealed") },
  completed: { outbox: { bulk: bulk(BULK_STATUS.completed) } },
  blocked: {
    outbox: { bulk: bulk(BULK_STATUS.blocked), returned: 240, unsaved: unsaved(240), unsentCount: 240 },
  },
  "part-kept": { world: { retention: { covers: { days: 7, groups: null } }, total: 5000 } },
  refused: {
    outbox: {
      refused: ITEM_OUTCOMES.map((outcome, at) => ({
        id: `r${at}`,
        insightId: `i${at}`,
        deviceId: "1",
        insightStatus: "archive",
        outcome,
        by: outcome === "overrode" || outcome === "superseded" ? "Ana Souza" : null,
        atMs: NOW_MS - at * HOUR_MS,
      })),
    },
  },
  error: { sync: { failed: true, freshAtMs: NOW_MS - 3 * HOUR_MS } },
  "storage-full": {
    outbox: { storageError: true, unsaved: unsaved(3), unsentCount: 3 },
    world: { space: { total: 4.9e9, quota: 5e9, thumbnails: 2.8e8, insights: 6e7, unsent: 4e4 } },
  },
  "signed-out": {
    sync: { phase: "signedOut", freshAtMs: NOW_MS - 5 * HOUR_MS },
    outbox: { unsaved: unsaved(14), unsentCount: 14 },
  },
  "kept-in-part": {
    world: {
      total: 127_704,
      retention: { choice: { days: 30, groups: null, by: "person" }, covers: { days: 30, groups: null } },
    },
  },
  trimmed: { world: { total: 127_704, retention: { trimmed: true } } },
  "new-version": { update: { phase: "waiting" }, outbox: { unsaved: unsaved(3), unsentCount: 3 } },
  "other-tab-updated": { update: { phase: "takenOver" } },
  "part-missing": { update: { phase: "partMissing" } },
  "version-too-old": { update: { tooOld: true } },
  "data-is-newer": { update: { dataIsNewer: true } },
};

/** A world in which all is well, for a state to change. */
export const CALM: FakeWorld = {
  rows: ROWS,
  sync: { freshAtMs: NOW_MS - 2 * MINUTE_MS },
  space: { total: 3.1e8, quota: 6e10, thumbnails: 2.1e8, insights: 6.1e7, unsent: 12_000 },
};
