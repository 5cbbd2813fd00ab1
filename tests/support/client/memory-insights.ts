import type { InsightStatus } from "../../../src/domain/insight/insight.ts";
import type { UnsavedAction } from "../../../src/domain/outbox/projection.ts";
import type { Device, Group } from "../../../src/protocol/shapes.ts";
import { createColumnEngine } from "../../../src/query/column-engine.ts";
import type { InsightEngine, InsightRow } from "../../../src/query/insight-engine.ts";
import { arraysOfInsights, encodeChunk } from "../../../src/storage/mirror/insight-chunk.ts";
import type { InsightSource } from "../../../src/storage/mirror/mirror-insight-source.ts";
import { createSignal } from "./signal.ts";

export interface MemoryInsights {
  readonly engine: InsightEngine;
  /** Replaces all rows. */
  setRows(rows: readonly InsightRow[]): void;
}

interface MemoryInsightsParts {
  rows: readonly InsightRow[];
  groups: readonly Group[];
  complete: boolean;
  /** The unsent actions, over what the rows say of themselves by `unsent`. */
  unsaved(): readonly UnsavedAction[];
  /** Calls back when `unsaved` has changed. */
  onUnsaved(listener: () => void): () => void;
}

/**
 * The real query engine over rows in memory: what the mirror would hold is made of each row's server status, and a row
 * that is `unsent` is in the overlay.
 */
export function createMemoryInsights(parts: MemoryInsightsParts): MemoryInsights {
  const { groups, complete, unsaved } = parts;
  const changed = createSignal();
  const overlayChanged = createSignal();
  parts.onUnsaved(overlayChanged.emit);
  let { rows } = parts;
  let version = 1;
  const source: InsightSource = {
    state: async () => ({ store: 1, insights: version, names: version, complete }),
    manifest: async () => ({
      version,
      complete,
      chunkIds: [],
      compacted: null,
      delta: encodeChunk(
        arraysOfInsights(rows.map((row) => ({ ...row, status: row.serverStatus ?? "none" }))),
      ),
    }),
    chunk: async () => undefined,
    names: async () => ({ devices: devicesOf(rows), groups: [...groups], offlineSets: [] }),
    async namesOf(deviceIds) {
      const devices = devicesOf(rows).filter(({ device_id }) => deviceIds.includes(device_id));
      return { devices, groups: [], offlineSets: [] };
    },
    watch: changed.subscribe,
    head: async () => undefined,
    storeHead: async () => undefined,
    storeFirstDevices: async () => undefined,
  };
  const overlayNow = createOverlay();
  const engine = createColumnEngine(source, {
    overlay: async () => overlayNow(rows, unsaved()),
    preferredNames: () => NO_NAMES,
    subscribe: overlayChanged.subscribe,
  });
  return {
    engine,
    setRows(next) {
      rows = next;
      version += 1;
      changed.emit();
    },
  };
}

const NO_NAMES: ReadonlyMap<string, string | null> = new Map();

/** The same map until the rows or the unsent actions change: the engine keeps its counts by it. */
function createOverlay() {
  let last: {
    rows: readonly InsightRow[];
    unsaved: readonly UnsavedAction[];
    map: ReadonlyMap<string, InsightStatus>;
  } | null = null;
  return (rows: readonly InsightRow[], unsaved: readonly UnsavedAction[]) => {
    if (last?.rows !== rows || last.unsaved !== unsaved) {
      const map = new Map<string, InsightStatus>();
      for (const row of rows) if (row.unsent && row.status !== null) map.set(row.insightId, row.status);
      for (const { insightId, insightStatus } of unsaved) map.set(insightId, insightStatus);
      last = { rows, unsaved, map };
    }
    return last.map;
  };
}

function devicesOf(rows: readonly InsightRow[]): Device[] {
  const devices = new Map<string, Device>();
  for (const { deviceId, deviceName, displayName } of rows) {
    const known = devices.get(deviceId);
    if (known !== undefined && known.display_name !== displayName) {
      throw new Error(`The Sentinel ${deviceId} is both ${known.display_name} and ${displayName}.`);
    }
    devices.set(deviceId, {
      device_id: deviceId,
      device_name: deviceName,
      display_name: displayName,
    } as Device);
  }
  return [...devices.values()];
}
