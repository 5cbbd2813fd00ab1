import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");

describe("the check of the bundle's size", () => {
  let dist: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), "understory-bundle-"));
  });
  afterEach(() => rmSync(dist, { recursive: true, force: true }));

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), content);
  }

  function check(...args: string[]): { status: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync("node", ["scripts/check-bundle.mjs", ...args], {
      cwd: PROJECT,
      encoding: "utf8",
      env: { ...process.env, BUNDLE_DIST: dist },
    });
    return { status, said: stdout + stderr };
  }

  /** Text that brotli cannot make smaller, always the same. */
  function incompressible(bytes: number): string {
    let state = 1;
    const digit = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return String.fromCharCode(33 + ((state >>> 16) % 94));
    };
    return Array.from({ length: bytes }, digit).join("");
  }

  const manifest = JSON.stringify({
    "index.html": {
      file: "assets/entry.js",
      isEntry: true,
      imports: ["_vendor.js"],
      dynamicImports: ["_later.js"],
    },
    "_vendor.js": { file: "assets/vendor.js" },
    "_later.js": { file: "assets/later.js", isDynamicEntry: true },
  });

  it("adds what the entry imports statically and leaves out what comes later", () => {
    write(".vite/manifest.json", manifest);
    write("assets/entry.js", incompressible(1_000));
    write("assets/vendor.js", incompressible(2_000));
    write("assets/later.js", incompressible(900_000));
    const { status, said } = check();
    expect(said).toContain("vendor.js");
    expect(said).not.toContain("later.js");
    expect(status).toBe(0);
  });

  it("fails over 120 kB", () => {
    write(".vite/manifest.json", manifest);
    write("assets/entry.js", incompressible(1_000));
    write("assets/vendor.js", incompressible(170_000));
    expect(check().status).toBe(1);
  });

  it("adds what a signed-in person needs until the first insights show, and fails over 200 kB of it", () => {
    const person = "src/app/composition/person.ts";
    const page = "src/features/insights/insights-page.tsx";
    const parts = {
      [person]: { file: "assets/person.js", isDynamicEntry: true, imports: ["index.html"] },
      [page]: { file: "assets/page.js", isDynamicEntry: true, imports: [person] },
    };
    write(".vite/manifest.json", JSON.stringify({ ...JSON.parse(manifest), ...parts }));
    for (const name of ["entry", "vendor", "person"]) write(`assets/${name}.js`, incompressible(1_000));
    write("assets/page.js", incompressible(200_000));
    const { status, said } = check("--json");
    expect(status).toBe(0);
    const { kilobytes, insights } = JSON.parse(said);
    expect(kilobytes).toBeLessThan(3);
    expect(insights.kilobytes).toBeGreaterThan(150);
    write("assets/page.js", incompressible(280_000));
    expect(check().status).toBe(1);
  });

  it("measures the public page by its own scripts, and fails over 40 kB of them", () => {
    write(".vite/manifest.json", manifest);
    write("assets/entry.js", incompressible(1_000));
    write("assets/vendor.js", incompressible(1_000));
    write(
      "landing.html",
      '<script src="/theme.js"></script><script type="module" src="/assets/landing.js"></script>',
    );
    write("theme.js", incompressible(1_000));
    write("assets/landing.js", `import"./part.js";${incompressible(2_000)}`);
    write("assets/part.js", incompressible(10_000));
    expect(check()).toMatchObject({ status: 0, said: expect.stringContaining("part.js") });
    write("assets/part.js", incompressible(60_000));
    expect(check().status).toBe(1);
  });

  it("says that there is no build, and fails only where one is required", () => {
    expect(check()).toMatchObject({ status: 0, said: expect.stringContaining("there is no build") });
    expect(check("--required").status).toBe(1);
  });
});
