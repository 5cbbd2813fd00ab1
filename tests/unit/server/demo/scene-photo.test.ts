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
