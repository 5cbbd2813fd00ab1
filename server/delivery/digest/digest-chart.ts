import sharp from "sharp";
import { speciesMark } from "../../../src/domain/insight/species-colour.ts";

/** The colours of species on light ground, as `--sp-N` in src/ui/tokens.css has them. */
export const CHART_COLOURS: Readonly<Record<number | "none", string>> = {
  1: "#0b5fa5",
  2: "#b5562b",
  3: "#84911f",
  4: "#3a2a22",
  7: "#664a1e",
  9: "#d0557a",
  10: "#6e8fb8",
  11: "#0f4a2a",
  none: "#666b60",
};

const GROUND = "#f5f4ef";
const BAR = "#1e4a38";
const LINE = "#dedbd0";
/** Of the picture that is shown at half this size, so that it is sharp on phones. */
export const HOUR_CHART = { width: 1072, height: 240 } as const;
const PADDING = 16;

export function colourOfClass(className: string): string {
  return CHART_COLOURS[speciesMark(className).slot ?? "none"] ?? GROUND;
}

/** A piece of one colour as PNG, which mail programs stretch to a bar: it needs no font, and stays as it is in the dark. */
export function barPicture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 4, height: 4, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/**
 * Bars of insights by hour, without lettering: a server may have no font, so labels are text of the mail.
 *
 * @param hours one number for each hour, the oldest first
 * @returns PNG
 */
export function hourPicture(hours: readonly number[]): Promise<Buffer> {
  const { width, height } = HOUR_CHART;
  const most = Math.max(1, ...hours);
  const step = width / Math.max(1, hours.length);
  const room = height - 2 * PADDING;
  const bars = hours.map((count, at) => {
    const tall = count === 0 ? 0 : Math.max(4, (count / most) * room);
    const left = at * step + step * 0.12;
    return `<rect x="${left.toFixed(1)}" y="${(height - PADDING - tall).toFixed(1)}" width="${(step * 0.76).toFixed(1)}" height="${tall.toFixed(1)}" rx="4" fill="${BAR}"/>`;
  });
  const base = `<rect x="0" y="${height - PADDING}" width="${width}" height="2" fill="${LINE}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${GROUND}"/>${base}${bars.join("")}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
