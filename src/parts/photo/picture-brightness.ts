const SAMPLE_PX = 12;
/** Mean luma (0–255) below which a night frame looks black as a thumbnail. */
const DARK_BELOW = 62;

/** Whether a loaded picture is so dark that its thumbnail needs brightening. */
export function isDarkPicture(image: HTMLImageElement): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = SAMPLE_PX;
  canvas.height = SAMPLE_PX;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return false;
  context.drawImage(image, 0, 0, SAMPLE_PX, SAMPLE_PX);
  return meanLuma(context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data) < DARK_BELOW;
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
