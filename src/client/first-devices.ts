import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { FirstDevices } from "../storage/mirror/first-devices.ts";
import type { MirrorReader } from "../storage/mirror/mirror-reader.ts";
import {
  type DevicesView,
  devicesView,
  type ShownDevice,
  useDeviceEdits,
  useDevicesView,
} from "./devices-view.ts";
import { type Services, useServices } from "./services.tsx";
import { useOutboxState } from "./use-sync.ts";

/** Reads that ended before their screen was drawn, until it is. */
const prefetched = new WeakMap<MirrorReader, FirstDevices | null>();

/** The first Sentinels in the order of names. */
export interface FirstShown {
  devices: readonly ShownDevice[];
  /** Sentinels in all. */
  held: number;
}

/**
 * Reads the first Sentinels before their screen is drawn. The outbox is read before the mirror: an edit leaves it only
 * after the mirror has the new name, so that in this order at least one of the two has it.
 *
 * @param late aborted once the screen is drawn without them: a read that ends later would be shown when it is old
 */
export async function prefetchFirstDevices(
  { mirror, outbox }: Pick<Services, "mirror" | "outbox">,
  late: AbortSignal,
): Promise<void> {
  await untilReady(outbox, late);
  if (late.aborted) return;
  const read = await mirror.firstDevices();
  if (!late.aborted) prefetched.set(mirror, read);
}

/** Resolves also once it is late: on a database that is blocked the outbox is not ready before the block ends. */
function untilReady(outbox: Services["outbox"], late: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (outbox.getState().ready || late.aborted) return resolve();
    const end = () => {
      stop();
      late.removeEventListener("abort", end);
      resolve();
    };
    const stop = outbox.subscribe(() => {
      if (outbox.getState().ready) end();
    });
    late.addEventListener("abort", end);
  });
}

/**
 * All Sentinels as `useDevicesView` has them. Until they are read, which takes half of a second for ten thousand,
 * `first` has those that a list in the order of names shows first; null where that is not known.
 *
 * @param wanted false where the screen orders them in another way
 */
export function useFirstDevices(wanted: boolean): {
  view: DevicesView | undefined;
  first: FirstShown | null;
} {
  const { mirror } = useServices();
  const [read, setRead] = useState(() => prefetched.get(mirror));
  // A later drawing of the screen must not show a state of long ago.
  useLayoutEffect(() => void prefetched.delete(mirror), [mirror]);
  useEffect(() => {
    if (!wanted || read !== undefined) return;
    mirror.firstDevices().then(setRead, () => setRead(null));
  }, [mirror, wanted, read]);
  // A read of thousands at the same time would have the first ones wait for it.
  const view = useDevicesView(!wanted || read !== undefined);
  const edits = useDeviceEdits();
  const { ready } = useOutboxState();
  const isRead = view !== undefined;
  const first = useMemo((): FirstShown | null => {
    // A new name in the outbox may move its Sentinel to another place.
    if (!wanted || isRead || !read || !ready || edits.size > 0) return null;
    return { devices: devicesView(read.devices, read.groups, edits).devices, held: read.held };
  }, [wanted, isRead, read, ready, edits]);
  return { view, first };
}
