import { Camera } from "lucide-react";
import { DEVICE_FORM } from "../../messages/devices.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { DeviceWorld } from "../use-devices.ts";
import { DevicePanel } from "./device-panel.tsx";

interface DeviceDialogProps {
  deviceId: string;
  world: DeviceWorld;
  nowMs: number;
  onClose(): void;
}

/** What an address names: the Sentinel's form, or that it is not here. */
export function DeviceDialog({ deviceId, world, nowMs, onClose }: DeviceDialogProps) {
  const device = world.devices.find(({ device_id }) => device_id === deviceId);
  if (device !== undefined) {
    return <DevicePanel device={device} groups={world.groups} nowMs={nowMs} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title={DEVICE_FORM.goneTitle} subtitle={DEVICE_FORM.id(deviceId)}>
      <EmptyState icon={<Camera size={26} aria-hidden="true" />} title={DEVICE_FORM.goneTitle}>
        {DEVICE_FORM.gone}
      </EmptyState>
    </Dialog>
  );
}
