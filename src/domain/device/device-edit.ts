/** The most characters, as a person counts them, of a Sentinel's texts. */
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
export const AXIS_REACH: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

/** The fields of a Sentinel that a person may edit, as the form holds them. */
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

/** "other-missing": one half of a position without the other; "left-out": the field holds less than was typed. */
export type DeviceFault =
  | "too-long"
  | "not-a-position"
  | "other-missing"
  | "left-out"
  | "no-cycle-time"
  | "cycle-time-range";

export function isTooLong(text: string, limit: number): boolean {
  return [...text].length > limit;
}

export function isOnAxis(axis: Axis, degrees: number): boolean {
  return Math.abs(degrees) <= AXIS_REACH[axis];
}

export interface TypedCoordinate {
  /** What the field shows. */
  text: string;
  /** The input that was ignored, for the reason to be said; null where it was taken. */
  ignored: string | null;
}

/**
 * What a field for degrees makes of an input. It is taken where it is empty, a number on the axis, or the begin of
 * one ("-", "."); else it is ignored and the text before stands. A comma counts as a point, because some phones'
 * number keyboards have no point.
 */
export function typedCoordinate(axis: Axis, typed: string, before: string): TypedCoordinate {
  const text = typed.trim().replace(",", ".").replace("\u2212", "-");
  const isNumber = /^-?\d*\.?\d*$/.test(text);
  return isNumber && (isBeginning(text) || isOnAxis(axis, Number(text)))
    ? { text, ignored: null }
    : { text: before, ignored: typed.trim() };
}

/**
 * Parses the text of a field for degrees.
 *
 * @returns null where it is empty, "invalid" where it is no number on the axis
 */
export function readCoordinate(axis: Axis, text: string): number | null | "invalid" {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (!/^[-+]?\d*\.?\d*(e[-+]?\d+)?$/i.test(trimmed)) return "invalid";
  // A lone sign or point is NaN, which lies on no axis.
  const degrees = Number(trimmed);
  // Adding zero turns "-0" into 0.
  return isOnAxis(axis, degrees) ? degrees + 0 : "invalid";
}

/** The fault of a cycle time in minutes; null where there is none. */
export function cycleTimeFault(minutes: number | null): DeviceFault | null {
  if (minutes === null) return "no-cycle-time";
  const isGood = Number.isInteger(minutes) && minutes >= CYCLE_TIME_MIN && minutes <= CYCLE_TIME_MAX;
  return isGood ? null : "cycle-time-range";
}

/** The faults that keep an edit from being saved, by field. */
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

/** Text that becomes a number when more is typed. Empty text is not among them, because it counts as 0. */
function isBeginning(text: string): boolean {
  return ["-", ".", "-."].includes(text);
}
