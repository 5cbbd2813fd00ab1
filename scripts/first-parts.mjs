// A plugin of vite: writes into the page which parts each screen that opens first needs beside the entry, as
// {"initial": tab, "all": [...], "tabs": {tab: [...]}, "reads": {tab: prefetch}, "worker": address}
// in <meta name="first-parts">; public/first-parts.js asks for them. "reads" are the tabs whose first rows are insights,
// with what the worker reads for them; see Prefetch in src/query/worker/worker-protocol.ts.

const PERSON = "/src/app/composition/person.ts";
const SCREENS = {
  dashboard: "/src/features/dashboard/dashboard-page.tsx",
  devices: "/src/features/devices/devices-page.tsx",
  insights: "/src/features/insights/insights-page.tsx",
};
/** The same as in src/app/navigation/screens.ts. */
export const READS_INSIGHTS = { dashboard: "all", insights: "newest" };
const WORKER = /^assets\/insight-worker-[^/]*\.js$/;

/** @returns {import("vite").Plugin} */
export function firstParts() {
  return {
    name: "first-parts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle, path }) {
        if (bundle === undefined || path !== "/index.html") return [];
        const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
        const entry = partsOf(chunks.find((chunk) => chunk.isEntry && chunk.name === "index"));
        const person = partsOf(chunkOf(PERSON)).filter((part) => !entry.includes(part));
        const tabs = Object.entries(SCREENS).map(([tab, module]) => [
          tab,
          partsOf(chunkOf(module)).filter((part) => !entry.includes(part) && !person.includes(part)),
        ]);
        const worker = Object.keys(bundle).find((name) => WORKER.test(name));
        if (worker === undefined) throw new Error("no file is the worker of insights");
        const content = JSON.stringify({
          initial: "dashboard",
          all: person,
          tabs: Object.fromEntries(tabs),
          reads: READS_INSIGHTS,
          worker: `/${worker}`,
        });
        return [{ tag: "meta", attrs: { name: "first-parts", content }, injectTo: "head-prepend" }];

        function chunkOf(module) {
          const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
          if (found === undefined) throw new Error(`no chunk holds ${module}`);
          return found;
        }

        /** The addresses of a chunk, of all that it imports statically, and of their styles. */
        function partsOf(chunk, seen = new Set()) {
          if (chunk === undefined || seen.has(`/${chunk.fileName}`)) return [...seen];
          seen.add(`/${chunk.fileName}`);
          for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(`/${style}`);
          for (const name of chunk.imports) partsOf(bundle[name], seen);
          return [...seen];
        }
      },
    },
  };
}
