import { isRecord } from "../record-guard.ts";
import {
  FIRMWARE_TAGS,
  type FirmwareTag,
  MAX_UPDATE_DEVICES,
  SATELLITE_FIX_MINUTES,
  UPDATE_CYCLE_MINUTES,
  UPDATE_TRIGGER_NUMBERS,
} from "./device-update.ts";

/** An update as a person asks for it. */
export interface UpdateRequest {
  /** Without repetitions. */
  readonly deviceIds: readonly string[];
  readonly firmwareReleaseTag: FirmwareTag;
  readonly algReleaseId: string;
  readonly settings: {
    /** Minutes. */
    readonly cycleTime: number;
    readonly triggerNumber: number;
    /** Minutes; null leaves it to the Sentinel. */
    readonly satelliteFixTime: number | null;
    readonly satellitePasses: number | null;
  };
}

export type UpdateRequestFault = "missing" | "not_an_option";
/** By the field of the call: `deviceIds`, `settings.cycleTime`, … */
export type UpdateRequestFaults = ReadonlyMap<string, UpdateRequestFault>;
export type CheckedUpdateRequest =
  | { readonly ok: true; readonly request: UpdateRequest }
  | { readonly ok: false; readonly faults: UpdateRequestFaults };

const MAX_ID_LENGTH = 200;

/** Checks a form or the body of a call: the five required fields, and every value against its options. */
export function checkUpdateRequest(body: unknown): CheckedUpdateRequest {
  const fields = recordOf(body);
  const settings = recordOf(fields.settings);
  const faults = new Map<string, UpdateRequestFault>();
  const fail = (field: string, fault: UpdateRequestFault): null => {
    faults.set(field, fault);
    return null;
  };
  /** The value as `accept` returns it, else null with a fault noted. */
  const required = <T>(field: string, value: unknown, accept: (value: unknown) => T | null): T | null =>
    isBlank(value) ? fail(field, "missing") : (accept(value) ?? fail(field, "not_an_option"));
  const optional = <T>(field: string, value: unknown, accept: (value: unknown) => T | null): T | null =>
    isBlank(value) ? null : (accept(value) ?? fail(field, "not_an_option"));

  const deviceIds = required("deviceIds", fields.deviceIds, idsOf);
  const firmwareReleaseTag = required("firmwareReleaseTag", fields.firmwareReleaseTag, oneOf(FIRMWARE_TAGS));
  const algReleaseId = required("algReleaseId", fields.algReleaseId, idOf);
  const cycleTime = required("settings.cycleTime", settings.cycleTime, oneOf(UPDATE_CYCLE_MINUTES));
  const triggerNumber = required(
    "settings.triggerNumber",
    settings.triggerNumber,
    oneOf(UPDATE_TRIGGER_NUMBERS),
  );
  const satelliteFixTime = optional(
    "settings.satelliteFixTime",
    settings.satelliteFixTime,
    oneOf(SATELLITE_FIX_MINUTES),
  );
  const satellitePasses = optional("settings.satellitePasses", settings.satellitePasses, countOf);
  if (faults.size > 0) return { ok: false, faults };
  const requested = { cycleTime, triggerNumber, satelliteFixTime, satellitePasses };
  const request = { deviceIds, firmwareReleaseTag, algReleaseId, settings: requested };
  // `required` notes a fault for each null, so without a fault every required value is there.
  return { ok: true, request: request as UpdateRequest };
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function oneOf<const T>(options: readonly T[]): (value: unknown) => T | null {
  return (value) => options.find((option) => option === value) ?? null;
}

function idsOf(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length > MAX_UPDATE_DEVICES) return null;
  const ids = value.map(idOf);
  return ids.includes(null) ? null : [...new Set(ids as string[])];
}

function idOf(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === "string" && value.length > 0 && value.length <= MAX_ID_LENGTH ? value : null;
}

/** Up to the greatest value of PostgreSQL's integer. */
function countOf(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 2_147_483_647
    ? Number(value)
    : null;
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
