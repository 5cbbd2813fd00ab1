import type { BatteryTier } from "../../domain/device/battery.ts";
import { AXIS_REACH, type Axis, type DeviceFault } from "../../domain/device/device-edit.ts";
import { UNNAMED_DEVICE } from "../../domain/device/device-name.ts";
import { DEVICE_FIELD_LABELS } from "./device-fields.ts";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const DEVICES = {
  remark: (count: number, low: number) =>
    low === 0
      ? counted(count, "Sentinel", "Sentinels")
      : `${counted(count, "Sentinel", "Sentinels")}, ${counted(low, "low battery", "low batteries")}`,
  none: "No Sentinel yet",
  notYet: "No Sentinel on this device yet",
  noneWords:
    "Add one with the Device ID that is printed on it. Its insights come here as soon as it sends them.",
  add: "Add a Sentinel",
  addWhat: "Adding a Sentinel",
  open: (name: string) => `Edit ${name}`,
  waiting: "Waiting to be sent",
  noLocation: "No Location Available",
  never: "Never",
  absent: "–",
  columns: {
    photo: "Last photo",
    name: "Sentinel",
    location: "Location",
    group: "Group",
    battery: "Battery, V",
    reliable: "Reliable",
    seen: "Last seen, UTC",
    sinceInsight: "Last insight",
    sinceImage: "Last image",
    space: "Space left",
    images: "Images",
    update: "Update",
    id: "Device ID",
    ownName: "Own name",
    description: "Description",
    locationDescription: "Location description",
    latitude: "Latitude",
    longitude: "Longitude",
    cycle: "Cycle time",
    trigger: "Trigger number",
    syncTime: "Sync time",
    memory: "Memory left, bytes",
    cycles: "Cycles",
    software: "Software version",
    mcu: "MCU version",
    hardware: "Hardware ID",
    cell: "Cell ID",
    satellite: "Satellite ID",
    lora: "LoRa ID",
    passes: "Satellite passes",
    models: "Models",
  },
  hours: (hours: number) => `${hours.toLocaleString("en")} h ago`,
  volts: (volts: number) => `${volts.toFixed(2)} V`,
  batteryTiers: {
    full: "Full",
    high: "High",
    good: "Good",
    medium: "Medium",
    fair: "Fair",
    low: "Low",
    unknown: "No reading",
  } satisfies Record<BatteryTier, string>,
  reliability: { yes: "Reliable", no: "Not reliable" },
  replaceBatteries: "Please replace batteries",
} as const;

/** A pasted text may be of any length. */
const shortened = (typed: string) => (typed.length > 24 ? `${typed.slice(0, 24)}…` : typed);

export const DEVICE_FORM = {
  title: (name: string) => `Edit ${name}`,
  id: (deviceId: string) => `Device ID ${deviceId}`,
  atMost: (characters: number) => `At most ${characters} characters`,
  left: (left: number) => (left === 1 ? "1 character left" : `${left} characters left`),
  nameHint: (ownName: string | null) =>
    `Leave empty to show the Sentinel’s own name: ${ownName || UNNAMED_DEVICE}`,
  place: "Position",
  locate: "Use my position",
  locating: "Looking for your position",
  located: (accuracyM: number) =>
    `Your position is entered, accurate to about ${accuracyM < 10 ? accuracyM.toFixed(0) : Math.round(accuracyM).toLocaleString("en")} m. Save keeps it.`,
  rough: "That is inaccurate: step into the open and try again, or type the position.",
  notLocated: {
    denied:
      "This site is not allowed to use your position. Allow it in the browser’s settings, or type the position.",
    missing: "Your position needs a secure (https) address. Type the position instead.",
    unavailable: "Your position could not be found. Step into the open and try again, or type the position.",
    late: "No position came in time. Step into the open and try again, or type the position.",
  },
  chooseCycle: "Choose a cycle time",
  save: "Save",
  saved: (name: string) => `${name}: saved, and being sent.`,
  savedWaiting: (name: string) => `${name} is saved on this device. It is sent when you are online.`,
  unchanged: "Nothing was changed.",
  check: "Please check the marked fields.",
  waiting: "What you saved of this Sentinel is on this device. It is sent when you are online.",
  failed:
    "This device could not store your change. Free some space, then try again. Nothing is lost: the form is as it was.",
  forbidden: "Your account may look at Sentinels, not change them.",
  discardAsk: "You have changed something that is not saved.",
  discard: "Discard",
  keepEditing: "Keep editing",
  offline: "You are offline. What you save stays on this device and is sent when you are online.",
  goneTitle: "This Sentinel is not here",
  gone: "It is not among the Sentinels on this device: it was removed, is no longer yours, or has not come yet.",
  ignored: (axis: Axis, typed: string) =>
    `${DEVICE_FIELD_LABELS[axis]} lies between -${AXIS_REACH[axis]} and ${AXIS_REACH[axis]}: “${shortened(typed)}” was ignored.`,
  faults: {
    "too-long": "This is too long.",
    "not-a-position": "Not a position in degrees.",
    "other-missing": "A position needs both latitude and longitude.",
    "left-out": "Not all that you typed is in this field. Check the number, then press Save again.",
    "no-cycle-time": "No cycle time given",
    "cycle-time-range": "A cycle time is 1 to 2880 minutes.",
  } satisfies Record<DeviceFault, string>,
  health: "Health",
} as const;

const SUPPORT = "Support is needed to regain access.";

export const DEVICE_ACCESS = {
  title: "Access",
  what: "Changing access",
  cancel: "Cancel",
  rotate: {
    button: "New ingest key",
    title: (name: string) => `New ingest key for ${name}?`,
    words:
      "The old key ends at once: the Sentinel sends nothing more until the new one is entered in it. The new key is shown once.",
    confirm: "Make a new key",
    done: (name: string) => `New key for ${name}`,
  },
  archive: {
    button: "Archive all insights",
    title: (name: string) => `Archive all insights of ${name}?`,
    words:
      "All insights of this Sentinel so far, with their photos, are set aside for everyone who has it. New ones still come.",
    support: SUPPORT,
    confirm: "Archive all insights",
    done: (name: string) => `All insights of ${name} are archived.`,
  },
  revoke: {
    button: "Revoke ownership",
    title: (name: string) => `Revoke your ownership of ${name}?`,
    words:
      "The Sentinel leaves your account, with its insights, its group and its updates. Others who have it keep it.",
    support: SUPPORT,
    confirm: "Revoke ownership",
    done: (name: string) => `${name} is no longer yours.`,
  },
  unsent: "You have unsent work on this Sentinel. It may be refused afterwards: send it first.",
} as const;

export const ADD_DEVICE = {
  title: DEVICES.add,
  deviceId: "Device ID",
  deviceIdHint: "Printed on the Sentinel",
  deviceIdMissing: "Please enter the Device ID.",
  name: "Name",
  location: "Location name",
  claim: "Claim code",
  claimHint: "Only if your operator gave you a code",
  unassigned: "For somebody else: make a claim code for them",
  submit: "Add",
  added: (name: string) => `${name} is added`,
  claimed: (name: string) => `${name} is yours now.`,
  unanswered:
    "The server did not answer, so it is not known whether the Sentinel was added. Check the list before you try again: if it is there, make a new ingest key for it.",
  key: "Ingest key",
  claimCode: "Claim code",
  keyWarning:
    "This is shown once and never again. Copy it now and enter it in the Sentinel. If you lose it, make a new one.",
  claimWarning: "This is shown once and never again. Copy it now and give it to the new owner.",
  copy: (what: string) => `Copy: ${what}`,
  copyButton: "Copy",
  copied: (what: string) => `Copied: ${what}.`,
  leaving: "It was not copied here. Close only if you have written it down: it cannot be shown again.",
  leave: "Close for good",
  copyFailed: "The browser could not copy it. Select it and copy it by hand.",
  done: "Done",
} as const;
