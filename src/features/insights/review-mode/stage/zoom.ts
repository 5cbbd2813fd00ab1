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

export type ZoomBase = "fit" | "fill";

const MOST = 8;
const STEP = 1.5;
/** The scale after a double tap at rest. */
const CLOSE_UP = 2.5;

/** The zoom at rest: the photo fits the stage, or fills it. */
export function restZoom(base: ZoomBase, stage: Size, photo: Size): Zoom {
  return { scale: base === "fill" ? fillScale(stage, photo) : 1, x: 0, y: 0 };
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
