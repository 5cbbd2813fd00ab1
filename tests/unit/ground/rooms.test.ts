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
  writeText(path, "// a line\n".repeat(lines));
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
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

  it("refuses props that are the return type of a hook, by its name or by the type that its file exports", () => {
    writeText("src/list.ts", "export interface List {\n  rows: number;\n}\n");
    writeText(
      "src/use-list.ts",
      'import type { List } from "./list.ts";\n\nexport function useList(): List {\n  return { rows: 1 };\n}\n',
    );
    writeText(
      "src/fine.tsx",
      'import type { List } from "./list.ts";\nimport { useList } from "./use-list.ts";\n\nexport const Fine = (props: { list: List }) => props.list.rows + useList().rows;\n',
    );
    expect(check().status).toBe(0);
    writeText(
      "src/planted.tsx",
      'import type { useList } from "./use-list.ts";\n\ninterface PlantedProps {\n  list: ReturnType<typeof useList>;\n}\n',
    );
    expect(check()).toMatchObject({
      status: 1,
      said: expect.stringContaining("rooms: src/planted.tsx: a type is the return type of useList"),
    });
    writeText("src/planted.tsx", "");
    writeText(
      "src/use-cursor.ts",
      "export interface Cursor {\n  at: number;\n}\n\nexport function useCursor(\n  rows: { id: string }[],\n): Cursor | null {\n  return { at: rows.length };\n}\n",
    );
    writeText(
      "src/cursor-view.tsx",
      'import type { Cursor } from "./use-cursor.ts";\n\nexport interface Props {\n  cursor: Cursor;\n}\n',
    );
    expect(check()).toMatchObject({
      status: 1,
      said: expect.stringContaining("rooms: src/cursor-view.tsx: Cursor is the return type of a hook"),
    });
  });

  it("fails where it has read no file", () => {
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining("nothing is proven") });
  });
});
