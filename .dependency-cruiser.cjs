// Who may import whom. `npm run check:layers` reads this; so does `npm run diagram`.
//
// LAYERS says for each folder which other folders its files may import (its own files always may).
// A folder that is missing here may import nothing of ours, so that a new one is a decision.
// Type imports count too: a type of a higher layer in a lower one is the same leak.

const PARTS_IMPORT = [
  "src/client",
  "src/offline-sets",
  "src/sync",
  "src/query",
  "src/state",
  "src/ui",
  "src/messages",
  "src/platform",
  "src/protocol",
  "src/domain",
];
const FEATURES_IMPORT = ["src/parts", "src/storage", ...PARTS_IMPORT];

const LAYERS = {
  // the browser
  "src/domain": [],
  "src/protocol": ["src/domain"],
  "src/formats": ["src/domain"],
  "src/messages": ["src/domain"],
  "src/platform": ["src/protocol", "src/domain"],
  "src/state": ["src/platform", "src/protocol", "src/domain"],
  "src/storage": ["src/platform", "src/protocol", "src/domain"],
  "src/query": ["src/storage", "src/platform", "src/domain"],
  "src/sync": ["src/storage", "src/messages", "src/platform", "src/protocol", "src/domain"],
  "src/offline-sets": ["src/sync", "src/query", "src/storage", "src/platform", "src/protocol", "src/domain"],
  "src/ui": ["src/messages", "src/platform", "src/domain"],
  "src/client": [
    "src/offline-sets",
    "src/sync",
    "src/query",
    "src/storage",
    "src/messages",
    "src/platform",
    "src/protocol",
    "src/domain",
  ],
  "src/parts": PARTS_IMPORT,
  "src/features": FEATURES_IMPORT,
  "src/app": ["src/features", ...FEATURES_IMPORT],
  // without the page: of src/messages only the words of notifications
  sw: ["src/messages/worker", "src/protocol", "src/domain"],
  // the server; of src/messages only what was written for it, and is free of the browser
  server: ["src/protocol", "src/formats", "src/domain", "src/messages/server"],
  cli: ["server", "src/formats", "src/domain", "src/messages/server", "src/messages/command-line"],
};

/** Where a part is split further: the same idea one level down. */
const SERVER_ROLES = [
  {
    name: "routes-only-through-services",
    comment: "routes → service → repository → db: HTTP in and out, nothing of the database",
    from: { path: "^server/features/.+routes\\.ts$" },
    to: { path: ["^server/features/.+(repository|-query)\\.ts$", "^server/db/", "^server/jobs/"] },
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
    from: { path: "^server/features/.+(repository|-query)\\.ts$" },
    to: {
      path: [
        "(routes|service)\\.ts$",
        "^server/(plugins|jobs|providers|files|app|main)",
        "node_modules/@?fastify",
      ],
    },
  },
  {
    name: "queries-only-in-repositories",
    comment:
      "SQL lives in repositories, in query files that they share and in the port; others pass views and transactions on",
    from: {
      path: "^(server|cli)/",
      // A query file holds parts of queries that several repositories share.
      pathNot: ["^server/db/", "(repository|-query)\\.ts$"],
    },
    to: { path: "node_modules/kysely/" },
  },
  {
    name: "ingest-and-import-share-only-the-store",
    comment: "both write insights through server/insight-store; neither knows the other",
    from: { path: "^server/(import|features/ingest)/" },
    to: { path: "^server/(import|features/ingest)/", pathNot: "^server/$1/" },
  },
  {
    name: "insight-store-knows-no-caller",
    comment: "the insight store knows the database port and stored files, not who writes through it",
    from: { path: "^server/insight-store/" },
    to: { path: "^server/", pathNot: "^server/(insight-store|db|files)/" },
  },
  {
    name: "limits-know-no-feature",
    comment: "rates and gates know only the error that they throw",
    from: { path: "^server/limits/" },
    to: { path: "^server/", pathNot: "^server/(limits|http)/" },
  },
  {
    name: "database-kinds-stay-behind-the-port",
    comment: "only server/db knows which database it is",
    from: { path: "^(server|cli)/", pathNot: "^server/db/" },
    to: { path: "^server/db/(sqlite|postgres|migrations)/" },
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

/** The rooms of src/sync, and which others each may import; sync-tab.ts wires them, with lead-term.ts and tab-status.ts. */
const SYNC_ROOMS = {
  connection: [],
  leader: ["connection"],
  outbox: ["connection"],
  push: ["outbox", "connection"],
  pull: ["outbox", "connection"],
};

const syncRoomRules = Object.entries(SYNC_ROOMS).map(([room, allowed]) => ({
  name: `sync-room-${room}`,
  comment: `src/sync/${room} may import ${allowed.length ? allowed.join(", ") : "no other room"}`,
  from: { path: `^src/sync/${room}/` },
  to: {
    path: ["^src/sync/[^/]+/", "^src/sync/(sync-tab|lead-term|tab-status)\\.ts$"],
    pathNot: [room, ...allowed].map((name) => `^src/sync/${name}/`),
  },
}));

const OUTBOX_REDUCER = [
  {
    name: "every-sync-file-has-a-room",
    comment: "a new folder of src/sync needs a line in SYNC_ROOMS",
    from: {
      path: "^src/sync/[^/]+/",
      pathNot: Object.keys(SYNC_ROOMS).map((room) => `^src/sync/${room}/`),
    },
    to: { path: ours() },
  },
  {
    name: "outbox-changes-by-its-transitions",
    comment:
      "an outbox is changed through its manifest; other files of the reducer are read for their types alone",
    from: { path: "^src/", pathNot: "^src/domain/outbox/" },
    to: {
      path: "^src/domain/outbox/",
      pathNot:
        "/(transitions|outbox-record|projection|queue-task|statuses-needed|unchanged-targets|overflow|restore-record)\\.ts$",
      dependencyTypesNot: ["type-only"],
    },
  },
];

const BROWSER_PORTS = [
  {
    name: "storage-owns-dexie",
    comment:
      "src/storage is the sole owner of the browser's databases; the service worker opens the one that it shares",
    from: { path: "^(src|sw)/", pathNot: ["^src/storage/", "^sw/push-store\\.ts$"] },
    to: { path: "node_modules/(dexie|idb-keyval)/" },
  },
  {
    name: "features-are-islands",
    comment: "a screen never imports another screen; shared code lives in src/client and src/parts",
    from: { path: "^src/features/([^/]+)/" },
    to: { path: "^src/features/[^/]+/", pathNot: "^src/features/$1/" },
  },
  {
    name: "pure-parts-use-no-runtime",
    comment: "domain, protocol and formats run in a browser and in Node: no built-in module of either",
    from: { path: "^src/(domain|protocol|formats)/" },
    to: { dependencyTypes: ["core"] },
  },
];

function ours() {
  return "^(src|sw|server|cli|tests|bench|scripts)/";
}

const layerRules = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer-${folder.replaceAll("/", "-")}`,
  comment: `${folder} may import ${allowed.length ? allowed.join(", ") : "nothing of ours"}`,
  from: { path: `^${folder}/` },
  to: {
    path: ours(),
    pathNot: [folder, ...allowed].map((each) => `^${each}/`),
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
    to: { path: ours() },
  },
  {
    name: "product-knows-no-tests",
    comment: "tests, benches and scripts lean on the product, never the other way",
    from: { path: "^(src|sw|server|cli)/" },
    to: { path: "^(tests|bench|scripts)/" },
  },
];

module.exports = {
  forbidden: [
    ...layerRules,
    ...syncRoomRules,
    ...OUTBOX_REDUCER,
    ...SERVER_ROLES,
    ...BROWSER_PORTS,
    ...everywhere,
  ].map((rule) => ({
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
