import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");

/** Runs the real check on the folder and answers what it said. */
function checkLayers(root: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync("node", [join(PROJECT, "scripts/check-layers.mjs"), root], {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "understory-layers-"));
  cpSync(join(PROJECT, ".dependency-cruiser.cjs"), join(root, ".dependency-cruiser.cjs"));
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  return root;
}

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

describe("the check of the layers", () => {
  let copy: string;
  beforeAll(() => {
    copy = newRoot();
    roots.push(copy);
    for (const folder of ["src", "sw", "server", "cli"]) {
      cpSync(join(PROJECT, folder), join(copy, folder), { recursive: true });
    }
  });

  it("sees a violation that is planted in a copy of the whole project", { timeout: 120_000 }, () => {
    write(copy, {
      "src/storage/planted-target.ts": "export const planted = 1;\n",
      "src/domain/planted.ts":
        'import { planted } from "../storage/planted-target.ts";\nexport const copy = planted;\n',
    });
    const { status, said } = checkLayers(copy);
    expect(said).toContain("layer-src-domain: src/domain/planted.ts → src/storage/planted-target.ts");
    expect(status).toBe(1);
  });

  it("fails where it has read no module", () => {
    const root = newRoot();
    roots.push(root);
    const { status, said } = checkLayers(root);
    expect(said).toContain("no module was read");
    expect(status).toBe(1);
  });

  // Each line: the rule, the file that breaks it, what that file imports.
  const planted: [string, string, string][] = [
    ["layer-src-domain", "src/domain/a.ts", "src/protocol/b.ts"],
    ["layer-src-protocol", "src/protocol/a.ts", "src/storage/b.ts"],
    ["layer-src-formats", "src/formats/a.ts", "src/protocol/b.ts"],
    ["layer-src-platform", "src/platform/a.ts", "src/sync/b.ts"],
    ["layer-src-storage", "src/storage/a.ts", "src/features/insights/b.ts"],
    ["layer-src-query", "src/query/a.ts", "src/protocol/b.ts"],
    ["layer-src-sync", "src/sync/a.ts", "src/ui/b.ts"],
    ["layer-src-sync", "src/sync/a.ts", "src/query/b.ts"],
    ["layer-src-client", "src/client/a.ts", "src/state/b.ts"],
    ["layer-src-parts", "src/parts/a.ts", "src/storage/b.ts"],
    ["layer-src-ui", "src/ui/a.ts", "src/storage/b.ts"],
    ["layer-src-features", "src/features/a.ts", "src/app/b.ts"],
    ["sync-room-connection", "src/sync/connection/a.ts", "src/sync/outbox/b.ts"],
    ["sync-room-leader", "src/sync/leader/a.ts", "src/sync/pull/b.ts"],
    ["sync-room-outbox", "src/sync/outbox/a.ts", "src/sync/push/b.ts"],
    ["sync-room-outbox", "src/sync/outbox/a.ts", "src/sync/leader/b.ts"],
    ["sync-room-push", "src/sync/push/a.ts", "src/sync/pull/b.ts"],
    ["sync-room-pull", "src/sync/pull/a.ts", "src/sync/push/b.ts"],
    ["every-sync-file-has-a-room", "src/sync/elsewhere/a.ts", "src/sync/outbox/b.ts"],
    ["outbox-changes-by-its-transitions", "src/sync/push/a.ts", "src/domain/outbox/b.ts"],
    ["features-are-islands", "src/features/insights/a.ts", "src/features/map/b.ts"],
    ["layer-sw", "sw/a.ts", "src/storage/b.ts"],
    ["layer-server", "server/a.ts", "src/ui/b.ts"],
    ["layer-server", "server/a.ts", "cli/b.ts"],
    ["layer-cli", "cli/a.ts", "src/protocol/b.ts"],
    ["routes-only-through-services", "server/features/x/x-routes.ts", "server/features/x/x-repository.ts"],
    ["routes-only-through-services", "server/features/x/x-routes.ts", "server/db/b.ts"],
    ["services-know-no-http", "server/features/x/x-service.ts", "server/features/x/x-routes.ts"],
    ["repositories-are-only-sql", "server/features/x/x-repository.ts", "server/features/x/x-service.ts"],
    ["ingest-and-import-share-only-the-store", "server/features/ingest/a.ts", "server/import/b.ts"],
    ["ingest-and-import-share-only-the-store", "server/import/a.ts", "server/features/ingest/b.ts"],
    ["insight-store-knows-no-caller", "server/insight-store/a.ts", "server/import/b.ts"],
    ["limits-know-no-feature", "server/limits/a.ts", "server/features/x/b.ts"],
    ["database-kinds-stay-behind-the-port", "server/jobs/a.ts", "server/db/postgres/b.ts"],
    ["database-is-the-bottom-of-the-server", "server/db/a.ts", "server/features/x/x-service.ts"],
    ["every-folder-has-a-layer", "src/elsewhere/a.ts", "src/domain/b.ts"],
    ["product-knows-no-tests", "server/a.ts", "tests/b.ts"],
  ];

  it("names the rule for each kind of import that goes the wrong way", { timeout: 60_000 }, () => {
    const root = newRoot();
    roots.push(root);
    const numbered = planted.map(
      ([rule, from, to], at) => [rule, withNumber(from, at), withNumber(to, at)] as const,
    );
    for (const [, from, to] of numbered) {
      write(root, { [from]: importing(from, to), [to]: "export const b = 1;\n" });
    }
    const { said } = checkLayers(root);
    expect(numbered.filter(([rule, from, to]) => !said.includes(`${rule}: ${from} → ${to}`))).toEqual([]);
  });

  it("lets only repositories and the port import the query builder", { timeout: 60_000 }, () => {
    const root = newRoot();
    roots.push(root);
    const importsQueries = 'import { sql } from "kysely";\nexport const one = sql`select 1`;\n';
    write(root, {
      "server/features/x/service.ts": importsQueries,
      "server/features/x/repository.ts": importsQueries,
      "server/import/x-repository.ts": importsQueries,
      "server/db/x.ts": importsQueries,
    });
    const { said } = checkLayers(root);
    const broken = said.split("\n").filter((line) => line.includes("queries-only-in-repositories"));
    expect(broken.map((line) => /server\/\S+\.ts/.exec(line)?.[0])).toEqual(["server/features/x/service.ts"]);
  });

  it("sees a cycle at run time, and lets types point both ways", { timeout: 60_000 }, () => {
    const root = newRoot();
    roots.push(root);
    write(root, {
      "src/domain/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
      "src/domain/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
    });
    expect(checkLayers(root).said).toContain("no-runtime-cycles");

    write(root, {
      "src/domain/b.ts": 'import type { a } from "./a.ts";\nexport const b = (given: typeof a) => given;\n',
    });
    expect(checkLayers(root)).toMatchObject({ status: 0 });
  });
});

/** The same folder and the same role, a name of its own. */
function withNumber(path: string, at: number): string {
  return path.replace(/[^/]+$/, (name) => `${at}-${name}`);
}

function importing(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `import { b } from "${up}${to}";\nexport const a = b;\n`;
}
