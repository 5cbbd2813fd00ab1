import { useServices } from "../../client/services.tsx";
import type { OfflineSetControl } from "../../offline-sets/offline-set-control.ts";

/** Gives orders about offline sets. Where the code for it cannot be loaded, nothing changes. */
export function useOfflineSetOrder(): (order: (control: OfflineSetControl) => Promise<void>) => void {
  const { offlineSets } = useServices();
  return (order) => void offlineSets().then(order, () => undefined);
}
