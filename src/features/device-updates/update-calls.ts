import { FIRMWARE_TAGS, UPDATE_STATUSES } from "../../domain/device/device-update.ts";
import type { UpdateRequest } from "../../domain/device/device-update-request.ts";
import type { Http, HttpOutcome, Refusal } from "../../platform/http.ts";
import {
  isListOf,
  isMessage,
  isNumber,
  isOneOf,
  isOrNull,
  isShape,
  isText,
} from "../../platform/json-shape.ts";
import type { UpdateConflicts } from "../../protocol/device-updates.ts";
import type { Release, Update } from "../../protocol/shapes.ts";

export const UPDATES_PATH = "/api/devices/update";
export const RELEASES_PATH = "/api/modelRelease/approved";

export const isUpdate = isShape<Update>({
  deviceUpdateId: isText,
  status: isOneOf(UPDATE_STATUSES),
  algReleaseId: isText,
  firmwareReleaseTag: isOneOf(FIRMWARE_TAGS),
  cycleTime: isNumber,
  triggerNumber: isNumber,
  satelliteFixTime: isOrNull(isNumber),
  satellitePasses: isOrNull(isNumber),
  createdAt: isText,
  deviceIds: isListOf(isText),
  deviceReports: isListOf(
    isShape<Update["deviceReports"][number]>({
      deviceId: isText,
      status: isOneOf(UPDATE_STATUSES),
      detail: isOrNull(isText),
    }),
  ),
});
export const isRelease = isShape<Release>({ id: isText, name: isText });
const isUpdateAnswer = isMessage(isUpdate);

/** Must not be repeated: a second call conflicts with the first while that is pending. */
export function createUpdate(http: Http, request: UpdateRequest): Promise<HttpOutcome<{ message: Update }>> {
  return http.call({ method: "POST", path: UPDATES_PATH, body: request, accept: isUpdateAnswer });
}

export function dropUpdate(http: Http, updateId: string): Promise<HttpOutcome<{ message: Update }>> {
  const path = `${UPDATES_PATH}/${encodeURIComponent(updateId)}`;
  return http.call({ method: "PUT", path, body: { status: "dropped" }, accept: isUpdateAnswer });
}

const isConflicts = isListOf(
  isShape<UpdateConflicts[number]>({ email: isOrNull(isText), deviceUpdateId: isText }),
);

/**
 * The conflicting updates; empty where the server does not name them. They may have another owner's e-mail address, but
 * only of one who shares a device with the caller.
 */
export function conflictsOf({ message }: Refusal): UpdateConflicts {
  return isConflicts(message) ? message : [];
}
