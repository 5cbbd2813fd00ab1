import type { Device } from "../protocol/shapes.ts";

export function timeMs(iso: string | null): number | null {
  if (iso === null) return null;
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? null : ms;
}

/** By name, else by position; null without either. */
export function placeText({
  location_name,
  latitude,
  longitude,
}: Pick<Device, "location_name" | "latitude" | "longitude">): string | null {
  if (location_name) return location_name;
  return latitude === null || longitude === null ? null : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

/** Bytes for pictures; the value of the summary is newer. */
export function spaceLeft({ summary, memory_remaining }: Pick<Device, "summary" | "memory_remaining">) {
  return summary?.space_remaining ?? memory_remaining;
}

export function imageCount({ summary, images_processed }: Pick<Device, "summary" | "images_processed">) {
  return summary?.image_count ?? images_processed;
}
