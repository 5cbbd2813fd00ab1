import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "understory-rooms-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, lines: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "// a line\n".repeat(lines));
}

function check(): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync("node", [join(PROJECT, "scripts/check-rooms.mjs"), root], {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

describe("the check of the rooms", () => {
  it("refuses a folder of more than 25 source files, and does not count what lies deeper or is no source", () => {
    for (let at = 0; at < 25; at += 1) write(`src/full/file-${at}.ts`, 1);
    write("src/full/deeper/file.tsx", 1);
    write("src/full/notes.md", 1);
    expect(check()).toMatchObject({ status: 0, said: expect.stringContaining("26 files read") });
    write("src/full/one-more.css", 1);
    expect(check()).toMatchObject({
      status: 1,
      said: expect.stringContaining("rooms: src/full: 26 files, at most 25"),
    });
  });

  it("refuses a file of more than 400 lines", () => {
    write("server/fits.ts", 400);
    expect(check().status).toBe(0);
    write("server/planted.ts", 401);
    expect(check()).toMatchObject({
      status: 1,
      said: expect.stringContaining("rooms: server/planted.ts: 401 lines, at most 400"),
    });
  });

  it("fails where it has read no file", () => {
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining("nothing is proven") });
  });
});
