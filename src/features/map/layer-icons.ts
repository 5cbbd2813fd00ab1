import { BatteryLow, CameraOff, EyeOff, Hash, type LucideIcon, Plug } from "lucide-react";
import type { MapLayer } from "../../domain/map/map-warnings.ts";

/** In the legend and on the card of a Sentinel. */
export const LAYER_ICONS: Readonly<Record<MapLayer, LucideIcon>> = {
  no_recent_insights: EyeOff,
  no_recent_camera_triggers: CameraOff,
  spypoint_error: Plug,
  low_battery: BatteryLow,
  insight_count: Hash,
};
