// The public page at /landing: landing.html with the markup of src/features/landing, drawn by React at build time, and a
// small script of its own. It is bundled apart from the app: in one bundle with it, style sheets that both need would
// lie in a chunk of the app, which the page would then load.
import { readFileSync } from "node:fs";
import { build, createServer } from "vite";

const PAGE = "landing.html";
const ADDRESS = "/landing";

/** @returns {import("vite").Plugin[]} */
export function landingPage() {
  return [drawnMarkup(), landingInBuild(), landingInDevelopment()];
}

/** Writes title, description and markup into landing.html. */
function drawnMarkup() {
  return {
    name: "landing-markup",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { path }) {
        if (!path.endsWith(`/${PAGE}`)) return undefined;
        const { title, description, body } = await draw();
        return {
          html: html.replace("<!-- page -->", () => body),
          tags: [
            { tag: "title", children: title },
            meta("name", "description", description),
            meta("property", "og:type", "website"),
            meta("property", "og:title", title),
            meta("property", "og:description", description),
          ],
        };
      },
    },
  };
}

/** A server of development that serves nothing: it loads components, with the names that their styles have in a build. */
async function draw() {
  const server = await createServer({
    configFile: false,
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule("/src/features/landing/landing-page.tsx");
    return module.drawLandingPage();
  } finally {
    await server.close();
  }
}

function meta(key, name, content) {
  return { tag: "meta", attrs: { [key]: name, content } };
}

/** Adds the page, its script, styles and pictures to the files of the app's build. */
function landingInBuild() {
  return {
    name: "landing-in-build",
    apply: "build",
    async generateBundle() {
      const { output } = await build({
        configFile: false,
        logLevel: "warn",
        plugins: [drawnMarkup(), allStyles()],
        build: {
          write: false,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: PAGE },
        },
      });
      for (const file of output)
        this.emitFile({
          type: "asset",
          fileName: file.fileName,
          source: file.type === "chunk" ? file.code : file.source,
        });
    },
  };
}

/** Keeps the styles of components: their markup names them, but no script does, and a bundle leaves out what none names. */
function allStyles() {
  return {
    name: "landing-styles",
    enforce: "post",
    transform: (code, id) =>
      id.endsWith(".module.css") ? { code, moduleSideEffects: "no-treeshake" } : undefined,
  };
}

function landingInDevelopment() {
  return {
    name: "landing-in-development",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url?.split("?", 1)[0] !== ADDRESS) return next();
        try {
          const html = await server.transformIndexHtml(`/${PAGE}`, readFileSync(PAGE, "utf8"));
          response.setHeader("content-type", "text/html; charset=utf-8").end(html);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
