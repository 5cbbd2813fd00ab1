import { useServices } from "../../client/services.tsx";
import type { OfflineSet, OfflineSetState } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import type { OfflineSetControl } from "../../offline-sets/offline-set-control.ts";
import { Button } from "../../ui/controls/button.tsx";

/** What a person can do about a set that stopped, or whose photos failed; nothing in all other states. */
export function OfflineSetRemedy({ set, state }: { set: OfflineSet; state: OfflineSetState }) {
  const { offlineSets } = useServices();
  const { packId, name, budget } = set;
  const tell = (order: (control: OfflineSetControl) => Promise<void>) =>
    void offlineSets().then(order, () => undefined);
  if (state === "costly") {
    return (
      <Button onClick={() => tell((control) => control.allowAnyLink(packId))}>{OFFLINE_SETS.fetchNow}</Button>
    );
  }
  if (state === "paused") {
    return (
      <Button
        aria-label={OFFLINE_SETS.resumeOne(name)}
        onClick={() => tell((control) => control.resume(packId))}
      >
        {OFFLINE_SETS.resume}
      </Button>
    );
  }
  if (state === "budget" && budget !== null) {
    return (
      <Button onClick={() => tell((control) => control.allow(packId, budget * 2))}>
        {OFFLINE_SETS.allowMore(budget)}
      </Button>
    );
  }
  if (state === "full") {
    return <Button onClick={() => tell((control) => control.resume(packId))}>{OFFLINE_SETS.retry}</Button>;
  }
  if (state === "partly") {
    return <Button onClick={() => tell((control) => control.retry(packId))}>{OFFLINE_SETS.retry}</Button>;
  }
  return null;
}
