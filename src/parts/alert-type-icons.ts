import { BatteryLow, CameraOff, EyeOff, type LucideIcon, Plug } from "lucide-react";
import type { AlertType } from "../domain/alert/alert.ts";

/** On the Alerts screen and on the map. */
export const ALERT_TYPE_ICONS: Readonly<Record<AlertType, LucideIcon>> = {
  no_recent_insights: EyeOff,
  no_recent_camera_triggers: CameraOff,
  spypoint_error: Plug,
  low_battery: BatteryLow,
};
