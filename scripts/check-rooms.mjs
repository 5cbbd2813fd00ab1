// Is each folder a room that can be looked over: at most 25 source files in it, and none longer than 400 lines?
// Its subfolders have their own. Exceptions stand below, each with its reason; one that is no longer needed fails.
//
// Does a component know how its state is made? In src no type is the return type of a hook by `ReturnType<typeof
// useX>`, and no component names a type that a hook's own file exports as its return type: props are types of their
// own, which a store, a test or another hook can make too.
//
// usage: node scripts/check-rooms.mjs [ROOT]   (ROOT: another copy of the project, for the tests)
// exit: 1 where a limit is passed, or where nothing was read
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const MOST_FILES = 25;
const MOST_LINES = 400;
const FOLDERS = ["src", "sw", "server", "cli", "tests", "bench", "scripts"];
const SOURCE = /\.(ts|tsx|mjs|css)$/;

const ONE_WORLD = "its tests share one world, which is built in the file";

/** @type {Record<string, string>} path → reason */
const EXCEPTIONS = {
  "tests/contract/change-feed.test.ts": ONE_WORLD,
  "tests/e2e/review.test.ts": ONE_WORLD,
  "tests/e2e/shell.test.ts": ONE_WORLD,
  "tests/integration/client/client-push.test.ts": ONE_WORLD,
  "tests/integration/fleet/devices.test.ts": ONE_WORLD,
  "tests/integration/import/import.test.ts": ONE_WORLD,
  "tests/integration/sync/bulk-updates.test.ts": ONE_WORLD,
  "tests/integration/sync/sync.test.ts": ONE_WORLD,
  "tests/unit/features/insights/insights-page.test.tsx": ONE_WORLD,
  "tests/unit/features/insights/list/rows/insights-table.test.tsx": ONE_WORLD,
  "tests/unit/query/worker-engine.test.ts": ONE_WORLD,
  "tests/unit/domain/outbox/outbox-world.ts": ONE_WORLD,
};

const root = resolve(process.argv[2] ?? process.cwd());
const isProject = process.argv[2] === undefined;
const found = new Map();
let read = 0;
const sources = new Map();
for (const folder of FOLDERS) if (existsSync(join(root, folder))) look(folder);
const tied = [...typesByHooks(), ...propsByHooks()];
for (const said of tied) console.error(`rooms: ${said}`);

const broken = [...found].filter(([path]) => !Object.hasOwn(EXCEPTIONS, path));
for (const [path, what] of broken) console.error(`rooms: ${path}: ${what}`);
const idle = isProject ? Object.keys(EXCEPTIONS).filter((path) => !found.has(path)) : [];
for (const path of idle) console.error(`rooms: ${path} needs no exception any more`);
if (read === 0) console.error("rooms: no file was read; nothing is proven.");
console.log(
  `rooms: ${read} files read, ${broken.length} too large, ${Object.keys(EXCEPTIONS).length} exceptions`,
);
process.exit(broken.length + idle.length + tied.length > 0 || read === 0 ? 1 : 0);

function look(folder) {
  let files = 0;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) look(path);
    if (!entry.isFile() || !SOURCE.test(entry.name)) continue;
    files += 1;
    const text = readFileSync(join(root, path), "utf8");
    if (folder.split("/")[0] === "src" && !path.endsWith(".css")) sources.set(path, text);
    const lines = text.split("\n").length - 1;
    if (lines > MOST_LINES) found.set(path, `${lines} lines, at most ${MOST_LINES}`);
  }
  read += files;
  if (files > MOST_FILES) found.set(folder, `${files} files, at most ${MOST_FILES}`);
}

function typesByHooks() {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/ReturnType<\s*typeof (use[A-Z]\w*)/g)].map(
      ([, hook]) => `${path}: a type is the return type of ${hook}; declare it by itself`,
    ),
  );
}

function propsByHooks() {
  const exported = new Map([...sources].map(([path, text]) => [path, returnTypesOfHooks(text)]));
  return [...sources].flatMap(([path, text]) => {
    if (!path.endsWith(".tsx")) return [];
    return [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]+)";$/gm)].flatMap(
      ([, names, from]) => {
        const ofHooks = exported.get(join(dirname(path), from)) ?? [];
        return ofHooks
          .filter((name) => new RegExp(`\\b${name}\\b`).test(names) && isInProps(text, name))
          .map((name) => `${path}: ${name} is the return type of a hook in ${from}; declare it by itself`);
      },
    );
  });
}

/** As the type of a member, or as what an interface of props extends. */
function isInProps(text, name) {
  return new RegExp(`^(?: +\\w+\\??: .*|(?:export )?interface \\w*Props.*)\\b${name}\\b`, "m").test(text);
}

/** The exported types of a file that a hook in it returns, and that no plain function of it makes. */
function returnTypesOfHooks(text) {
  const types = new Set([...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name));
  const returned = (start) =>
    [...text.matchAll(new RegExp(`${start}(?:(?!\\n\\}\\n)[\\s\\S])*?\\): ([^{}]+?) \\{$`, "gm"))].flatMap(
      ([, type]) => type.match(/\w+/g) ?? [],
    );
  const plain = returned("^export function (?!use[A-Z])");
  return returned("^export function use[A-Z]").filter((name) => types.has(name) && !plain.includes(name));
}
