import { useCallback, useEffect, useState } from "react";
import { callProblem } from "../../../client/call-problem.ts";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import {
  DEFAULT_NOTIFICATION_RULES,
  type NotificationRules,
} from "../../../domain/notification/notification-rules.ts";
import { isAway } from "../../../sync/sync-status.ts";
import { readRules, saveRules } from "./integration-calls.ts";
import type { RulesControl } from "./rules-control.ts";

/** The rules of this person's messages, read online, anew with each connection. */
export function useRules(): RulesControl {
  const { http } = useServices();
  const { phase } = useSyncStatus();
  const [rules, setRules] = useState<NotificationRules | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const away = isAway(phase);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is a reason to ask anew
  useEffect(() => {
    if (away) return;
    const abort = new AbortController();
    void readRules(http, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return;
      setFailed(outcome.kind !== "answer");
      if (outcome.kind === "answer") setRules(outcome.value.message);
    });
    return () => abort.abort();
  }, [http, away, attempt]);

  const save = useCallback(
    async (change: Partial<NotificationRules>) => {
      const named = { timeZone: rules?.timeZone ?? DEFAULT_NOTIFICATION_RULES.timeZone, ...change };
      const zone = chosenZone(named.timeZone);
      const { mutedClasses, mutedDevices, ...others } = change;
      const outcome = await saveRules(http, {
        ...others,
        timeZone: zone,
        ...(mutedClasses && { mutedClasses: [...mutedClasses] }),
        ...(mutedDevices && { mutedDevices: mutedDevices.map((muted) => ({ ...muted })) }),
      });
      if (outcome.kind !== "answer") return callProblem(outcome);
      setRules(outcome.value.message);
      return null;
    },
    [http, rules],
  );
  return { rules, failed, reload: () => setAttempt((count) => count + 1), save };
}

/** Stands for UTC that a person chose, apart from the default, which gives way to this browser's zone. */
const CHOSEN_UTC = "Etc/UTC";

function chosenZone(zone: string): string {
  return zone === DEFAULT_NOTIFICATION_RULES.timeZone ? browserZone() : zone;
}

export function browserZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === undefined || zone === DEFAULT_NOTIFICATION_RULES.timeZone ? CHOSEN_UTC : zone;
}

/** All zones that this browser knows, with the one that is chosen. */
export function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf("timeZone").filter(
    (zone) => zone !== DEFAULT_NOTIFICATION_RULES.timeZone,
  );
  return [...new Set([chosen, CHOSEN_UTC, ...known])].sort();
}
