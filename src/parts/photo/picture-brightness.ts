const SAMPLE_PX = 12;
/** Mean luma (0–255) below which a night frame looks black as a thumbnail. */
const DARK_BELOW = 62;

const known = new WeakMap<Blob, Promise<boolean>>();
let canvas: HTMLCanvasElement | null = null;

/**
 * Whether a picture is so dark that its thumbnail needs brightening; false where the browser cannot tell. The blob
 * is decoded outside of the main thread: drawing the image itself holds up the rows by some milliseconds a picture.
 */
export function isDarkPicture(picture: Blob): Promise<boolean> {
  let answer = known.get(picture);
  if (answer === undefined) {
    answer = measureDark(picture).catch(() => false);
    known.set(picture, answer);
  }
  return answer;
}

async function measureDark(picture: Blob): Promise<boolean> {
  const sample = await createImageBitmap(picture, {
    resizeWidth: SAMPLE_PX,
    resizeHeight: SAMPLE_PX,
    resizeQuality: "low",
  });
  canvas ??= createSampleCanvas();
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context !== null) {
    context.globalCompositeOperation = "copy";
    context.drawImage(sample, 0, 0, SAMPLE_PX, SAMPLE_PX);
  }
  sample.close();
  if (context === null) return false;
  return meanLuma(context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data) < DARK_BELOW;
}

function createSampleCanvas(): HTMLCanvasElement {
  const made = document.createElement("canvas");
  made.width = SAMPLE_PX;
  made.height = SAMPLE_PX;
  return made;
}

/** Mean luma of RGBA bytes by the weights of ITU-R BT.601, 0–255; 255 for no pixels. */
export function meanLuma(rgba: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    sum += 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
  }
  const pixels = Math.floor(rgba.length / 4);
  return pixels === 0 ? 255 : sum / pixels;
}
