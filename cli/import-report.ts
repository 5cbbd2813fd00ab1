import { type ImportSummary, insightsTaken } from "../server/import/import-summary.ts";
import { IMPORT_MESSAGES } from "../src/messages/command-line/import.ts";

/** The result of an import, line by line. */
export function summaryLines(
  summary: ImportSummary,
  command: { dryRun: boolean; photos: string | null; timezone: string },
  refusedFile: string,
  elapsedMs: number,
): string[] {
  const { summary: texts, notices } = IMPORT_MESSAGES;
  const { devices, collections, insights, origins, empty, photos } = summary;
  const lines: string[] = command.dryRun ? [texts.dryRun] : [];
  lines.push(texts.devices(devices));
  if (devices.foreign > 0) lines.push(texts.foreign(devices.foreign));
  lines.push(texts.insights(insights), texts.origins(origins), texts.empty(empty));
  if (summary.onlyAnimals > 0) lines.push(texts.onlyAnimals(summary.onlyAnimals));
  if (summary.timesWithoutZone > 0)
    lines.push(texts.timesWithoutZone(summary.timesWithoutZone, command.timezone));
  if (summary.wholeDays > 0) lines.push(texts.wholeDays(summary.wholeDays));
  if (summary.timesFromPhotos > 0) lines.push(texts.timesFromPhotos(summary.timesFromPhotos));
  if (collections.created + collections.known > 0) lines.push(texts.collections(collections));
  if (command.photos !== null) lines.push(texts.photos(photos));
  for (const { code, count, file, example } of summary.notices)
    lines.push(notices[code](count, file, example));
  const refused = summary.rowsRefused + summary.fieldsRefused + photos.refused;
  lines.push(
    refused === 0
      ? texts.nothingRefused
      : texts.refused(summary.rowsRefused, summary.fieldsRefused, refusedFile),
  );
  const perSecond = Math.round((insightsTaken(summary) * 1000) / Math.max(elapsedMs, 1));
  lines.push(texts.took((elapsedMs / 1000).toFixed(1), perSecond));
  return lines;
}
