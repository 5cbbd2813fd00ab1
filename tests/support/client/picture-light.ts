import { vi } from "vitest";

/** jsdom decodes no pictures: those of `picture` have this light (0–255) in each pixel, others cannot be decoded. */
export function stubPictureLight(): { picture(light: number): Blob; decoded: readonly Blob[] } {
  const lights = new Map<Blob, number>();
  const decoded: Blob[] = [];
  let drawn = 0;
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    decoded.push(blob);
    const light = lights.get(blob);
    if (light === undefined) throw new DOMException("The source image could not be decoded.");
    return { light, close: () => {} };
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation((() => ({
    drawImage: ({ light }: { light: number }) => {
      drawn = light;
    },
    getImageData: () => ({ data: [drawn, drawn, drawn, 255] }),
  })) as never);
  return {
    picture(light) {
      const made = new Blob([String(light)]);
      lights.set(made, light);
      return made;
    },
    decoded,
  };
}
