import { Brush, type Colour, ellipse, fill, rgb } from "../drawing.ts";
import type { Light } from "../light.ts";
import { PICTURE_HEIGHT as HEIGHT, varied, PICTURE_WIDTH as WIDTH } from "../plants.ts";
import type { Random } from "../random.ts";

export const across = (random: Random) => random.between(-20, WIDTH + 20);

export function backdrop(
  light: Light,
  stops: readonly (readonly [offset: number, colour: Colour, depth: number])[],
): string {
  const written = stops.map(
    ([offset, colour, depth]) => `<stop offset="${offset}" stop-color="${rgb(light.tone(colour, depth))}"/>`,
  );
  return `<linearGradient id="backdrop" x2="0" y2="1">${written.join("")}</linearGradient><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#backdrop)"/>`;
}

/** Soft round spots: light between distant leaves by day, the same leaves' faint shine at night. */
export function spots(
  random: Random,
  light: Light,
  count: number,
  to: number,
  colours: readonly Colour[],
  size: number,
  depth: number,
): string {
  const brush = new Brush();
  for (let index = 0; index < count; index += 1) {
    const radius = size * random.between(0.3, 1.2);
    brush.add(
      light.tone(varied(random.pick(colours), random, 0.15), depth),
      ellipse(across(random), random.between(-20, to), radius, radius * random.between(0.7, 1.1)),
    );
  }
  return brush.filled();
}

export const layer = (content: string, blur: string) => `<g filter="url(#${blur})">${content}</g>`;

/** Patches of sun on the ground. */
export function sunPatches(
  random: Random,
  light: Light,
  horizon: number,
  colour: Colour,
  count: number,
): string {
  if (light.night) return "";
  const patches = Array.from({ length: count }, () => {
    const y = random.between(horizon + 20, HEIGHT);
    const size = 20 + (y - horizon) * 0.35;
    return ellipse(across(random), y, size * random.between(0.6, 2), size * random.between(0.1, 0.25));
  });
  return fill(patches.join(""), rgb(colour), 'opacity="0.3" filter="url(#blur6)"');
}
