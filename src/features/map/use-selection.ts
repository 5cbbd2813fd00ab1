import type { Map as LeafletMap } from "leaflet";
import { type RefObject, useCallback } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { useAddressPart } from "../../client/use-address-part.ts";
import { CLUSTER_MAX_ZOOM } from "../../domain/map/map-rules.ts";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import type { MapDevices } from "./use-map-devices.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface Selection {
  /** The id in the address, also of a Sentinel that is not known. */
  openId: string | null;
  device: ShownDevice | undefined;
  /** Undefined where it has no position. */
  point: DevicePoint | undefined;
  /** Opens the card of a marker. */
  select(deviceId: string): void;
  /** Opens the card of a line of the list, with its marker in sight. */
  goTo(deviceId: string): void;
  close(): void;
}

/** The Sentinel whose card is open: it stands in the address, so that a link opens it and Back closes it. */
export function useSelection(
  frame: RefObject<HTMLElement | null>,
  found: MapDevices | undefined,
  map: LeafletMap | null,
): Selection {
  const { open: openId, show, close } = useAddressPart("device");
  const openedFrom = useReturnFocus(frame, openId);
  const selectFrom = useCallback(
    (id: string, from: "marker" | "line") => {
      openedFrom(from);
      // Another Sentinel takes the place of the one that is open: Back then closes the card.
      show(id, { replace: openId !== null });
    },
    [openedFrom, show, openId],
  );
  const select = useCallback((id: string) => selectFrom(id, "marker"), [selectFrom]);
  const goTo = useCallback(
    (id: string) => {
      const target = found?.plotted.find((one) => one.id === id);
      if (target === undefined) return;
      map?.setView([target.latitude, target.longitude], Math.max(map.getZoom(), CLUSTER_MAX_ZOOM + 1));
      selectFrom(id, "line");
    },
    [found, map, selectFrom],
  );
  return {
    openId,
    device: openId === null ? undefined : found?.devices.get(openId),
    point: found?.plotted.find(({ id }) => id === openId),
    select,
    goTo,
    close,
  };
}
