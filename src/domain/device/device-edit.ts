/** The most characters, as a person counts them, of what people write about a Sentinel. */
export const DEVICE_LIMITS = {
  name: 30,
  description: 100,
  locationName: 30,
  locationDescription: 100,
} as const;

/** Minutes; the longest is that of the longest duration option. */
export const CYCLE_TIME_MIN = 1;
export const CYCLE_TIME_MAX = 2880;

export type Axis = "latitude" | "longitude";
/** Degrees to either side of zero. */
const AXIS_REACH: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

/** What a person may edit of a Sentinel, as the form's fields hold it. */
export interface DeviceEdit {
  name: string;
  description: string;
  locationName: string;
  locationDescription: string;
  latitude: string;
  longitude: string;
  /** Minutes; null where none is chosen. */
  cycleTime: number | null;
}

/** "other-missing": one half of a position without the other. */
export type DeviceFault =
  | "too-long"
  | "not-a-position"
  | "other-missing"
  | "no-cycle-time"
  | "cycle-time-range";

export function isTooLong(text: string, limit: number): boolean {
  return [...text].length > limit;
}

export function isOnAxis(axis: Axis, degrees: number): boolean {
  return Math.abs(degrees) <= AXIS_REACH[axis];
}

/**
 * What a field for degrees shows after somebody typed into it: what was typed where it is empty, a number on the
 * axis, or the beginning of one ("-", "."); else what it held before. A comma is taken for the point that some
 * phones' number keyboards do not have.
 */
export function typedCoordinate(axis: Axis, typed: string, before: string): string {
  const text = typed.trim().replace(",", ".").replace("\u2212", "-");
  if (!/^-?\d*\.?\d*$/.test(text)) return before;
  return isBeginning(text) || isOnAxis(axis, Number(text)) ? text : before;
}

/**
 * Degrees as the text of a field says them.
 *
 * @returns null where it is empty, "invalid" where it is no number on the axis
 */
export function readCoordinate(axis: Axis, text: string): number | null | "invalid" {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (!/^[-+]?\d*\.?\d*(e[-+]?\d+)?$/i.test(trimmed)) return "invalid";
  // A lone sign or point is NaN, which lies on no axis.
  const degrees = Number(trimmed);
  // Adding zero makes of "-0" a plain 0.
  return isOnAxis(axis, degrees) ? degrees + 0 : "invalid";
}

/** What is wrong with a cycle time in minutes; null where nothing is. */
export function cycleTimeFault(minutes: number | null): DeviceFault | null {
  if (minutes === null) return "no-cycle-time";
  const isGood = Number.isInteger(minutes) && minutes >= CYCLE_TIME_MIN && minutes <= CYCLE_TIME_MAX;
  return isGood ? null : "cycle-time-range";
}

/** What keeps an edit from being saved, by field; empty where nothing does. */
export function deviceEditFaults(edit: DeviceEdit): Partial<Record<keyof DeviceEdit, DeviceFault>> {
  const faults: Partial<Record<keyof DeviceEdit, DeviceFault>> = {};
  for (const field of ["name", "description", "locationName", "locationDescription"] as const) {
    if (isTooLong(edit[field], DEVICE_LIMITS[field])) faults[field] = "too-long";
  }
  for (const [axis, other] of AXES) {
    const degrees = readCoordinate(axis, edit[axis]);
    if (degrees === "invalid") faults[axis] = "not-a-position";
    else if (degrees === null && edit[other].trim() !== "") faults[axis] = "other-missing";
  }
  const ofCycleTime = cycleTimeFault(edit.cycleTime);
  if (ofCycleTime) faults.cycleTime = ofCycleTime;
  return faults;
}

const AXES = [
  ["latitude", "longitude"],
  ["longitude", "latitude"],
] as const;

/** Text that is no number yet but becomes one when more is typed; empty text counts as 0 anyway. */
function isBeginning(text: string): boolean {
  return ["-", ".", "-."].includes(text);
}
