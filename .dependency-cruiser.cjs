// Who may import whom. `npm run check:layers` reads this; so does `npm run diagram`.
//
// LAYERS says for each folder which other folders its files may import (its own files always may).
// A folder that is missing here may import nothing of ours, so that a new one is a decision.
// Type imports count too: a type of a higher layer in a lower one is the same leak.

const LAYERS = {
  // the browser
  "src/domain": [],
  "src/protocol": ["src/domain"],
  "src/formats": ["src/domain"],
  "src/messages": ["src/domain"],
  "src/platform": ["src/domain", "src/protocol"],
  "src/state": ["src/platform", "src/protocol", "src/domain"],
  "src/storage": ["src/platform", "src/protocol", "src/domain"],
  "src/query": ["src/storage", "src/platform", "src/protocol", "src/domain"],
  "src/sync": ["src/storage", "src/query", "src/messages", "src/platform", "src/protocol", "src/domain"],
  "src/ui": ["src/messages", "src/platform", "src/domain"],
  "src/features": [
    "src/sync",
    "src/query",
    "src/storage",
    "src/state",
    "src/ui",
    "src/messages",
    "src/platform",
    "src/protocol",
    "src/domain",
  ],
  "src/app": [
    "src/features",
    "src/sync",
    "src/query",
    "src/storage",
    "src/state",
    "src/ui",
    "src/messages",
    "src/platform",
    "src/protocol",
    "src/domain",
  ],
  sw: ["src/protocol", "src/domain"],
  // the server; of src/messages only what was written for it, and is free of the browser
  server: ["src/protocol", "src/formats", "src/domain", "src/messages/server*.ts"],
  cli: [
    "server",
    "src/protocol",
    "src/formats",
    "src/domain",
    "src/messages/server*.ts",
    "src/messages/import.ts",
    "src/messages/admin.ts",
  ],
};

/** Where a part is split further: the same idea one level down. */
const SERVER_ROLES = [
  {
    name: "routes-only-through-services",
    comment: "routes → service → repository → db: HTTP in and out, nothing of the database",
    from: { path: "^server/features/.+routes\\.ts$" },
    to: { path: ["^server/features/.+repository\\.ts$", "^server/db/", "^server/jobs/"] },
  },
  {
    name: "services-know-no-http",
    comment: "a service is called by routes, jobs and the command line alike",
    from: { path: "^server/features/.+service\\.ts$" },
    to: { path: ["routes\\.ts$", "^server/(plugins|app|main)", "node_modules/@?fastify"] },
  },
  {
    name: "repositories-are-only-sql",
    comment: "a repository knows the database port and the domain",
    from: { path: "^server/features/.+repository\\.ts$" },
    to: {
      path: [
        "(routes|service)\\.ts$",
        "^server/(plugins|jobs|providers|files|app|main)",
        "node_modules/@?fastify",
      ],
    },
  },
  {
    name: "database-is-the-bottom-of-the-server",
    comment: "the database port knows no feature",
    from: { path: "^server/db/" },
    to: { path: "^server/", pathNot: "^server/db/" },
  },
  {
    name: "database-drivers-stay-behind-the-port",
    comment: "better-sqlite3 and pg are imported by the two adapters alone",
    from: { path: "^(server|cli|src|sw)/", pathNot: "^server/db/" },
    to: { path: "node_modules/(better-sqlite3|pg)/" },
  },
];

const BROWSER_PORTS = [
  {
    name: "storage-owns-dexie",
    comment: "src/storage is the sole owner of the browser's database",
    from: { path: "^(src|sw)/", pathNot: "^src/storage/" },
    to: { path: "node_modules/(dexie|idb-keyval)/" },
  },
  {
    name: "features-are-islands",
    comment: "a screen never imports another screen; what lies directly in src/features is for all",
    from: { path: "^src/features/([^/]+)/" },
    to: { path: "^src/features/[^/]+/", pathNot: "^src/features/$1/" },
  },
  {
    name: "shared-feature-files-know-no-screen",
    comment: "what all screens share may not depend on one of them",
    from: { path: "^src/features/[^/]+$" },
    to: { path: "^src/features/[^/]+/" },
  },
  {
    name: "pure-parts-use-no-runtime",
    comment: "domain, protocol and formats run in a browser and in Node: no built-in module of either",
    from: { path: "^src/(domain|protocol|formats)/" },
    to: { dependencyTypes: ["core"] },
  },
];

const ours = "^(src|sw|server|cli|tests|bench|scripts)/";

/** A folder with all that lies in it, or a file, whose name may hold a `*`. */
function pathPattern(path) {
  return path.endsWith(".ts") ? `^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$` : `^${path}/`;
}

const layerRules = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer-${folder.replaceAll("/", "-")}`,
  comment: `${folder} may import ${allowed.length ? allowed.join(", ") : "nothing of ours"}`,
  from: { path: `^${folder}/` },
  to: {
    path: ours,
    pathNot: [folder, ...allowed].map(pathPattern),
  },
}));

const everywhere = [
  {
    name: "no-runtime-cycles",
    comment: "two modules that need each other at run time are one module; types may point both ways",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "every-import-resolves",
    comment: "an import that leads nowhere would slip past every other rule",
    from: {},
    // Virtual modules are made by the bundler and have no file.
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
  {
    name: "every-folder-has-a-layer",
    comment: "files directly in src (main.tsx) wire everything; a new folder needs a line in LAYERS",
    from: {
      path: "^src/[^/]+/",
      pathNot: Object.keys(LAYERS).map((folder) => `^${folder}/`),
    },
    to: { path: ours },
  },
  {
    name: "product-knows-no-tests",
    comment: "tests, benches and scripts lean on the product, never the other way",
    from: { path: "^(src|sw|server|cli)/" },
    to: { path: "^(tests|bench|scripts)/" },
  },
];

module.exports = {
  forbidden: [...layerRules, ...SERVER_ROLES, ...BROWSER_PORTS, ...everywhere].map((rule) => ({
    severity: "error",
    ...rule,
  })),
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".d.ts", ".json"],
    },
  },
};

/** For the scripts that need the folders' names. */
module.exports.LAYERS = LAYERS;
