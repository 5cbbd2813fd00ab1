import type { ArrivedReport, ReportOrder } from "../../../src/domain/alert/device-arrivals.ts";
import { voltsOf } from "../../../src/domain/device/device-report.ts";
import { isoTimeOrNull } from "../../../src/domain/time.ts";
import { INGEST_SENTENCES } from "../../../src/messages/server/ingest.ts";
import type { StatusReport, StatusTaken } from "../../../src/protocol/ingest.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import { reportArrived } from "../alerts/evaluation-service.ts";
import type { DeviceCaller } from "../devices/device-key.ts";
import { isStartupData, knownReport } from "./known-report.ts";
import { readSentTime } from "./sent-time.ts";
import {
  type DeviceFields,
  type OvertakenReport,
  type StatusColumns,
  takeReport,
} from "./status-repository.ts";

/**
 * Stores a status report. A report is identified by its moment: a repeated one changes nothing, and a late one sets
 * only fields that no later report has set. Alerts about the Sentinel are evaluated with it.
 *
 * @throws ApiError invalid
 */
export async function takeStatus(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  device: DeviceCaller,
  sent: StatusReport,
): Promise<StatusTaken["message"]> {
  const nowMs = clock.now();
  const report = knownReport(sent);
  const errors: Record<string, string> = {};
  const time = (field: "recorded_at" | "last_trigger_at"): number | null => {
    const text = report[field] ?? null;
    const read = text === null ? null : readSentTime(text);
    if (text !== null && read === null) errors[field] = INGEST_SENTENCES.time;
    // A clock that runs ahead must not make later reports look older than this one.
    return read === null ? null : Math.min(read.epochMs, nowMs);
  };
  const recordedMs = time("recorded_at") ?? nowMs;
  const fields = fieldsOf(report, time("last_trigger_at"));
  if ((report.latitude ?? null) === null && (report.longitude ?? null) !== null) {
    errors.latitude = INGEST_SENTENCES.halfPosition;
  }
  if ((report.latitude ?? null) !== null && (report.longitude ?? null) === null) {
    errors.longitude = INGEST_SENTENCES.halfPosition;
  }
  if (!isStartupData(report.summary?.startup_data)) {
    errors["summary.startup_data"] = INGEST_SENTENCES.startupData;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const taken = { recordedMs, receivedMs: nowMs, fields, report: JSON.stringify(report) };
  const lastSeenMs = await db.write(async (transaction) => {
    const stored = await takeReport(db, transaction, device.deviceRef, taken);
    if (stored === undefined) throw new ApiError(401, "signed_out");
    if (stored.isNew) {
      const arrived = { report: arrivedReport(fields), order: orderOf(recordedMs, stored.overtaken) };
      await reportArrived(db, transaction, device.deviceRef, arrived, nowMs);
    }
    return stored.lastSeenMs;
  });
  return { device_id: device.deviceId, last_seen: isoTimeOrNull(lastSeenMs) };
}

/** The part of a report that alerts need. */
function arrivedReport({ columns }: DeviceFields): ArrivedReport {
  const { battery_voltage, cable_error, images_processed, last_trigger_at } = columns;
  return {
    batteryVoltage: battery_voltage ?? null,
    hasCableError: cable_error == null ? null : cable_error === 1,
    imagesProcessed: images_processed ?? null,
    lastTriggerMs: last_trigger_at ?? null,
  };
}

function orderOf(recordedMs: number, overtaken: OvertakenReport | null): ReportOrder | null {
  if (overtaken === null) return null;
  const { newestReceivedMs, unsaid } = overtaken;
  return { recordedMs, newestReceivedMs, unsaid: arrivedReport(unsaid) };
}

/** The columns that a report sets. */
function fieldsOf(report: StatusReport, lastTriggerMs: number | null): DeviceFields {
  const volts = report.battery_voltage ?? null;
  const cable = report.cable_error ?? null;
  const hasPosition = report.satellite_fix !== false;
  const columns: StatusColumns = {
    battery_voltage: volts === null ? null : voltsOf(volts),
    memory_remaining: report.memory_remaining ?? null,
    images_processed: report.images_processed ?? null,
    last_trigger_at: lastTriggerMs,
    cable_error: cable === null ? null : cable ? 1 : 0,
    latitude: hasPosition ? (report.latitude ?? null) : null,
    longitude: hasPosition ? (report.longitude ?? null) : null,
    sat_passes: report.sat_passes ?? null,
    satellite_uid: report.satellite_uid ?? null,
    lora_uid: report.lora_uid ?? null,
    cell_uid: report.cell_uid ?? null,
    software_version: report.software_version ?? null,
    hardware_id: report.hardware_id ?? null,
    mcu_version: report.mcu_version ?? null,
  };
  return { columns: stated(columns), summary: stated(report.summary ?? {}) };
}

function stated<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}
