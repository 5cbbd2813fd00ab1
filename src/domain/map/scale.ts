/** The circumference of the globe at the equator of Web Mercator, in metres. */
const EQUATOR_M = 2 * Math.PI * 6_378_137;
/** The width of the whole world at zoom 0, in pixels. */
const WORLD_PX = 256;

/** How many metres a pixel of a Web Mercator map shows at a latitude, in degrees. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom);
}

/** The longest distance of 1, 2 or 5 and zeros that a bar of at most so many pixels shows; its length in pixels. */
export function scaleBar(perPixelM: number, mostPx: number): { metres: number; px: number } {
  const most = perPixelM * mostPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((digit) => digit * power <= most) ?? 1) * power;
  return { metres, px: metres / perPixelM };
}

/** `500 m`, `10 km`. */
export function scaleText(metres: number): string {
  return metres < 1000 ? `${metres} m` : `${(metres / 1000).toLocaleString("en")} km`;
}
