import { type DashboardCounts, LAST_DAYS } from "../../../../src/domain/dashboard/counts.ts";
import type { Cell, InsightLink, Label, WidgetPicture } from "../../../../src/domain/dashboard/picture.ts";
import type { DashboardWorld } from "../../../../src/domain/dashboard/widget.ts";
import { WIDGETS, type WidgetId } from "../../../../src/domain/dashboard/widgets.ts";
import { DAY_MS } from "../../../../src/domain/time.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 15, 30);
const DAY = (day: number) => Date.UTC(2026, 10, day);
const hoursWith = (counts: Readonly<Record<number, number>>) =>
  Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);

/** Two Sentinels with five insights; a third never reported. */
const COUNTS: DashboardCounts = {
  total: 5,
  classes: [
    { className: "fox", count: 3, firstMs: DAY(18), lastMs: DAY(21) },
    { className: "lynx", count: 1, firstMs: DAY(20) + 5, lastMs: DAY(20) + 5 },
    { className: "empty", count: 1, firstMs: DAY(19), lastMs: DAY(19) },
  ],
  devices: new Map([
    ["a", 4],
    ["b", 1],
  ]),
  statuses: { acknowledge: 2, favorite: 1, archive: 0, none: 2 },
  sources: [
    { source: "wifi", count: 4 },
    { source: "lora", count: 0 },
    { source: null, count: 1 },
  ],
  lastDays: [
    { className: "fox", perDay: new Array(LAST_DAYS).fill(0).with(10, 1).with(13, 2) },
    { className: "lynx", perDay: new Array(LAST_DAYS).fill(0).with(12, 1) },
  ],
  receivedHours: Array.from({ length: 7 }, (_, day) =>
    hoursWith(day === 2 ? { 5: 3 } : day === 6 ? { 23: 2 } : {}),
  ),
  hours: hoursWith({ 6: 4, 18: 1 }),
  span: { firstMs: DAY(18), medianMs: DAY(20) + 7, lastMs: DAY(21) },
  delays: [
    { hours: -1, count: 1 },
    { hours: 0, count: 2 },
    { hours: 50, count: 2 },
  ],
  places: [
    { latitude: 1.5, longitude: 2.25, count: 3 },
    { latitude: 1, longitude: 2, count: 1 },
  ],
  deviceClasses: [
    { deviceId: "a", className: "fox", count: 3 },
    { deviceId: "a", className: "lynx", count: 1 },
    { deviceId: "b", className: "empty", count: 1 },
  ],
};
const DEVICES: DashboardWorld["devices"] = [
  {
    deviceId: "a",
    name: "Gate",
    lastSeenMs: NOW_MS - 5_400_000,
    imagesProcessed: 900,
    latitude: null,
    longitude: null,
  },
  {
    deviceId: "b",
    name: "Pond",
    lastSeenMs: NOW_MS - 90_000_000,
    imagesProcessed: null,
    latitude: null,
    longitude: null,
  },
  { deviceId: "c", name: "Ridge", lastSeenMs: null, imagesProcessed: null, latitude: null, longitude: null },
];
const WEEK = { fromMs: DAY(15), toMs: DAY(22) - 1 };
const WORLD: DashboardWorld = {
  devices: DEVICES,
  nowMs: NOW_MS,
  narrow: false,
  effort: {
    days: new Map([["a", [[DAY(10) / DAY_MS, DAY(18) / DAY_MS]]]]),
    reported: { fromMs: DAY(1), toMs: DAY(22) - 1 },
    rated: WEEK,
  },
};

const momentText = (atMs: number) =>
  new Date(atMs).toISOString().replace(".000Z", "Z").replace("T00:00:00Z", "");
function linkText(link: InsightLink | null | undefined): string {
  if (!link) return "no link";
  const parts = Object.entries(link).map(
    ([name, value]) => `${name}=${/Ms$/.test(name) ? momentText(Number(value)) : String(value)}`,
  );
  return parts.length === 0 ? "all" : parts.join(" ");
}
function cellText(cell: Cell): string {
  if (cell === null || typeof cell === "number") return String(cell);
  const { kind, ...rest } = cell;
  const values = Object.entries(rest).map(([name, value]) =>
    /Ms$/.test(name)
      ? momentText(Number(value))
      : typeof value === "number"
        ? String(Number(value.toFixed(2)))
        : String(value),
  );
  return `${kind}:${values.join("/")}`;
}
const labelsText = (labels: readonly Label[]) => labels.map(cellText).join(", ");

/** A picture in lines. */
export function linesOf(id: WidgetId, counts: Partial<DashboardCounts> = {}): string[] {
  const widget = WIDGETS.find((one) => one.id === id);
  const found: WidgetPicture = (widget as NonNullable<typeof widget>).picture(
    { ...COUNTS, ...counts },
    WORLD,
  );
  const lines: string[] = [found.kind];
  if (found.kind === "figure") lines.push(String(found.value));
  if (found.kind === "share")
    for (const { label, value, link } of found.parts)
      lines.push(`${cellText(label)} ${value} → ${linkText(link)}`);
  if (found.kind === "places") lines.push(JSON.stringify(found.places));
  if (found.kind === "bars") lines.push(`across ${found.across}, stacked ${found.stacked}`);
  if (found.kind === "bars" || found.kind === "steps") {
    lines.push(labelsText(found.categories));
    for (const { label, values, links, line, secondAxis } of found.series) {
      const figures = values.map((value) => (value === null ? "null" : Number(value.toFixed(1)))).join(" ");
      lines.push(`${cellText(label)}${line ? " line" : ""}${secondAxis ? " second" : ""}: ${figures}`);
      if (links) lines.push(`→ ${[...new Set(links.map(linkText))].slice(0, 3).join("; ")}`);
    }
  }
  if (found.kind === "grid") {
    lines.push(labelsText(found.rows), labelsText(found.columns));
    lines.push(`${found.values.flat().join("")} → ${linkText(found.links[2]?.[5])}`);
  }
  if ("table" in found) {
    lines.push(`| ${found.table.columns.join(" | ")}`);
    for (const { cells, link } of found.table.rows)
      lines.push(`| ${cells.map(cellText).join(" | ")} → ${linkText(link)}`);
  }
  if ("notes" in found) for (const note of found.notes ?? []) lines.push(cellText(note as never));
  return lines;
}
