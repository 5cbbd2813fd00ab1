import type { MapLayer, MapWarning } from "../../domain/map/map-warnings.ts";
import type { CompassPoint } from "../../domain/map/position.ts";
import { ALERT_TYPE_LABELS } from "../alerts/alerts.ts";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const LAYERS: Readonly<Record<MapLayer, string>> = {
  no_recent_insights: "No Recent Insights",
  no_recent_camera_triggers: "No Recent Camera Triggers",
  spypoint_error: "Spypoint Cable Error",
  low_battery: "Battery Level Warning",
  insight_count: "Insight Count",
};

/** Texts of the map; those of the specification are literal. */
export const MAP = {
  title: "Map",
  /** The map itself, for those who cannot see it. */
  region: "Map of Sentinels",
  style: "Map style",
  light: "Light",
  dark: "Dark",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all Sentinels",
  locate: "Show my position",
  hereYouAre: "Your position",
  list: "List of Sentinels",
  basemap: "Basemap",
  legend: "Legend",
  legendOpen: "Show legend",
  layers: LAYERS,
  steps: { title: "Clusters, by Sentinels", names: ["under 100", "100+", "750+"], warned: "with a warning" },
  noDevices: "No Devices Available",
  noDevicesWords: "No Sentinel on this device has a position. Give one a position in My Devices.",
  notYet: "No Sentinel on this device yet",
  toDevices: "Open My Devices",
  noneMatch: "No Data",
  noneMatchWords: "No Sentinel with a position matches the filter.",
  clearFilter: "Clear filter",
  shown: (shown: number, plotted: number) =>
    shown === plotted
      ? counted(plotted, "Sentinel", "Sentinels")
      : `${shown.toLocaleString("en")} of ${counted(plotted, "Sentinel", "Sentinels")}`,
  noPlace: (name: string) => `${name} has no position, so it is not on the map.`,
  setPlace: "Set position",
  closeNotice: "Close notice",
  withoutPosition: (count: number) => `${count.toLocaleString("en")} without a position`,
  worldProblem: "The built-in map could not be loaded. Sentinels are shown without it.",
  marker: (name: string, insights: number, warnings: readonly MapWarning[]) =>
    [name, counted(insights, "insight", "insights"), ...warnings.map((warning) => LAYERS[warning])].join(
      ", ",
    ),
  cluster: (points: number, insights: number, warned: boolean) =>
    `${counted(points, "Sentinel", "Sentinels")}, ${counted(insights, "insight", "insights")}${warned ? ", some with warnings" : ""}. Zoom in`,
  notLocated: {
    denied: "This site is not allowed to use your position. Allow it in the browser’s settings.",
    missing: "Your position needs a secure (https) address.",
    unavailable: "Your position could not be found. Step into the open and try again.",
    late: "No position came in time. Step into the open and try again.",
  },
} as const;

/** The popup of one Sentinel. */
export const MAP_POPUP = {
  deviceId: "Device ID",
  location: "Location",
  noLocation: "No Location Available",
  position: "Lat/Long",
  lastSeen: "Last Seen",
  never: "Never",
  lastCheckIn: "Last Check In",
  daysAgo: (days: number) => (days === 1 ? "1 day ago" : `${days.toLocaleString("en")} days ago`),
  warnings: ALERT_TYPE_LABELS satisfies Record<MapWarning, string>,
  volts: (volts: number) => `${volts.toFixed(2)} V`,
  insightCount: "Insight Count",
  mostRecent: "Most Recent Insight",
  photo: (className: string, name: string) => `${className}, photographed by ${name}`,
  fromYou: "From you",
  distance: (distance: string, point: CompassPoint, degrees: number) =>
    `${distance} ${point} (${Math.round(degrees) % 360}°)`,
  seeAll: "See All Insights",
  edit: "Edit",
  remove: "Remove from map",
  close: "Close",
  askRemove: "Remove Device from Map?",
  removeWords: (name: string) => `${name} loses its position and stays in My Devices.`,
  removeWhat: "Removing a Sentinel from the map",
  delete: "Delete",
  cancel: "Cancel",
  removed: (name: string) => `${name} is off the map.`,
} as const;

export const MAP_LIST = {
  title: "Sentinels on the map",
  sort: "Sort by",
  byName: "Name, A to Z",
  byDistance: "Nearest first",
  needsPosition: "“Nearest first” needs your position.",
  more: (count: number) => `${count.toLocaleString("en")} more. Filter to find them.`,
  show: (name: string) => `Show ${name} on the map`,
} as const;

export const MAP_FILTER = {
  title: "Filters",
  button: (active: number) => (active === 0 ? "Filters" : `Filters (${active})`),
  deviceName: "Sentinel name",
  deviceNameHint: "Part of a name or Device ID",
  words: "Class, status, source and dates show Sentinels with such insights, and count only those.",
  clear: "Clear all filters",
  done: "Done",
} as const;

export const BASEMAP = {
  title: "Basemap",
  builtIn: "Built-in map of the world",
  builtInWords: "Coasts, countries and places. Always here, offline too.",
  raster: "Online tiles",
  rasterWords: "Needs a connection; the built-in map shows where a tile is missing.",
  fromServer: (size: string) => `Detailed map of a region, ${size}. Read from the server as you look.`,
  onDevice: (size: string) => `Detailed map of a region, ${size}. On this device, works offline.`,
  save: (size: string) => `Save on this device (${size})`,
  saving: (percent: number) => `Saving, ${percent}%`,
  stop: "Stop",
  remove: "Remove from this device",
  saved: (name: string) => `${name} is on this device.`,
  saveWhat: "Saving a map",
  none: "The operator of this server offers no further map.",
  problems: {
    foreign: "This file is not a PMTiles map. The built-in map stays. Tell the operator of this server.",
    old: "This map file is of an old version of PMTiles. The built-in map stays. The operator can convert it with “pmtiles convert”.",
    unknownTiles: "This map holds tiles of a kind that cannot be drawn here. The built-in map stays.",
    broken: "This map file is damaged. The built-in map stays. Tell the operator of this server.",
    unreachable: "The map could not be read from the server. The built-in map stays until it can.",
    gone: "The server has no such map any more. The built-in map stays.",
    noSpace: (size: string) => `There is not enough free space for ${size} on this device.`,
    noStorage: "This browser cannot keep large files.",
    failed: "The map could not be saved. Try again.",
  },
  leftOut: (names: readonly string[]) =>
    `${names.map((name) => `“${name}”`).join(", ")} cannot be shown and ${names.length === 1 ? "is" : "are"} left out. Another basemap shows instead. Tell the operator of this server.`,
  tooNear: "The built-in map shows nothing this near. Zoom out for coasts and places.",
  tilesMissing: "No online tile came. The built-in map stays.",
} as const;

export const PLACE_PICKER = {
  open: "Choose on a map",
  title: "Choose the position",
  words: "Tap the place, or move the map under the cross with the arrow keys and press Enter.",
  region: "Map to choose a position on",
  chosen: (latitude: string, longitude: string) => `${latitude}, ${longitude}`,
  none: "No position chosen yet",
  useCentre: "Take the middle of the map",
  use: "Use this position",
  cancel: "Cancel",
} as const;

export const HEAT_MAP = {
  label: "Heatmap of insights",
  fit: "Show all places",
  none: "No Data",
  point: ({ count }: { count: number }) => counted(count, "insight", "insights"),
} as const;
