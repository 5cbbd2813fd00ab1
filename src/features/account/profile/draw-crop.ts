interface Square {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SIDE_PX = 512;
const QUALITY = 0.92;

/** Draws a square of a picture, given in its own pixels, over a whole canvas. White shows through what is transparent. */
export function drawCrop(canvas: HTMLCanvasElement, picture: CanvasImageSource, square: Square): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  const { x, y, width, height } = square;
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

/** The square as a JPEG of 512 px at most. @throws Error where the browser cannot encode it */
export async function photoOf(picture: CanvasImageSource, square: Square): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const side = Math.max(1, Math.min(SIDE_PX, Math.round(square.width)));
  canvas.width = side;
  canvas.height = side;
  drawCrop(canvas, picture, square);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (blob === null) throw new Error("the picture could not be encoded");
  return blob;
}
