// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isDarkPicture } from "../../../../src/parts/photo/picture-brightness.ts";
import { useDarkPicture } from "../../../../src/parts/photo/use-dark-picture.ts";

/** The light of each picture, 0–255. */
const lights = new Map<Blob, number>();
let decoded: Blob[];

function picture(light: number): Blob {
  const made = new Blob([String(light)]);
  lights.set(made, light);
  return made;
}

beforeEach(() => {
  decoded = [];
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
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("tells a dark picture from a light one, and decodes each once", async () => {
  const [dark, light] = [picture(20), picture(200)];
  const { result, rerender } = renderHook(({ of }) => useDarkPicture(of), {
    initialProps: { of: dark as Blob | null },
  });
  expect(result.current).toBe(false);
  await waitFor(() => expect(result.current).toBe(true));
  rerender({ of: light });
  expect(result.current).toBe(false);
  expect(await act(() => isDarkPicture(light))).toBe(false);
  expect(result.current).toBe(false);
  rerender({ of: dark });
  await waitFor(() => expect(result.current).toBe(true));
  rerender({ of: null });
  expect(result.current).toBe(false);
  expect(decoded).toEqual([dark, light]);
});

it("leaves a picture as it is where the browser cannot read it", async () => {
  const broken = new Blob(["no picture"]);
  const { result } = renderHook(() => useDarkPicture(broken));
  expect(await act(() => isDarkPicture(broken))).toBe(false);
  expect(result.current).toBe(false);
  expect(decoded).toEqual([broken]);
});
