import type { LucideIcon } from "lucide-react";
import Hash from "lucide-react/icons/hash";
import type { MapLayer } from "../../domain/map/map-warnings.ts";
import { ALERT_TYPE_ICONS } from "../../parts/alert-type-icons.ts";

/** In the legend and on the card of a Sentinel. */
export const LAYER_ICONS: Readonly<Record<MapLayer, LucideIcon>> = {
  ...ALERT_TYPE_ICONS,
  insight_count: Hash,
};
