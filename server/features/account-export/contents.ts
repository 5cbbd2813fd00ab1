import { isoTime, isoTimeOrNull } from "../../../src/domain/time.ts";
import { EXPORT_README } from "../../../src/messages/server/account-export.ts";
import { ALERT_FIELDS } from "../../../src/protocol/records/alert-fields.ts";
import { DEVICE_FIELDS } from "../../../src/protocol/records/device-fields.ts";
import { INSIGHT_FIELDS } from "../../../src/protocol/records/insight-fields.ts";
import { fieldsOf } from "../../../src/protocol/records/record-fields.ts";
import { readOutcomes } from "../../bulk-outcomes.ts";
import { type JsonText, textOf } from "../../db/json-text.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { Caller } from "../../plugins/access.ts";
import { readAlertPages } from "../alerts/service.ts";
import { readAlertSettings } from "../alerts/settings-service.ts";
import { storedCharges } from "../billing/service.ts";
import { readUpdatePages } from "../device-updates/service.ts";
import { ownScope, readDevicePages } from "../devices/service.ts";
import { listFeatures } from "../features/service.ts";
import { readGroupPages } from "../groups/service.ts";
import { readInsightsAfter } from "../insights/insight-repository.ts";
import { readRules } from "../integrations/rules-service.ts";
import { listIntegrations } from "../integrations/service.ts";
import { modelPagesOf } from "../models/service.ts";
import { sessionsOf } from "../sessions/service.ts";
import { findUserImage } from "../users/repository.ts";
import { userCredentials } from "../users/service.ts";
import type { ArchiveFile } from "./archive.ts";
import { csvFile, jsonFile, type Pages, type Row, valueFile } from "./record-files.ts";
import { readBulkUpdatesAfter, readHistoryAfter, readPhotoFilesAfter } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config" | "photos">;

const ROWS_A_PAGE = 500;
const PHOTOS_A_PAGE = 100;

const INSIGHT_COLUMNS = ["id", ...fieldsOf(INSIGHT_FIELDS).map(([, { wire }]) => wire), "device_name"];
const HISTORY_COLUMNS = ["insightId", "deviceId", "className", "from", "to", "at", "bulkId"];

/**
 * All data of the caller as files, read page by page while the archive is written; their list is in EXPORT_README.
 * They are read without a transaction, which would last as long as the download.
 */
export async function* exportedFiles(
  deps: Needs,
  caller: Caller,
  { withPhotos }: { withPhotos: boolean },
): AsyncGenerator<ArchiveFile> {
  const { db, clock } = deps;
  const { userId } = caller;
  const profile = await userCredentials(deps, caller);
  const at = isoTime(clock.now());
  yield {
    name: "README.txt",
    content: [EXPORT_README({ username: profile.username, at, hasPhotos: withPhotos })],
  };
  yield valueFile("profile", async () => profile);
  const image = await findUserImage(db, userId);
  if (image !== null) yield { name: "profile-photo.webp", content: [image], stored: true };
  yield valueFile("sessions", () => sessionsOf(deps, caller));
  yield* both(
    "sentinels",
    namesOf(DEVICE_FIELDS),
    () => readDevicePages(deps, ownScope(userId)) as AsyncGenerator<Row[]>,
  );
  yield jsonFile("groups", () => readGroupPages(deps, userId) as AsyncGenerator<Row[]>);
  yield* both("insights", INSIGHT_COLUMNS, insightPages(deps, userId));
  yield* both("history", HISTORY_COLUMNS, historyPages(deps, userId));
  yield* both("alerts", namesOf(ALERT_FIELDS), () => readAlertPages(deps, userId) as AsyncGenerator<Row[]>);
  yield valueFile("settings", async () => ({
    features: await listFeatures(deps, userId),
    alerts: await readAlertSettings(deps, userId),
    integrations: await listIntegrations(deps, userId),
    notificationRules: await readRules(deps, userId),
  }));
  yield jsonFile("bulk-updates", bulkUpdatePages(deps, userId));
  yield jsonFile("device-updates", () => readUpdatePages(deps, userId) as AsyncGenerator<Row[]>);
  yield jsonFile("models", () => modelPagesOf(deps, userId, String(userId)) as AsyncGenerator<Row[]>);
  yield valueFile("charges", () => storedCharges(deps, userId));
  if (withPhotos) yield* photoFiles(deps, userId);
}

function* both(name: string, columns: readonly string[], pages: Pages): Generator<ArchiveFile> {
  yield jsonFile(name, pages);
  yield csvFile(name, columns, pages);
}

function namesOf(fields: Parameters<typeof fieldsOf>[0]): string[] {
  return fieldsOf(fields).map(([name]) => String(name));
}

function rowsOf(json: JsonText): { id: string }[] {
  return JSON.parse(textOf(json));
}

function insightPages({ db }: Needs, userId: number): Pages {
  return async function* pages() {
    for (let after = 0; ; ) {
      const rows = rowsOf(await readInsightsAfter(db, userId, after, ROWS_A_PAGE));
      yield rows;
      if (rows.length < ROWS_A_PAGE) return;
      after = Math.max(...rows.map(({ id }) => Number(id)));
    }
  };
}

function historyPages({ db }: Needs, userId: number): Pages {
  return async function* pages() {
    for (let after = 0; ; ) {
      const rows = await readHistoryAfter(db, userId, after, ROWS_A_PAGE);
      yield rows.map((row) => ({
        insightId: String(row.insight_id),
        deviceId: row.device_id,
        className: row.class_name,
        from: row.from_status,
        to: row.to_status,
        at: isoTime(row.at),
        bulkId: String(row.bulk_id),
      }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_A_PAGE) return;
      after = last.history_id;
    }
  };
}

/** One bulk update may hold a thousand items, so few are read at once. */
const BULK_UPDATES_A_PAGE = 20;

function bulkUpdatePages({ db }: Needs, userId: number): Pages {
  return async function* pages() {
    for (let after = 0; ; ) {
      const rows = await readBulkUpdatesAfter(db, userId, after, BULK_UPDATES_A_PAGE);
      yield rows.map((row) => ({
        bulkId: String(row.bulk_id),
        status: row.status,
        createdAt: isoTime(row.created_at),
        finishedAt: isoTimeOrNull(row.finished_at),
        items: JSON.parse(row.items) as unknown,
        outcomes: readOutcomes(row),
      }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < BULK_UPDATES_A_PAGE) return;
      after = last.bulk_id;
    }
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

async function* photoFiles({ db, photos }: Needs, userId: number): AsyncGenerator<ArchiveFile> {
  for (let after = 0; ; ) {
    const rows = await readPhotoFilesAfter(db, userId, after, PHOTOS_A_PAGE);
    for (const row of rows) {
      const content = await photos.open(row.content_hash);
      // A photo that the store has lost does not keep the rest from its owner.
      if (content === null) continue;
      const folder = row.device_id.replace(/[^\w.-]/g, "_");
      const name = `photos/${folder}/${row.insight_id}-${row.photo_id}.${ENDINGS[row.media_type] ?? "bin"}`;
      yield { name, content, stored: true };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PHOTOS_A_PAGE) return;
    after = last.photo_id;
  }
}
