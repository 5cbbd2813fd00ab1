// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isDarkPicture } from "../../../../src/parts/photo/picture-brightness.ts";
import { useDarkPicture } from "../../../../src/parts/photo/use-dark-picture.ts";
import { stubPictureLight } from "../../../support/client/picture-light.ts";

let picture: (light: number) => Blob;
let decoded: readonly Blob[];

beforeEach(() => {
  ({ picture, decoded } = stubPictureLight());
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
