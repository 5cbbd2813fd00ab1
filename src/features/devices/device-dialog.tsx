import Camera from "lucide-react/icons/camera";
import type { DevicesView } from "../../client/devices-view.ts";
import { DEVICE_FORM } from "../../messages/fleet/devices.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { DevicePanel } from "./device-panel.tsx";

interface DeviceDialogProps {
  deviceId: string;
  view: DevicesView;
  nowMs: number;
  onClose(): void;
}

/** The form of the Sentinel in the address, or a message where the mirror does not hold it. */
export function DeviceDialog({ deviceId, view, nowMs, onClose }: DeviceDialogProps) {
  const device = view.devices.find(({ device_id }) => device_id === deviceId);
  if (device !== undefined) {
    return <DevicePanel device={device} groups={view.groups} nowMs={nowMs} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title={DEVICE_FORM.goneTitle} subtitle={DEVICE_FORM.id(deviceId)}>
      <EmptyState icon={<Camera size={26} aria-hidden="true" />} title={DEVICE_FORM.goneTitle}>
        {DEVICE_FORM.gone}
      </EmptyState>
    </Dialog>
  );
}
