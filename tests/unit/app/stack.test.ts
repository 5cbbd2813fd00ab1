import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { dependencies, devDependencies, scripts } = JSON.parse(read("package.json")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
};

/** Which files under a folder import a package. */
function importersOf(name: string, folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => new RegExp(`from "${name}(/[\\w-]+)?"`).test(read(join(folder, path))));
}

describe("the packages that the app is made of", () => {
  it("are react and react-dom for what is seen [OFF-25]", () => {
    expect(dependencies).toHaveProperty("react");
    expect(importersOf("react-dom", "src")).toContain("main.tsx");
    expect(importersOf("react", "src/features").length).toBeGreaterThan(5);
  });

  it("are vite and vite-plugin-pwa for the build [OFF-26, OFF-27]", () => {
    expect(devDependencies).toHaveProperty("vite");
    expect(scripts.build).toContain("vite build");
    expect(read("vite.config.ts")).toContain('from "vite-plugin-pwa"');
  });

  it("are workbox-window for the service worker's registration and updates [OFF-28]", () => {
    expect(importersOf("workbox-window", "src/app")).toEqual(["updates/watch-for-updates.ts"]);
  });

  it("are dexie for mirrors and queue, read in components by dexie-react-hooks [OFF-29, OFF-30]", () => {
    expect(importersOf("dexie", "src/storage")).toEqual(
      expect.arrayContaining(["mirror/mirror-database.ts", "outbox/outbox-database.ts"]),
    );
    expect(importersOf("dexie-react-hooks", "src").length).toBeGreaterThan(0);
  });

  it("are zustand for the client's state and wouter for the routes [OFF-31, OFF-32]", () => {
    expect(importersOf("zustand", "src/state")).toEqual(
      expect.arrayContaining(["session.ts", "toast-store.ts", "theme-store.ts"]),
    );
    expect(importersOf("wouter", "src/app")).toContain("app.tsx");
  });

  it("are vitest for the tests, which npm test runs [OFF-39]", () => {
    expect(devDependencies).toHaveProperty("vitest");
    expect(scripts.test).toContain("scripts/test.mjs");
    expect(read("scripts/test.mjs")).toContain("vitest");
    expect(importersOf("vitest", "tests").length).toBeGreaterThan(50);
  });
});

describe("the top level of the project", () => {
  it("has the files and folders that a newcomer looks for [OFF-41, OFF-42]", () => {
    const found = readdirSync(ROOT);
    const files = ["package.json", "vite.config.ts", "tsconfig.json", "index.html", "README.md"];
    expect(found).toEqual(expect.arrayContaining([...files, "src", "public", "sw", "tests"]));
  });

  it("keeps the service worker's source in sw, and the build takes it from there [OFF-43]", () => {
    expect(readdirSync(join(ROOT, "sw"))).toContain("service-worker.ts");
    expect(read("vite.config.ts")).toMatch(/srcDir: "sw"/);
  });

  it("is written in TypeScript, browser, worker, server and commands alike [OFF-44]", () => {
    for (const folder of ["src", "sw", "server", "cli"]) {
      const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
      expect(paths.filter((path) => /\.tsx?$/.test(path)).length, folder).toBeGreaterThan(1);
      expect(
        paths.filter((path) => /\.[cm]?jsx?$/.test(path)),
        folder,
      ).toEqual([]);
    }
  });
});
