import type { OfflineSet, OfflineSetState } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import type { OfflineSetControl } from "../../offline-sets/offline-set-control.ts";
import { Button } from "../../ui/controls/button.tsx";
import { useOfflineSetOrder } from "./use-offline-set-order.ts";

interface OfflineSetRemedyProps {
  set: OfflineSet;
  state: OfflineSetState;
  /** Moves the focus: the pressed button disappears with the state. */
  onPress(): void;
}

/** What a person can do about a set that stopped, or whose photos failed; nothing in all other states. */
export function OfflineSetRemedy({ set, state, onPress }: OfflineSetRemedyProps) {
  const giveOrder = useOfflineSetOrder();
  const { packId, name, budget } = set;
  const order = (given: (control: OfflineSetControl) => Promise<void>) => {
    onPress();
    giveOrder(given);
  };
  if (state === "costly") {
    return (
      <Button onClick={() => order((control) => control.allowAnyLink(packId))}>
        {OFFLINE_SETS.fetchNow}
      </Button>
    );
  }
  if (state === "paused") {
    return (
      <Button
        aria-label={OFFLINE_SETS.resumeOne(name)}
        onClick={() => order((control) => control.resume(packId))}
      >
        {OFFLINE_SETS.resume}
      </Button>
    );
  }
  if (state === "budget" && budget !== null) {
    return (
      <Button onClick={() => order((control) => control.allow(packId, budget * 2))}>
        {OFFLINE_SETS.allowMore(budget)}
      </Button>
    );
  }
  if (state === "full") {
    return <Button onClick={() => order((control) => control.resume(packId))}>{OFFLINE_SETS.retry}</Button>;
  }
  if (state === "partly") {
    return <Button onClick={() => order((control) => control.retry(packId))}>{OFFLINE_SETS.retry}</Button>;
  }
  return null;
}
