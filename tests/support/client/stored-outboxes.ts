/**
 * Outboxes as former versions of the app wrote them, store by store, as plain values: never made by the present
 * code, so that a change of the schema that forgets them is seen.
 */
export interface StoredOutbox {
  /** The browser's number of the version: ten times Dexie's. */
  nativeVersion: number;
  stores: Readonly<Record<string, { keyPath: string; rows: readonly object[] }>>;
}

const action = (insightId: string, place: number, insightStatus: string, offline = false) => ({
  id: `a-${insightId}`,
  place,
  insightId,
  deviceId: "cam-1",
  insightStatus,
  base: "none",
  atMs: 1_699_999_000_000 + place,
  offline,
  returned: false,
});

/** Two actions, two batches (one with the server), two steps of which one is undone, a refusal and all facts. */
export const OUTBOX_VERSION_1: StoredOutbox = {
  nativeVersion: 10,
  stores: {
    actions: { keyPath: "insightId", rows: [action("11", 2, "favorite", true), action("12", 1, "archive")] },
    steps: {
      keyPath: "seq",
      rows: [
        { seq: 1, changes: [{ insightId: "12", deviceId: "cam-1", before: "none", after: "archive" }] },
        { seq: 2, changes: [{ insightId: "11", deviceId: "cam-1", before: "favorite", after: "none" }] },
      ],
    },
    batches: {
      keyPath: "batchId",
      rows: [
        {
          batchId: "b-2",
          position: 2,
          actions: [action("5", 1, "acknowledge")],
          sealedAtMs: 1_699_999_100_000,
          automatic: true,
          blockedTimes: 1,
          bulk: null,
        },
        {
          batchId: "b-1",
          position: 1,
          actions: [action("3", 1, "archive"), action("4", 2, "archive")],
          sealedAtMs: 1_699_999_000_000,
          automatic: false,
          blockedTimes: 0,
          bulk: { bulkId: "501", message: "waiting", status: 3, outcomes: [], roundsSince: 0 },
        },
      ],
    },
    refused: {
      keyPath: "id",
      rows: [
        {
          id: "r-1",
          insightId: "9",
          deviceId: "cam-1",
          insightStatus: "archive",
          outcome: "gone",
          by: null,
          atMs: null,
        },
      ],
    },
    meta: {
      keyPath: "key",
      rows: [
        { key: "version", value: 17 },
        { key: "applied", value: 1 },
        { key: "facts", value: { blocked: null, heldUntilMs: 1_700_000_000_000, autoSentCount: 3 } },
      ],
    },
  },
};

/** Writes it through the browser's own interface. */
export async function writeStored(name: string, { nativeVersion, stores }: StoredOutbox): Promise<void> {
  const open = indexedDB.open(name, nativeVersion);
  open.onupgradeneeded = () => {
    for (const [store, { keyPath, rows }] of Object.entries(stores)) {
      const made = open.result.createObjectStore(store, { keyPath });
      for (const row of rows) made.put(row);
    }
  };
  await new Promise<void>((resolve, reject) => {
    open.onsuccess = () => resolve();
    open.onerror = () => reject(open.error);
  });
  open.result.close();
}
