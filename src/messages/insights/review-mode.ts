import type { ReviewAction } from "../../domain/insight/insight.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { CLOSE, TRY_AGAIN } from "../words.ts";
import { insightsMessages } from "./insights.ts";
import { PHOTO } from "./photo.ts";

const { actionNames } = insightsMessages;

const andMore = (others: number): string => (others === 0 ? "" : ` and ${countText(others)} more`);
const actionsCount = (count: number): string => `${countText(count)} ${count === 1 ? "action" : "actions"}`;

/** More frames than this are counted instead of named, to fit a phone's line. */
const MOST_NAMED = 6;

export const reviewModeMessages = {
  open: "Review",
  openTitle: "Review one by one, full screen (R)",
  title: "Review",
  close: CLOSE,
  /**
   * @param last the last frame's place, where a burst is looked at
   * @param matched null while it is not known yet
   * @param complete false while more may come to this device
   */
  progress: (position: number, last: number, matched: number | null, complete: boolean) => {
    const here = last > position ? `${countText(position)}–${countText(last)}` : countText(position);
    if (matched === null) return `${here}, still counting`;
    return `${here} of ${countText(matched)}${complete ? "" : " so far"}`;
  },
  progressBar: "Progress through this list",
  /** For screen readers: position and image. */
  at: (progress: string, what: readonly string[]) => `${progress}: ${what.join(", ")}`,
  photoOf: (className: string, device: string) => `${className}, photographed by ${device}`,
  previous: "Previous photo",
  next: "Next photo",
  undo: "Undo",
  redo: "Redo",
  repeat: "Repeat",
  repeatWhat: (action: string) => `Repeat: ${action}`,
  keys: "Keys",
  last: (action: string, className: string) => `Last: ${action}, ${className}`,
  imageOf: (className: string, device: string) => `${className}, ${device}`,
  undone: (image: string, others: number) => `Undone: ${image}${andMore(others)}`,
  redone: (image: string, others: number) => `Redone: ${image}${andMore(others)}`,
  cleared: "Cleared",
  act: (action: ReviewAction, active: boolean) =>
    active ? insightsMessages.statusNames[action] : actionNames[action],
  clear: "Clear",
  clearTitle: "Clear the status and go on",
  alsoConsidered: (classes: string) => `Also considered: ${classes}`,
  facts: "Facts",
  left: "No longer in this list. It stays here until you move on.",

  zoom: {
    group: "Photo tools",
    in: "Zoom in",
    out: "Zoom out",
    fill: "Fill the screen",
    fit: "Show the whole photo",
    percent: (percent: number) => `Zoom ${percent}%`,
  },

  photo: {
    loading: insightsMessages.imageLoading,
    missing: insightsMessages.imageDoesNotExist,
    failed: PHOTO.failed,
    retry: TRY_AGAIN,
    sparing: "Preview only, to save data.",
    loadFull: "Load the whole photo",
  },

  burst: {
    label: (count: number) => `Burst of ${countText(count)}`,
    frame: (frame: number, count: number) => `Frame ${countText(frame)} of ${countText(count)}`,
    at: (frame: number, count: number) => `${countText(frame)} of ${countText(count)}`,
    title: "Burst",
    button: "Act on whole bursts",
    /** For an action on several images. */
    hint: "Act on whole bursts: photos of one Sentinel and class within seconds of each other (G)",
    absent: (frames: readonly number[]) =>
      frames.length > MOST_NAMED
        ? `${countText(frames.length)} frames arrive when you are online.`
        : frames.length === 1
          ? `Frame ${frames[0]} arrives when you are online.`
          : `Frames ${frames.slice(0, -1).join(", ")} and ${frames.at(-1)} arrive when you are online.`,
    confidence: (photo: string, burst: string) => `photo ${photo}, burst ${burst}`,
    confidenceBrief: (photo: string, burst: string) => `${photo}, burst ${burst}`,
    oneStep: (count: number) => `Applies to all ${countText(count)} photos`,
  },

  end: {
    title: "End of the list",
    through: (matched: number) =>
      matched === 1
        ? "You are through the only one in this list."
        : `You are through all ${countText(matched)} in this list.`,
    nothingTitle: "Nothing left in this list",
    nothing: "Change a filter in the list to review more.",
    unsaved: (count: number) => `${actionsCount(count)} not saved yet.`,
    waits: "What you saved is sent when you are online.",
    allSaved: "Everything is saved.",
    save: (count: number) => `Save ${countText(count)}`,
    back: "Back to the list",
    again: "Start again",
  },

  failed: insightsMessages.failed,
  retry: TRY_AGAIN,
  loading: "Reading the list",

  keysGroup: "Review mode",
  keyLines: {
    start: "Review one by one, full screen",
    acknowledge: "Acknowledge and go on",
    archive: "Archive and go on",
    clear: "Clear the status and go on",
    favorite: "Favorite and go on",
    frames: "Frames of a burst, then photos",
    undo: "Undo, and back to the photo",
    redo: "Redo",
    repeat: "Repeat the last action",
    zoom: "Zoom in, out, back",
    fill: "Fill the screen, or show the whole photo",
    boxes: "Show or hide the boxes around animals",
    brighten: "Brighten photos taken at night",
    skip: "Skip items without a photo",
    bursts: "Act on whole bursts, or photo by photo (where Collections is off)",
    save: "Save, and stay here",
    leave: "Leave review mode",
    swipes: "Swipe left to archive, right to acknowledge, up to favorite. Pinch or double tap to zoom.",
  },
} as const;
