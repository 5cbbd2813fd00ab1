import {
  DEFAULT_FIRMWARE_TAG,
  DEFAULT_SATELLITE_FIX_MINUTES,
  DEFAULT_UPDATE_CYCLE_MINUTES,
  DEFAULT_UPDATE_TRIGGER_NUMBER,
} from "../../domain/device/device-update.ts";
import { type CheckedUpdateRequest, checkUpdateRequest } from "../../domain/device/device-update-request.ts";

/** As typed; "" is no choice yet. */
export interface UpdateDraft {
  deviceIds: ReadonlySet<string>;
  releaseId: string;
  cycleTime: string;
  triggerNumber: string;
  fixTime: string;
  passes: string;
  firmwareTag: string;
}

export const EMPTY_DRAFT: UpdateDraft = {
  deviceIds: new Set(),
  releaseId: "",
  cycleTime: String(DEFAULT_UPDATE_CYCLE_MINUTES),
  triggerNumber: String(DEFAULT_UPDATE_TRIGGER_NUMBER),
  fixTime: String(DEFAULT_SATELLITE_FIX_MINUTES),
  passes: "",
  firmwareTag: DEFAULT_FIRMWARE_TAG,
};

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
