import { describe, expect, it } from "vitest";
import type { BlobOutcome, Http } from "../../../src/platform/http.ts";
import type { KeyValues } from "../../../src/platform/stored-values.ts";
import { createPortraits } from "../../../src/state/portraits.ts";

const PATH = "/api/user/image/0f";

function readerWith(answer: BlobOutcome, keyValues: Partial<KeyValues> = {}) {
  const asked: string[] = [];
  const kept = new Map<string, unknown>();
  const http = {
    image: async ({ path }: { path: string }) => {
      asked.push(path);
      return answer;
    },
  } as unknown as Http;
  const read = createPortraits({
    http,
    keyValues: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      remove: async (key) => void kept.delete(key),
      ...keyValues,
    },
  });
  return { read, asked };
}

describe("the profile photo", () => {
  const blob = new Blob(["webp"]);

  it("is asked for once, and then read from this device", async () => {
    const { read, asked } = readerWith({ kind: "answer", blob });
    expect(await read(PATH)).toBe(blob);
    expect(await read(PATH)).toBe(blob);
    expect(asked).toEqual([PATH]);
    await read("/api/user/image/10");
    expect(asked).toEqual([PATH, "/api/user/image/10"]);
  });

  it("is shown where this device cannot store it, and missing where it cannot be read", async () => {
    const refuses = {
      get: async () => Promise.reject(new Error("no storage")),
      set: async () => Promise.reject(new Error("no storage")),
    };
    expect(await readerWith({ kind: "answer", blob }, refuses).read(PATH)).toBe(blob);
    expect(await readerWith({ kind: "refusal", status: 404 }).read(PATH)).toBeNull();
    expect(await readerWith({ kind: "unreachable", why: "network" }).read(PATH)).toBeNull();
  });

  it("is never asked for at another origin", async () => {
    const { read, asked } = readerWith({ kind: "answer", blob });
    expect(await read("https://pictures.example.org/ada.webp")).toBeNull();
    expect(asked).toEqual([]);
  });
});
