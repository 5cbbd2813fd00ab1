import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { classicParts } from "./scripts/classic-parts.mjs";
import { firstParts } from "./scripts/first-parts.mjs";
import { landingPage } from "./scripts/landing-page.mjs";
import { worldMap } from "./scripts/world-map.mjs";

const OUT_DIR = "dist/web";
const DEV_API = process.env.VITE_DEV_API ?? "http://127.0.0.1:8080";

/**
 * Without static routing each file comes through the service worker on its own, which takes some milliseconds: thirty
 * small ones took a third of the start on a slow phone. So the modules that pages share are put into few files:
 *
 * - `first`: what every first page needs;
 * - `forms`: what the pages before signing in share with the start of those who are signed in;
 * - `person`: what all who are signed in need;
 * - `screens`: what the insights screen shares with other screens;
 * - `entry`: what only the pages before signing in share;
 * - `shared`: what only later pages share, as far as it is small or belongs to insights.
 */
const FEW_PARTS: Rolldown.CodeSplittingGroup[] = [
  { name: "first", tags: ["$initial"], priority: 3 },
  {
    name(id, graph) {
      const pages = [...pagesThatNeed(id, graph)];
      const signedIn = pages.some((page) => page.endsWith(SIGNED_IN));
      if (pages.length < 2) return signedIn ? "person" : null;
      if (!signedIn && !pages.some((page) => page.endsWith(INSIGHTS))) return null;
      if (pages.some((page) => ENTRY_PAGE.test(page))) return "forms";
      return signedIn ? "person" : "screens";
    },
    priority: 2,
  },
  {
    name(id, graph) {
      const pages = [...pagesThatNeed(id, graph)];
      if (pages.length < 2) return null;
      if (pages.some((page) => ENTRY_PAGE.test(page))) return "entry";
      const onInsights = pages.filter((page) => page.includes("/features/insights/")).length;
      if (onInsights > 0) return onInsights < pages.length ? "shared" : null;
      return SMALL_PARTS.test(id) ? "shared" : null;
    },
    priority: 1,
  },
];
/** The files that a start runs most of. */
const STARTS = new Set(["index", "person", "forms", "screens", "insights-page", "dashboard-page"]);
/**
 * V8 then compiles all functions of a file while it is read, in a thread of its own. Else each is compiled in the page's
 * thread when it is first called: a quarter of the start on a slow phone. This counts on first visits: once the service
 * worker has installed the files, V8 has their code.
 */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad";
/** Packages that jsPDF imports only to draw HTML and SVG, which the app does not do; they would add 380 kB. */
const UNUSED_BY_PDF = ["html2canvas", "canvg", "dompurify"];

/** Rules, shapes and icons, of some hundred bytes each. */
const SMALL_PARTS = /\/src\/(domain|protocol|client|platform)\/|\/lucide-react\//;
/** The code that every screen of a signed-in person needs. */
const SIGNED_IN = "/src/app/composition/person.ts";
const INSIGHTS = "/insights-page.tsx";
const ENTRY_PAGE = /\/(entry|signup|reset)-page\.tsx$/;

export default defineConfig({
  build: {
    outDir: OUT_DIR,
    emptyOutDir: true,
    manifest: true,
    // public/first-parts.js loads the scripts, of which none is a module.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: FEW_PARTS } } },
    // A data: address in a style or script would be one more thing for the content policy to allow.
    assetsInlineLimit: 0,
  },
  resolve: {
    alias: [
      // The package's own entry is the ES5 build wrapped for CommonJS, 1 kB larger; all supported browsers run this one.
      { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" },
      ...UNUSED_BY_PDF.map((name) => ({ find: name, replacement: "/scripts/empty-module.mjs" })),
    ],
  },
  // The world's data is used by a worker alone.
  // Strict, because public/first-parts.js starts the worker of insights as a classic script, which is sloppy by default.
  worker: { plugins: () => [worldMap()], rolldownOptions: { output: { strict: true } } },
  server: { proxy: { "/api": DEV_API } },
  plugins: [
    react(),
    versionInPage(),
    firstParts(),
    classicParts(),
    compiledAtOnce(),
    ...landingPage(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "sw",
      filename: "service-worker.ts",
      // The page registers the worker itself, through workbox-window.
      injectRegister: false,
      registerType: "prompt",
      injectManifest: {
        rollupFormat: "iife",
        // Every chunk is precached, so that each screen opens without a connection after the first visit.
        globPatterns: ["**/*.{html,js,css,svg,png,webmanifest}"],
        globIgnores: ["**/screenshots/**"],
      },
      manifest: {
        id: "/",
        name: "Understory",
        short_name: "Understory",
        description: "Review what your wildlife cameras saw, with and without a connection.",
        lang: "en",
        dir: "ltr",
        start_url: "/",
        scope: "/",
        display: "standalone",
        orientation: "any",
        background_color: "#f5f4ef",
        theme_color: "#f5f4ef",
        categories: ["productivity", "photo", "utilities"],
        // No SVG: Chromium loads an icon at each start, prefers an SVG, and draws it in the page's thread.
        icons: [
          { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
          { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          {
            src: "/icons/icon-monochrome-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "monochrome",
          },
        ],
        shortcuts: [
          {
            name: "Insights",
            url: "/?tab=insights",
            icons: [{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" }],
          },
        ],
      },
    }),
    compressedCopies(),
  ],
});

/** The modules that are loaded when they are wanted, and that cannot do without this one. */
function pagesThatNeed(
  id: string,
  graph: Pick<Rolldown.PluginContext, "getModuleInfo">,
  seen = new Set<string>(),
) {
  const pages = new Set<string>();
  if (seen.has(id)) return pages;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  if (info === null) return pages;
  if (info.dynamicImporters.length > 0) pages.add(id);
  for (const importer of info.importers)
    for (const page of pagesThatNeed(importer, graph, seen)) pages.add(page);
  return pages;
}

/** Writes the version into the page, which is stored on devices together with all parts of the same version. */
function versionInPage(): Plugin {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return {
    name: "version-in-page",
    transformIndexHtml: () => [{ tag: "meta", attrs: { name: "app-version", content: version } }],
  };
}

/** Marks the files of the start. The mark must be their first line, before what vite itself puts there. */
function compiledAtOnce(): Plugin {
  return {
    name: "compiled-at-once",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === "chunk" && STARTS.has(part.name)) part.code = `${COMPILE_AT_ONCE}\n${part.code}`;
      },
    },
  };
}

/** Writes a brotli copy beside each text file, which the server sends as it lies: better packed, and no work a request. */
function compressedCopies(): Plugin {
  return {
    name: "compressed-copies",
    apply: "build",
    enforce: "post",
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        for (const path of readdirSync(OUT_DIR, { recursive: true, encoding: "utf8" })) {
          if (!/\.(html|js|css|svg|webmanifest)$/.test(path)) continue;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          const file = join(OUT_DIR, path);
          writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
        }
      },
    },
  };
}
