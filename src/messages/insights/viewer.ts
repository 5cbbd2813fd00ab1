import { countText } from "../../domain/insight/insight-text.ts";
import { CLOSE, TRY_AGAIN } from "../words.ts";
import { PHOTO } from "./photo.ts";

/** Words of the photo viewer, its tools and the facts of an insight, loaded after the list; insights.ts is loaded with the app. */
export const viewerMessages = {
  title: (className: string) => `Photo: ${className}`,
  close: CLOSE,
  previous: "Previous insight",
  next: "Next insight",
  retry: TRY_AGAIN,
  failed: PHOTO.failed,
  facts: "Facts",
  boxes: "Boxes",
  device: "Sentinel",
  deviceId: "Device ID",
  time: "Time",
  received: "Received",
  delay: "Delay",
  delayHours: (hours: number) => (hours === 0 ? "Below 1 h" : `${countText(hours)} h`),
  delayNegative: (hours: number) => `${countText(hours)} h: the camera's clock runs ahead`,
  confidence: "Confidence",
  classes: "Classes",
  source: "Source",
  position: "Position",
  model: "Model",
  status: "Status",
  window: "Duration",
  windowSeconds: (seconds: number) => `${countText(seconds)} s`,
  members: (count: number) => `${countText(count)} insights in this collection`,
  member: (index: number, count: number) => `Insight ${index} of ${count}`,
  photoOf: (className: string, device: string) => `${className}, photographed by ${device}`,

  boxesAround: "Boxes around animals",
  boxesCount: (count: number) => (count === 1 ? "1 box" : `${countText(count)} boxes`),

  photoTools: {
    group: "Photo tools",
    brighten: "Brighten",
    brightenHint: "Brighten photos taken at night (L)",
    skip: "Skip items without a photo",
  },
} as const;
