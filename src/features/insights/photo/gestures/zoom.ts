import type { ZoomBase } from "../../../../domain/insight/zoom-base.ts";

/** `scale` 1 fits the photo whole; x and y move its middle, in pixels of the stage. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Left and right edge of what must stay in sight, as shares of the photo's width. */
export interface KeptSpan {
  from: number;
  to: number;
}

const MOST = 8;
const STEP = 1.5;
/** The scale after a double tap at rest. */
const CLOSE_UP = 2.5;

/** Half of a phone of 600 px, the lowest in use. */
const LEAST_HEIGHT_PX = 300;
/** At least two thirds of the width stay in sight. */
const MOST_TALL = 1.5;

/** @param kept what the crop of `tall` leaves in sight, as the boxes around animals; null for no wish */
export function restZoom(base: ZoomBase, stage: Size, photo: Size, kept: KeptSpan | null = null): Zoom {
  if (base === "fill") return { scale: fillScale(stage, photo), x: 0, y: 0 };
  const whole = fittedBox(stage, photo);
  if (base === "fit" || whole.height <= 0) return { scale: 1, x: 0, y: 0 };
  const [from, to] = kept === null ? [0.5, 0.5] : [kept.from, kept.to];
  const room = to > from ? stage.width / (whole.width * (to - from)) : MOST_TALL;
  const wanted = Math.min(LEAST_HEIGHT_PX / whole.height, fillScale(stage, photo), MOST_TALL, room);
  const scale = Math.max(1, wanted);
  const width = whole.width * scale;
  // No further than needed to bring the span into sight.
  const most = stage.width / 2 - (to - 0.5) * width;
  const least = -stage.width / 2 - (from - 0.5) * width;
  const x = Math.min(Math.max(0, least), most);
  return clampZoom({ scale, x: Math.abs(x) < 0.5 ? 0 : x, y: 0 }, stage, photo);
}

/** The base after this one: between the whole photo and the full stage. */
export function nextBase(base: ZoomBase, stage: Size, photo: Size): ZoomBase {
  if (base === "fit") return "fill";
  return base === "tall" && restZoom("tall", stage, photo).scale <= 1.01 ? "fill" : "fit";
}

/** Scales about `point`, which is relative to the stage's middle. */
export function zoomTo(
  zoom: Zoom,
  scale: number,
  point: { x: number; y: number },
  stage: Size,
  photo: Size,
): Zoom {
  const next = Math.min(MOST, Math.max(1, scale));
  const ratio = next / zoom.scale;
  return clampZoom(
    { scale: next, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    stage,
    photo,
  );
}

export function zoomStep(zoom: Zoom, step: 1 | -1, stage: Size, photo: Size): Zoom {
  return zoomTo(zoom, zoom.scale * (step === 1 ? STEP : 1 / STEP), { x: 0, y: 0 }, stage, photo);
}

/** Zooms in at the point, or back to rest. */
export function toggleZoom(
  zoom: Zoom,
  rest: Zoom,
  point: { x: number; y: number },
  stage: Size,
  photo: Size,
): Zoom {
  return isNear(zoom, rest) ? rest : zoomTo(zoom, rest.scale * CLOSE_UP, point, stage, photo);
}

export function panBy(zoom: Zoom, dx: number, dy: number, stage: Size, photo: Size): Zoom {
  return clampZoom({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, stage, photo);
}

/** The zoom in a stage of another size: the same part of the photo stays in the middle, as when a phone is turned. */
export function zoomInStage(zoom: Zoom, before: Size, stage: Size, photo: Size): Zoom {
  const ratio = fitScale(stage, photo) / (fitScale(before, photo) || 1);
  return clampZoom({ ...zoom, x: zoom.x * ratio, y: zoom.y * ratio }, stage, photo);
}

/** Whether a drag moves the photo instead of swiping. */
export function isNear(zoom: Zoom, rest: Zoom): boolean {
  return zoom.scale > rest.scale * 1.01;
}

/** Keeps the photo's edges outside the stage; a smaller side stays centred. */
function clampZoom(zoom: Zoom, stage: Size, photo: Size): Zoom {
  const fitted = fitScale(stage, photo);
  const within = (value: number, photoPx: number, stagePx: number) => {
    const spare = Math.max(0, (photoPx * fitted * zoom.scale - stagePx) / 2);
    return Math.min(spare, Math.max(-spare, value));
  };
  return {
    scale: zoom.scale,
    x: within(zoom.x, photo.width, stage.width),
    y: within(zoom.y, photo.height, stage.height),
  };
}

/** The part of the room that a photo of this scale covers. */
export function scaledBox(room: Size, photo: Size, scale: number): Size {
  const { width, height } = fittedBox(room, photo);
  return { width: Math.min(room.width, width * scale), height: Math.min(room.height, height * scale) };
}

/** The photo at scale 1. */
export function fittedBox(room: Size, photo: Size): Size {
  const scale = fitScale(room, photo);
  return { width: photo.width * scale, height: photo.height * scale };
}

function fitScale(stage: Size, photo: Size): number {
  return photo.width > 0 && photo.height > 0
    ? Math.min(stage.width / photo.width, stage.height / photo.height)
    : 1;
}

function fillScale(stage: Size, photo: Size): number {
  const fitted = fitScale(stage, photo);
  const filled = Math.max(stage.width / (photo.width || 1), stage.height / (photo.height || 1));
  return photo.width > 0 && photo.height > 0 && fitted > 0 ? Math.min(MOST, Math.max(1, filled / fitted)) : 1;
}
