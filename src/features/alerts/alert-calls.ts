import { isRecord } from "../../domain/record-guard.ts";
import type { Http, HttpOutcome } from "../../platform/http.ts";
import { type Guard, isFlag, isListOf, isMessage, isShape, isText } from "../../platform/json-shape.ts";
import type { AlertSettings, AlertSettingsChange } from "../../protocol/calls/alert-calls.ts";

/** PUT acknowledges all new alerts, DELETE resolves all open ones; nothing is deleted. */
export function acknowledgeAll(http: Http): Promise<HttpOutcome<unknown>> {
  return http.call({ method: "PUT", path: "/api/alerts/all", accept: isMessage(isRecord) });
}

export function resolveAll(http: Http): Promise<HttpOutcome<unknown>> {
  return http.call({ method: "DELETE", path: "/api/alerts/all", accept: isMessage(isRecord) });
}

/** Checks an answer, and settings that were stored on this device. */
export const isAlertSettings = isShape<AlertSettings>({
  settings: isRecord as Guard<AlertSettings["settings"]>,
  thresholds: isRecord as Guard<AlertSettings["thresholds"]>,
  groupSettings: isListOf(
    isShape<AlertSettings["groupSettings"][number]>({ deviceGroupId: isText, ignore: isFlag }),
  ),
});
const isAnswered = isMessage(isAlertSettings);

type SettingsOutcome = Promise<HttpOutcome<{ message: AlertSettings }>>;

export function readAlertSettings(http: Http, signal?: AbortSignal): SettingsOutcome {
  return http.call({ path: "/api/alerts/settings", accept: isAnswered, ...(signal && { signal }) });
}

/** Properties that are left out keep their values. */
export function saveAlertSettings(http: Http, change: AlertSettingsChange): SettingsOutcome {
  const body = { settings: {}, groupSettings: [], ...change };
  return http.call({ method: "PUT", path: "/api/alerts/settings", body, accept: isAnswered });
}
