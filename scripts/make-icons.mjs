// Draws the icons of the installed app from public/icons/icon.svg. Run it after changing that file:
// node scripts/make-icons.mjs
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const FOLDER = "public/icons";
const GREEN = "#1e4a38";
const CREAM = "#f5f4ef";

const source = readFileSync(join(FOLDER, "icon.svg"), "utf8");
const mark = /<g id="mark"[^>]*>([\s\S]*)<\/g>/.exec(source)?.[1];
if (!mark) throw new Error("icon.svg has no group with the id mark");

/** The mark alone on a square of 512, `scale` times its 48 units, with the ground that the platform wants. */
function drawing({ ground, colour, scale }) {
  const offset = (512 - 48 * scale) / 2;
  const rect = ground ? `<rect width="512" height="512" fill="${ground}"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${rect}
    <g fill="${colour}" transform="translate(${offset} ${offset}) scale(${scale})">${mark}</g></svg>`;
}

// A maskable icon may lose all outside of a circle of 80 %; iOS rounds the corners itself and shows no transparency.
const ICONS = [
  { file: "icon-192.png", px: 192, svg: source },
  { file: "icon-512.png", px: 512, svg: source },
  { file: "icon-maskable-512.png", px: 512, svg: drawing({ ground: GREEN, colour: CREAM, scale: 6.6 }) },
  { file: "icon-monochrome-512.png", px: 512, svg: drawing({ ground: null, colour: "#000000", scale: 8 }) },
  { file: "apple-touch-icon.png", px: 180, svg: drawing({ ground: GREEN, colour: CREAM, scale: 8 }) },
];

for (const { file, px, svg } of ICONS) {
  await sharp(Buffer.from(svg)).resize(px, px).png({ compressionLevel: 9 }).toFile(join(FOLDER, file));
  console.log(`${file}: ${px}×${px}`);
}
