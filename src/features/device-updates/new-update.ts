import {
  DEFAULT_FIRMWARE_TAG,
  DEFAULT_SATELLITE_FIX_MINUTES,
  DEFAULT_UPDATE_CYCLE_MINUTES,
  DEFAULT_UPDATE_TRIGGER_NUMBER,
} from "../../domain/device/device-update.ts";
import { type CheckedUpdateRequest, checkUpdateRequest } from "../../domain/device/device-update-request.ts";
import type { Release, Update } from "../../protocol/shapes.ts";

/** As typed; "" is no choice yet. */
export interface UpdateDraft {
  deviceIds: ReadonlySet<string>;
  /** Null: nobody has touched it. */
  releaseId: string | null;
  cycleTime: string;
  triggerNumber: string;
  fixTime: string;
  passes: string;
  firmwareTag: string;
}

export const EMPTY_DRAFT: UpdateDraft = {
  deviceIds: new Set(),
  releaseId: null,
  cycleTime: String(DEFAULT_UPDATE_CYCLE_MINUTES),
  triggerNumber: String(DEFAULT_UPDATE_TRIGGER_NUMBER),
  fixTime: String(DEFAULT_SATELLITE_FIX_MINUTES),
  passes: "",
  firmwareTag: DEFAULT_FIRMWARE_TAG,
};

/**
 * An untouched draft has the one release there is, or that of the person's newest update: who updates one Sentinel after
 * the other gives them the same.
 *
 * @param earlier newest first
 */
export function withUsualRelease(
  draft: UpdateDraft,
  releases: readonly Pick<Release, "id">[],
  earlier: readonly Pick<Update, "algReleaseId">[],
): UpdateDraft {
  if (draft.releaseId !== null) return draft;
  const [only, ...others] = releases;
  const usual = others.length === 0 ? only : releases.find(({ id }) => id === earlier[0]?.algReleaseId);
  // Without one nothing is chosen: what is kept of the draft while the releases load must stay untouched.
  return usual === undefined ? draft : { ...draft, releaseId: usual.id };
}

/** The server checks by the same rule. */
export function checkDraft(draft: UpdateDraft): CheckedUpdateRequest {
  return checkUpdateRequest({
    deviceIds: [...draft.deviceIds],
    firmwareReleaseTag: draft.firmwareTag,
    algReleaseId: draft.releaseId,
    settings: {
      cycleTime: figureOf(draft.cycleTime),
      triggerNumber: figureOf(draft.triggerNumber),
      satelliteFixTime: figureOf(draft.fixTime),
      satellitePasses: figureOf(draft.passes),
    },
  });
}

function figureOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
