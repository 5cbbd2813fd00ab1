import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { createPushDevice } from "../../client/push/push-device.ts";
import { type TakenIntent, takeIntent } from "../../client/push/take-intent.ts";
import { useServices } from "../../client/services.tsx";
import { useOutboxState } from "../../client/use-sync.ts";
import { maySaveBulkActions } from "../../domain/account/role.ts";
import { UNDO_HOLD_MS } from "../../domain/outbox/outbox-record.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import { PUSH } from "../../messages/alerts/push.ts";
import { browserLocks } from "../../platform/locks.ts";
import { browserPush } from "../../platform/push-browser.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { INTENT_PARAMETER, isOpenAddress, isPushed } from "../../protocol/push/push-on-device.ts";
import type { PublicConfig, User } from "../../protocol/shapes.ts";
import { installStore } from "../../state/install-store.ts";
import { showToast } from "../../state/toast-store.ts";
import { browserPushRecords } from "../../storage/push-records.ts";

/** The page's side of push messages: follows the service worker, carries out intents, and keeps the subscription. */
export function PushSide({ user, config }: { user: User; config: PublicConfig | null }) {
  const services = useServices();
  const { sync, http, userId } = services;
  const [records] = useState(() => browserPushRecords());
  const [browser] = useState(() => browserPush(needsInstall));
  const publicKey = config?.vapidPublicKey ?? null;
  const { ready } = useOutboxState();
  const [search, setSearch] = useSearchParams();
  const [, go] = useLocation();
  const intentId = search.get(INTENT_PARAMETER);

  useEffect(
    () =>
      browser.listen((message, answer) => {
        if (isPushed(message)) void sync.pullNow();
        if (!isOpenAddress(message)) return;
        answer();
        go(message.address);
      }),
    [browser, sync, go],
  );

  useEffect(() => {
    if (publicKey === null || browser.permission() !== "granted") return;
    void createPushDevice({ browser, records, http, userId, publicKey }).read();
  }, [browser, records, http, userId, publicKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an intent is taken once, whatever else changes meanwhile
  useEffect(() => {
    if (intentId === null || !ready) return;
    const parts = {
      ...{ ...services, records, locks: browserLocks(), now: () => systemClock.now() },
      mayAct: maySaveBulkActions(user.role),
    };
    void takeIntent(parts, intentId).then(sayTaken);
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        written.delete(INTENT_PARAMETER);
        return written;
      },
      { replace: true, state: history.state },
    );
  }, [intentId, ready]);
  return null;
}

function sayTaken(taken: TakenIntent): void {
  if (taken.kind === "failed") showToast({ message: PUSH.notStored, tone: "error" });
  if (taken.kind !== "alert" && taken.kind !== "insights") return;
  const undo = async () => showToast({ message: (await taken.undo()) ? PUSH.undone : ALERTS.undoneTooLate });
  showToast({
    message: taken.kind === "alert" ? PUSH.acknowledged : PUSH.insightActed(taken.status),
    action: { label: ALERTS.undo, run: () => void undo() },
    durationMs: UNDO_HOLD_MS,
  });
}

function needsInstall(): boolean {
  return installStore.getState().way === "iosSteps";
}
