import exifr from "exifr";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Scene, ScenePainter } from "../../../../server/demo/scene-photo.ts";
import { listEncounters } from "../../../../server/demo/scenes.ts";

const TAKEN_MS = Date.UTC(2026, 10, 20, 21, 4, 33);

function sceneOf(night: boolean): Scene {
  const frame = listEncounters().find(
    (encounter) => encounter.night === night && encounter.subject !== "empty",
  )?.frames[0];
  if (!frame) throw new Error("no such scene");
  return frame;
}

describe("a photograph of the demo", () => {
  const painter = new ScenePainter();

  it("is a JPEG of 1024 × 768 whose EXIF says when and with what it was taken", async () => {
    const bytes = await painter.paint(sceneOf(false), TAKEN_MS);
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1024, height: 768 });
    const exif = await exifr.parse(bytes, { reviveValues: false });
    expect(exif).toMatchObject({
      Make: "UNDERSTORY",
      Model: "SENTINEL 3",
      DateTimeOriginal: "2026:11:20 21:04:33",
    });
  });

  it("is the same each time it is drawn, by another painter too", async () => {
    const [first, again] = await Promise.all([
      painter.paint(sceneOf(false), TAKEN_MS),
      new ScenePainter().paint(sceneOf(false), TAKEN_MS),
    ]);
    expect(first.equals(again)).toBe(true);
  });

  it("has no colour by night, and has some by day", async () => {
    const saturation = async (night: boolean) => {
      const bytes = await painter.paint(sceneOf(night), TAKEN_MS);
      const { data } = await sharp(bytes).resize(64, 48).toColourspace("srgb").removeAlpha().raw().toBuffer({
        resolveWithObject: true,
      });
      let sum = 0;
      for (let at = 0; at + 2 < data.length; at += 3) {
        const pixel = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
        sum += Math.max(...pixel) - Math.min(...pixel);
      }
      return sum / (data.length / 3);
    };
    expect(await saturation(true)).toBeLessThan(4);
    expect(await saturation(false)).toBeGreaterThan(12);
  });

  it("tells where the animal is: all that changes when it walks lies in its boxes, and they are hardly larger", async () => {
    const frames = listEncounters().find(({ subject }) => subject === "zebra")?.frames ?? [];
    const [first, second] = frames.map((frame) => ({
      ...frame,
      night: false,
      count: 1,
      weather: "clear" as const,
    }));
    if (!first || !second) throw new Error("no such scene");
    const { width, height } = { width: 256, height: 192 };
    const look = async (scene: Scene) =>
      sharp(await painter.paint({ ...scene, seed: first.seed }, TAKEN_MS))
        .resize(width, height)
        .greyscale()
        .raw()
        .toBuffer();
    const boxes = [
      ...(await painter.boxes({ ...first, seed: first.seed })),
      ...(await painter.boxes({ ...second, seed: first.seed })),
    ];
    const [one, two] = [await look(first), await look(second)];
    const changed = [...one].flatMap((value, at) => (Math.abs(value - (two[at] ?? 0)) > 40 ? [at] : []));
    const within = (at: number) => {
      const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
      return boxes.some(
        ([left, top, w, h]) =>
          x >= left - 0.02 && x <= left + w + 0.02 && y >= top - 0.02 && y <= top + h + 0.06,
      );
    };
    expect(boxes).toHaveLength(2);
    expect(changed.length).toBeGreaterThan(200);
    expect(changed.filter(within).length / changed.length).toBeGreaterThan(0.97);
    const xs = changed.map((at) => (at % width) / width);
    expect(Math.abs(Math.min(...xs) - Math.min(...boxes.map(([left]) => left)))).toBeLessThan(0.04);
    expect(Math.abs(Math.max(...xs) - Math.max(...boxes.map(([left, , w]) => left + w)))).toBeLessThan(0.04);
  });

  it("shows an animal that moves on from frame to frame of a burst, before the same place", async () => {
    const frames = listEncounters().find(({ subject, night }) => subject === "zebra" && !night)?.frames ?? [];
    const pictures = await Promise.all(
      frames.slice(0, 2).map(async (frame) => {
        const jpeg = await painter.paint({ ...frame, weather: "clear" }, TAKEN_MS);
        return sharp(jpeg).resize(128, 96).greyscale().raw().toBuffer();
      }),
    );
    const [first, second] = pictures;
    const changes = [...(first ?? [])].map((value, at) => Math.abs(value - (second?.[at] ?? 0)));
    const changed = changes.filter((difference) => difference > 30).length / changes.length;
    expect(changed).toBeGreaterThan(0.003);
    expect(changed).toBeLessThan(0.4);
  });
});
