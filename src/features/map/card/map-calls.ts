import type { Http } from "../../../platform/http.ts";
import { isFlag, isMessage, isShape } from "../../../platform/json-shape.ts";

/** Takes a Sentinel's position away; the Sentinel stays. */
export function removeFromMap(http: Http, deviceId: string) {
  return http.call({
    method: "DELETE",
    path: `/api/dataClearing/${encodeURIComponent(deviceId)}`,
    query: { location: "true" },
    accept: isMessage(isShape<{ location: boolean }>({ location: isFlag })),
  });
}
