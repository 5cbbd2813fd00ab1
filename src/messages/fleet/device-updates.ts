import type { UpdateStatus } from "../../domain/device/device-update.ts";
import { durationText } from "./device-fields.ts";
import { devicesText, FLEET } from "./fleet.ts";

/** The words of the Device Updates screen; those marked so are literal in the specification. */
export const DEVICE_UPDATES = {
  title: "Device Updates",
  caption: "Your device updates",
  list: "The list of device updates",
  count: (count: number) => (count === 1 ? "1 update" : `${count.toLocaleString("en")} updates`),
  empty: "No device updates yet",
  emptyWords: "An update brings a release, firmware and settings to Sentinels the next time they report in.",
  changing: "Creating and dropping updates",

  columns: {
    update: "Update",
    status: "Status",
    devices: "Sentinels",
    deviceCount: "Number of Sentinels",
    reports: "Device reports",
    release: "Release",
    firmware: "Firmware tag",
    cycle: "Cycle time",
    trigger: "Trigger number",
    fix: "Satellite fix time",
    passes: "Satellite passes",
    created: "Created, UTC",
    releaseId: "Release ID",
  },
  name: (id: string) => `Update ${id}`,
  open: (id: string) => `Open update ${id}`,
  unknownRelease: (id: string) => `Release ${id}`,
  unknownDevice: (id: string) => `Sentinel ${id}`,

  onDevices: (count: number) => `Pending on ${devicesText(count)}`,
  said: "Device reports",
  saidWords: "An update passes once all its Sentinels have reported success.",
  report: (name: string, status: UpdateStatus | null, detail: string | null) =>
    [`${name}: ${FLEET.updateStatus(status)}`, detail].filter(Boolean).join(", "),
  settings: "Settings",
  gone: "This update is not here",
  goneWords: "It is not among your updates.",
  ended: "This update is no longer pending",
  endedWords: "Only pending updates can be opened.",
  drop: "Drop the update",
  dropSure: (count: number) =>
    `Drop this update? ${count === 1 ? "Its Sentinel is" : `Its ${devicesText(count)} are`} no longer asked for it; what a Sentinel has applied already stays.`,
  dropConfirm: "Drop",
  keep: "Keep it",
  dropped: (id: string) => `Update ${id} is dropped.`,

  make: "New update",
  makeTitle: "New device update",
  makeWords: "Sentinels apply it the next time they report in.",
  create: "Create the update",
  created: (count: number) => `The update is created for ${devicesText(count)}.`,
  devices: "Sentinels",
  pendingNow: "Update pending",
  release: "Release",
  chooseRelease: "Choose a release",
  releasesLoading: "Releases are being read",
  releasesMissing: "The releases could not be read. They are needed to create an update.",
  noRelease:
    "No release is approved for your account yet, so no update can be created. Ask support to approve one for you.",
  cycle: "Cycle time",
  minutes: durationText,
  trigger: "Trigger number",
  photos: (count: number) => `${count} photos`,
  fix: "Satellite fix time",
  passes: "Satellite passes (optional)",
  passesWrong: "Give a whole number, 0 or more, or leave it empty.",
  firmware: "Firmware tag",
  /** Literal. */
  missing: "Please fill in all required fields.",
  conflict: "Some of the selected Sentinels already have a pending update.",
  conflictDrop: "Drop the pending update from the Device Updates tab, then create this one again.",
  conflictList: "Pending updates of these Sentinels",
  conflictLine: (owner: string, id: string) => `${owner}: update ${id}`,
  formerOwner: "Somebody who no longer shares the Sentinel",
  conflictOpen: (id: string) => `Open update ${id}`,
  /** Literal. */
  unknownError: "An unknown error has occurred. Contact sentinel-support for more information.",
} as const;
