import { clusterStep, shownCount } from "../../domain/map/map-rules.ts";
import type { MapWarning } from "../../domain/map/map-warnings.ts";
import type { Offset } from "../../domain/map/spread.ts";
import { L } from "./leaflet.ts";
import styles from "./markers.module.css";

type Picture = MapWarning | "camera" | "warned";

/** The parts of an SVG of 24 by 24, stroked: what lucide draws for the same things elsewhere. */
const PICTURES: Readonly<Record<Picture, readonly string[]>> = {
  camera: [
    "M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4z",
    "M12 10a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  ],
  no_recent_insights: [
    "M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49",
    "M14.084 14.158a3 3 0 0 1-4.242-4.242",
    "M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143",
    "m2 2 20 20",
  ],
  no_recent_camera_triggers: [
    "m2 2 20 20",
    "M7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16",
    "M9.5 4h5L17 7h3a2 2 0 0 1 2 2v7.5",
    "M14.121 15.121A3 3 0 1 1 9.88 10.88",
  ],
  spypoint_error: ["M12 22v-5", "M9 8V2", "M15 8V2", "M18 8v5a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V8Z"],
  low_battery: [
    "M22 14v-4",
    "M6 14v-4",
    "M4 6h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2Z",
  ],
  warned: [
    "m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3",
    "M12 9v4",
    "M12 17h.01",
  ],
};

/** The content of a Sentinel's marker, without the layers that are hidden. */
export interface DeviceMarkerLook {
  warnings: readonly MapWarning[];
  /** Null where it is hidden. */
  insights: number | null;
  offset: Offset;
  selected: boolean;
}

const DEVICE_PX = 32;

/** Made of elements and not of text: the content policy lets no style stand in text. */
export function deviceIcon({ warnings, insights, offset, selected }: DeviceMarkerLook) {
  const body = element("span", [
    styles.device,
    warnings.length > 0 && styles.warned,
    selected && styles.selected,
  ]);
  const shown = warnings.length > 0 ? warnings : (["camera"] as const);
  body.append(...shown.map(picture));
  const whole = element("span", [styles.place]);
  if (offset.x !== 0 || offset.y !== 0) whole.append(line(offset));
  whole.append(body);
  if (insights !== null) {
    const badge = element("span", [styles.badge]);
    badge.textContent = shownCount(insights);
    whole.append(badge);
  }
  return L.divIcon({
    className: styles.icon ?? "",
    html: whole,
    iconSize: [DEVICE_PX, DEVICE_PX],
    iconAnchor: [DEVICE_PX / 2 - offset.x, DEVICE_PX / 2 - offset.y],
  });
}

interface ClusterMarkerLook {
  points: number;
  /** Null where it is hidden. */
  insights: number | null;
  warned: boolean;
}

const CLUSTER_SIZES_PX = [0, 34, 42, 50] as const;

export function clusterIcon({ points, insights, warned }: ClusterMarkerLook) {
  const step = clusterStep(points);
  const size = CLUSTER_SIZES_PX[step];
  const body = element("span", [styles.cluster, styles[`step${step}`], warned && styles.warned]);
  body.textContent = shownCount(points);
  const whole = element("span", [styles.place]);
  whole.append(body);
  if (warned) {
    const mark = element("span", [styles.warnedMark]);
    mark.append(picture("warned"));
    whole.append(mark);
  }
  if (insights !== null) {
    const badge = element("span", [styles.badge]);
    // Drawn by the style sheet: as text beside the number of Sentinels it would have to stand so in the mark's name.
    badge.dataset.count = shownCount(insights);
    whole.append(badge);
  }
  const icon = L.divIcon({ className: styles.icon ?? "", html: whole, iconSize: [size, size] });
  return icon;
}

function element(tag: string, classes: readonly (string | false | undefined)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = classes.filter(Boolean).join(" ");
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

function picture(name: Picture): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", styles.picture ?? "");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.picture = name;
  for (const d of PICTURES[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/** From a marker that is drawn beside its place to that place. */
function line({ x, y }: Offset): HTMLElement {
  const drawn = element("span", [styles.leg]);
  drawn.style.width = `${Math.hypot(x, y)}px`;
  drawn.style.transform = `rotate(${Math.atan2(-y, -x)}rad)`;
  return drawn;
}
