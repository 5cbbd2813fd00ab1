import { describe, expect, it } from "vitest";
import { ByteGate } from "../../../server/files/decoding.ts";

/** Work that ends when it is told to. */
function pieces(gate: ByteGate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, bytes: number) =>
    gate.run(bytes, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

describe("the room for decoded pictures (neighbour 6)", () => {
  it("is never exceeded, and goes to who came first", async () => {
    const { begun, run, end } = pieces(new ByteGate(400, 8));
    const all = [run("a", 300), run("b", 300), run("c", 100)];
    await Promise.resolve();
    expect(begun).toEqual(["a"]);
    end("a");
    await all[0];
    await Promise.resolve();
    expect(begun).toEqual(["a", "b", "c"]);
    end("b");
    end("c");
    await Promise.all(all);
  });

  it("has so many places, however small the pictures are, and is given back by work that fails", async () => {
    const gate = new ByteGate(400, 2);
    await expect(gate.run(400, () => Promise.reject(new Error("damaged")))).rejects.toThrow("damaged");
    const { begun, run, end } = pieces(gate);
    const all = [run("a", 1), run("b", 1), run("c", 1)];
    await Promise.resolve();
    expect(begun).toEqual(["a", "b"]);
    end("b");
    await all[1];
    await Promise.resolve();
    expect(begun).toEqual(["a", "b", "c"]);
    end("a");
    end("c");
    await Promise.all(all);
  });
});
