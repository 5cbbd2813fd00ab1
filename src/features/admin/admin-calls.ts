import type { Http, HttpOutcome } from "../../platform/http.ts";
import {
  isFlag,
  isListOf,
  isMessage,
  isNumber,
  isOrNull,
  isShape,
  isText,
} from "../../platform/json-shape.ts";
import type { NewRelease } from "../../protocol/device-updates.ts";
import { isAlg } from "../../protocol/records/internal-guards.ts";
import type { Alg, Component, Release } from "../../protocol/shapes.ts";

export const USERS_PATH = "/api/internal/users";
export const DEVICES_PATH = "/api/internal/devices";
export const ALGS_PATH = "/api/internal/algs";
export const RELEASES_PATH = "/api/modelRelease";

const isComponent = isShape<Component>({
  algMetadataId: isText,
  isIntermediate: isFlag,
  saveBBImages: isFlag,
  saveCroppedImages: isFlag,
  downstreamConfigs: Array.isArray,
  bypassClasses: isListOf(isNumber),
  ignoredClasses: isListOf(isNumber),
  imageNormalizationMethod: isText,
});
export const isRelease = isShape<Release>({
  id: isText,
  name: isText,
  description: isOrNull(isText),
  components: isListOf(isComponent),
});

export function createRelease(http: Http, release: NewRelease): Promise<HttpOutcome<{ message: Release }>> {
  return http.call({ method: "POST", path: RELEASES_PATH, body: release, accept: isMessage(isRelease) });
}

/** The server reads the file that lies there, and answers the alg with its checksum. */
export function updateAlg(
  http: Http,
  algId: string,
  place: { bucket: string; path: string },
): Promise<HttpOutcome<{ message: Alg }>> {
  const path = `${ALGS_PATH}/${encodeURIComponent(algId)}`;
  return http.call({ method: "PUT", path, body: place, accept: isMessage(isAlg) });
}
