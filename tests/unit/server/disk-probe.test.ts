import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { DiskProbe } from "../../../server/features/health/disk-probe.ts";

vi.mock("node:fs/promises", async (original) => {
  const actual = await original<typeof import("node:fs/promises")>();
  return { ...actual, writeFile: vi.fn(actual.writeFile) };
});

it("a data folder without space, or without more of a quota, is a full disk, and leaves nothing behind (neighbour 8)", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "understory-probe-"));
  const db = { write: async () => undefined } as unknown as Database;
  const isFull = () => new DiskProbe({ db, dataDir, elapsedMs: () => 0 }).isFull();
  expect(await isFull()).toBe(false);
  for (const [code, full] of [
    ["ENOSPC", true],
    ["EDQUOT", true],
    ["EACCES", false],
  ] as const) {
    vi.mocked(writeFile).mockRejectedValueOnce(Object.assign(new Error("refused"), { code }));
    expect([code, await isFull()]).toEqual([code, full]);
  }
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
  expect(existsSync(dataDir)).toBe(false);
});
