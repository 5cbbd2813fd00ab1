import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The built program in a folder of its own, as a second installation; for `startServer({ program })`. */
export interface ProgramCopy {
  readonly folder: string;
  /**
   * Makes the app another version, as a new build does: its page has `mark` in `<meta name="test-version">`, and the
   * service worker's list names that page's new content. With `version` it also announces that one.
   */
  changeApp(mark: string, version?: string): void;
  /** Makes a version whose page stays blank, because none of its scripts run. */
  breakApp(): void;
  remove(): void;
}

const PAGE = "dist/web/index.html";
const WORKER = "dist/web/service-worker.js";
/** The page's entry in the worker's list, in either order of its two fields. */
const PAGE_ENTRY = /\{(?=[^{}]*"?url"?:"index\.html")[^{}]*\}/;

export function copyProgram(): ProgramCopy {
  const folder = mkdtempSync(join(tmpdir(), "understory-program-"));
  for (const part of ["dist/node", "dist/web", "package.json"]) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const changePage = (change: (page: string) => string) => {
    const page = change(readFileSync(join(folder, PAGE), "utf8"));
    replacePart(folder, PAGE, page);
    const worker = readFileSync(join(folder, WORKER), "utf8");
    if (!PAGE_ENTRY.test(worker)) throw new Error("the service worker's list does not name the page");
    const revision = createHash("md5").update(page).digest("hex");
    replacePart(folder, WORKER, worker.replace(PAGE_ENTRY, JSON.stringify({ revision, url: "index.html" })));
  };
  return {
    folder,
    changeApp(mark, version) {
      changePage((page) => {
        const marked = page.replace("<head>", `<head><meta name="test-version" content="${mark}">`);
        if (version === undefined) return marked;
        return marked.replace(/(<meta name="app-version" content=")[^"]*/, `$1${version}`);
      });
    },
    breakApp() {
      changePage((page) => page.replace(/<script defer.*?<\/script>/s, ""));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Also removes the compressed copy, which the server would send instead. */
function replacePart(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  rmSync(join(folder, `${path}.br`), { force: true });
}
