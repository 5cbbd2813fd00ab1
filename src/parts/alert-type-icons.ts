import type { LucideIcon } from "lucide-react";
import BatteryLow from "lucide-react/icons/battery-low";
import CameraOff from "lucide-react/icons/camera-off";
import EyeOff from "lucide-react/icons/eye-off";
import Plug from "lucide-react/icons/plug";
import type { AlertType } from "../domain/alert/alert.ts";

/** On the Alerts screen and on the map. */
export const ALERT_TYPE_ICONS: Readonly<Record<AlertType, LucideIcon>> = {
  no_recent_insights: EyeOff,
  no_recent_camera_triggers: CameraOff,
  spypoint_error: Plug,
  low_battery: BatteryLow,
};
