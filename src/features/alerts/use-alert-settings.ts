import { useCallback, useEffect, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import { isRecord } from "../../domain/record-guard.ts";
import { ALERT_SETTINGS } from "../../messages/alerts/alert-settings.ts";
import type { Http } from "../../platform/http.ts";
import { browserLocalValues, LOCAL_KEYS, type LocalValues } from "../../platform/stored-values.ts";
import type { AlertSettings, AlertSettingsChange } from "../../protocol/calls/alert-calls.ts";
import { isAway } from "../../sync/sync-status.ts";
import { isAlertSettings, readAlertSettings, saveAlertSettings } from "./alert-calls.ts";
import type { AlertSettingsControl } from "./alert-settings-control.ts";
import { errorsByField, type SettingsErrors } from "./alert-settings-draft.ts";

/** The settings of alerts: read from the server, anew with each connection, and stored for reading without one. */
export function useAlertSettings(): AlertSettingsControl {
  const { http, userId } = useServices();
  const { phase } = useSyncStatus();
  const [values] = useState(() => browserLocalValues());
  const [settings, setSettings] = useState(() => storedSettings(values, userId));
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const away = isAway(phase);

  const take = useCallback(
    (read: AlertSettings) => {
      values.set(LOCAL_KEYS.alertSettings, JSON.stringify({ userId, settings: read }));
      setSettings(read);
      setFailed(false);
    },
    [values, userId],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is a reason to ask anew
  useEffect(() => {
    if (away) return;
    const abort = new AbortController();
    void readAlertSettings(http, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return;
      if (outcome.kind === "answer") take(outcome.value.message);
      else setFailed(outcome.kind === "refusal");
    });
    return () => abort.abort();
  }, [http, away, attempt, take]);

  return {
    settings,
    failed,
    busy,
    reload: () => setAttempt((count) => count + 1),
    async save(change) {
      setBusy(true);
      const refused = await saveOrReload(http, change, take);
      setBusy(false);
      return refused;
    },
  };
}

/**
 * Saves settings. Where a group is gone, nothing was saved, and the settings are read anew.
 *
 * @param take called with the settings as they are now, where the server says them
 * @returns null where they are saved, else sentences by field
 */
async function saveOrReload(
  http: Http,
  change: AlertSettingsChange,
  take: (settings: AlertSettings) => void,
): Promise<SettingsErrors | null> {
  const outcome = await saveAlertSettings(http, change);
  if (outcome.kind === "answer") {
    take(outcome.value.message);
    return null;
  }
  const general = callProblem(outcome);
  if (outcome.kind === "unreachable") return { general };
  if (outcome.status !== 404) return { ...errorsByField(outcome.refusal.errors, change), general };
  const now = await readAlertSettings(http);
  if (now.kind !== "answer") return { general };
  take(now.value.message);
  return { general: ALERT_SETTINGS.groupGone };
}

/** The settings that were stored for this user; null where there are none, or another program wrote there. */
export function storedSettings(values: Pick<LocalValues, "get">, userId: number): AlertSettings | null {
  try {
    const stored: unknown = JSON.parse(values.get(LOCAL_KEYS.alertSettings) ?? "null");
    const isOurs = isRecord(stored) && stored.userId === userId;
    return isOurs && isAlertSettings(stored.settings) ? stored.settings : null;
  } catch {
    // Another version of the app, or a person, may have written text that is not JSON.
    return null;
  }
}
