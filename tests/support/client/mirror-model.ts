import { isRecentEnough, type Retention } from "../../../src/domain/offline/retention.ts";
import { decodeBoxes } from "../../../src/protocol/boxes-codec.ts";
import { INSIGHT_FIELDS } from "../../../src/protocol/records/insight-fields.ts";
import { type FieldSpec, wireName } from "../../../src/protocol/records/record-fields.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import { decodeTable } from "../../../src/protocol/sync-codec.ts";
import {
  SYNC_TABLE_KEYS,
  type SyncPage,
  type SyncTableName,
  type WireTable,
  type WireValue,
} from "../../../src/protocol/sync-page.ts";
import { isSyncPage } from "../../../src/protocol/sync-page-check.ts";

type Row = Record<string, WireValue>;

/** The smallest client that the feed allows: it holds what the pages say and remembers the cursor. */
export class MirrorModel {
  readonly tables: Readonly<Record<SyncTableName, Map<string, Row>>> = {
    insights: new Map(),
    devices: new Map(),
    groups: new Map(),
    alerts: new Map(),
    models: new Map(),
    photos: new Map(),
    updates: new Map(),
    replaced: new Map(),
  };
  cursor: string | null = null;
  /** The retention of the last stored page; null: everything. */
  kept: Retention | null = null;

  /** Rows and cursor together, as in one transaction. */
  apply(page: SyncPage): void {
    if (!isSyncPage(page)) throw new Error(`no page of the feed: ${JSON.stringify(page).slice(0, 200)}`);
    for (const key of page.tables.devices?.gone ?? []) this.#dropDevice(key);
    for (const [name, table] of Object.entries(page.tables) as [SyncTableName, WireTable][]) {
      for (const key of table.gone ?? []) this.tables[name].delete(key);
    }
    for (const [name, table] of Object.entries(page.tables) as [SyncTableName, WireTable][]) {
      const columns = decodeTable(table);
      for (let at = 0; at < table.rows; at += 1) {
        const row = Object.fromEntries(
          Object.entries(columns).map(([column, values]) => [column, values[at] ?? null]),
        );
        this.tables[name].set(String(row[SYNC_TABLE_KEYS[name]]), row);
      }
    }
    this.kept = page.kept ?? null;
    this.#dropOlderThan(this.kept?.since ?? null, !page.more);
    this.cursor = page.cursor;
  }

  /** The mirrored insights as `/api/insights/paginated` would have them. */
  insights(): Insight[] {
    const rows = [...this.tables.insights.values()].map((row) => this.#asInsight(row));
    return rows.sort(
      (a, b) => b.time_stamp.localeCompare(a.time_stamp) || Number(b.insight_id) - Number(a.insight_id),
    );
  }

  #asInsight(row: Row): Insight {
    const device = this.tables.devices.get(String(row.device_id));
    const values = Object.entries<FieldSpec>(INSIGHT_FIELDS).map(([name, spec]) => {
      const value = row[wireName(name, spec)] ?? null;
      if (value === null) return [wireName(name, spec), null];
      if (spec.kind === "time") return [wireName(name, spec), new Date(Number(value)).toISOString()];
      if (spec.kind === "boxes") return [spec.wire, decodeBoxes(String(value), String(row.class_name))];
      return [wireName(name, spec), value];
    });
    const insight = {
      ...Object.fromEntries(values),
      id: row.insight_id,
      device_name: device?.device_name ?? null,
      display_name: device?.display_name,
      collection: false,
      insights: [],
    };
    return insight as unknown as Insight;
  }

  /** In mid-round a photo may be there before its insight, so that only those of dropped insights go. */
  #dropOlderThan(since: number | null, isRoundOver: boolean): void {
    if (since === null) return;
    const { insights, photos } = this.tables;
    const dropped = new Set<string>();
    for (const [key, row] of insights) {
      if (isRecentEnough(Number(row.time_stamp), since)) continue;
      insights.delete(key);
      dropped.add(key);
    }
    for (const [key, row] of photos) {
      const insightId = String(row.insightId);
      if (dropped.has(insightId) || (isRoundOver && !insights.has(insightId))) photos.delete(key);
    }
  }

  #dropDevice(deviceId: string): void {
    const { devices, insights, photos, alerts, replaced } = this.tables;
    devices.delete(deviceId);
    for (const [key, row] of insights) if (row.device_id === deviceId) insights.delete(key);
    for (const [key, row] of photos) if (row.deviceId === deviceId) photos.delete(key);
    for (const [key, row] of alerts) if (row.associated_id === deviceId) alerts.delete(key);
    for (const [key, row] of replaced) if (row.deviceId === deviceId) replaced.delete(key);
  }
}
