import {
  type Axis,
  CYCLE_TIME_MAX,
  CYCLE_TIME_MIN,
  cycleTimeFault,
  DEVICE_LIMITS,
  isOnAxis,
  isTooLong,
  readCoordinate,
} from "../../../src/domain/device/device-edit.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import { FLEET_SENTENCES, NO_CYCLE_TIME_SENTENCE } from "../../../src/messages/server/fleet.ts";
import { invalid } from "../../http/api-error.ts";

/** The greatest time between two syncs: the most that an integer of a small device holds; a longer one is a mistake. */
const SYNC_TIME_MAX = 2_147_483_647;

type Sent = string | number | null | undefined;

/**
 * Reads the fields of one request about a Sentinel and collects what is wrong with them, by the name on the wire.
 * Undefined stays undefined, for unchanged; empty text is null, for cleared.
 */
export class EditedFields {
  readonly #errors: Record<string, string> = {};

  refuse(field: string, sentence: string): void {
    this.#errors[field] ??= sentence;
  }

  /** @throws ApiError invalid where anything was refused */
  check(): void {
    if (Object.keys(this.#errors).length > 0) throw invalid(this.#errors);
  }

  text(field: string, sent: Sent, limit: keyof typeof DEVICE_LIMITS): string | null | undefined {
    const text = trimmed(sent);
    if (typeof text === "string" && isTooLong(text, DEVICE_LIMITS[limit])) {
      this.refuse(field, SERVER_MESSAGES.fields.tooLong(DEVICE_LIMITS[limit]));
    }
    return text;
  }

  degrees(field: string, sent: Sent, axis: Axis): number | null | undefined {
    const read = typeof sent === "number" ? onAxis(axis, sent) : sent && readCoordinate(axis, sent);
    if (read === "invalid") this.refuse(field, FLEET_SENTENCES[axis]);
    return typeof read === "number" || read === undefined ? read : null;
  }

  /** Both halves of a position or none: set, cleared or, where undefined, left as they are. */
  position(
    latitude: number | null | undefined,
    longitude: number | null | undefined,
    names: { latitude: string; longitude: string },
  ): void {
    const isWhole = typeof latitude === typeof longitude;
    const lacksLatitude = latitude === undefined || (latitude === null && longitude !== undefined);
    if (!isWhole && lacksLatitude) this.refuse(names.latitude, FLEET_SENTENCES.latitudeMissing);
    if (!isWhole && !lacksLatitude) this.refuse(names.longitude, FLEET_SENTENCES.longitudeMissing);
  }

  /** Minutes; needed. */
  cycleTime(field: string, sent: Sent): number {
    const minutes = wholeNumber(trimmed(sent) ?? null);
    const fault = cycleTimeFault(minutes);
    if (fault === "no-cycle-time") this.refuse(field, NO_CYCLE_TIME_SENTENCE);
    else if (fault !== null)
      this.refuse(field, FLEET_SENTENCES.cycleTimeRange(CYCLE_TIME_MIN, CYCLE_TIME_MAX));
    return minutes ?? 0;
  }

  /** Minutes. */
  syncTime(field: string, sent: Sent): number | null | undefined {
    const text = trimmed(sent);
    if (text === undefined || text === null) return text;
    const minutes = wholeNumber(text);
    if (minutes !== null && minutes >= 0 && minutes <= SYNC_TIME_MAX) return minutes;
    this.refuse(field, FLEET_SENTENCES.syncTimeRange);
    return null;
  }
}

function trimmed(sent: Sent): string | null | undefined {
  if (sent === undefined || sent === null) return sent;
  return String(sent).trim() || null;
}

/** NaN, which no rule lets pass, for text that is no whole number. */
function wholeNumber(text: string | null): number | null {
  if (text === null) return null;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function onAxis(axis: Axis, degrees: number): number | "invalid" {
  return isOnAxis(axis, degrees) ? degrees : "invalid";
}
