// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { READS_INSIGHTS } from "../../../scripts/first-parts.mjs";
import { insightsReadFor } from "../../../src/app/navigation/screens.ts";
import { TABS } from "../../../src/domain/account/role.ts";
import type { FirstWorker } from "../../../src/query/worker/first-worker.ts";
import type { Prefetch, ToWorker } from "../../../src/query/worker/worker-protocol.ts";

const SCRIPT = readFileSync("public/first-parts.js", "utf8");
const PARTS = {
  initial: "dashboard",
  all: ["/assets/person.js", "/assets/person.css"],
  tabs: { dashboard: ["/assets/dashboard.js"], insights: ["/assets/insights.js"] },
  reads: { dashboard: "all", insights: "newest" },
  worker: "/worker.js",
};

class FakeWorker {
  onmessage: (event: { data: unknown }) => void = () => {};
  onerror: () => void = () => {};
  readonly posted: unknown[] = [];
  readonly address: string;
  readonly name: string;

  constructor(address: string, { name }: { name: string }) {
    this.address = address;
    this.name = name;
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

const firstWorker = () => (globalThis as { firstWorker?: FirstWorker | null }).firstWorker ?? null;

afterEach(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("firstWorker", null);
  localStorage.clear();
  document.head.innerHTML = `<meta name="first-parts" content='${JSON.stringify(PARTS)}'>`;
});

/** Runs the script on a page of this address; returns what it asked for. */
function askedAt(address: string): string[] {
  history.replaceState(null, "", address);
  new Function(SCRIPT)();
  return [...document.head.querySelectorAll<HTMLElement>("link, script")].map((asked) =>
    ["rel", "href", "src"].flatMap((name) => asked.getAttribute(name) ?? []).join(" "),
  );
}

describe("asking for the parts of the first screen", () => {
  it("asks for those of the tab in the address, where somebody is signed in", () => {
    localStorage.setItem("authToken", "Bearer t");
    expect(askedAt("/?tab=insights&q=fox")).toEqual([
      "/assets/person.js",
      "preload /assets/person.css",
      "/assets/insights.js",
    ]);
  });

  it("asks for those of the initial tab, and of other tabs for what all need", () => {
    localStorage.setItem("authToken", "Bearer t");
    expect(askedAt("/")).toContain("/assets/dashboard.js");
    for (const asked of document.head.querySelectorAll("link, script")) asked.remove();
    expect(askedAt("/?tab=groups")).toEqual(["/assets/person.js", "preload /assets/person.css"]);
  });

  it("asks for nothing where nobody is signed in, or the address is none of theirs", () => {
    expect(askedAt("/?tab=insights")).toEqual([]);
    localStorage.setItem("authToken", "Bearer t");
    expect(askedAt("/resetpassword")).toEqual([]);
  });

  it("starts the worker of insights with the person of this device, and keeps what it says", () => {
    localStorage.setItem("authToken", "Bearer t");
    localStorage.setItem("userId", "7");
    askedAt("/");
    const first = firstWorker();
    const worker = first?.worker as unknown as FakeWorker;
    expect(worker).toMatchObject({ address: "/worker.js", name: first?.name });
    expect(worker.posted).toEqual([{ kind: "open", userId: 7, prefetch: "all" } satisfies ToWorker]);
    worker.onmessage({ data: { kind: "alive" } });
    worker.onerror();
    expect(first?.messages).toEqual([{ kind: "alive" }, "broken"]);
  });

  it("starts it without a person where none is remembered, and not where nobody is signed in", () => {
    askedAt("/");
    expect(firstWorker()).toBeNull();
    localStorage.setItem("authToken", "Bearer t");
    askedAt("/");
    expect(firstWorker()?.worker).toMatchObject({ posted: [] });
  });

  it("lets it read nothing ahead of a screen whose first rows are others, which would wait for it", () => {
    localStorage.setItem("authToken", "Bearer t");
    localStorage.setItem("userId", "7");
    askedAt("/?tab=devices");
    expect(firstWorker()?.worker).toMatchObject({ posted: [] });
  });

  it("lets it read the newest insights alone, and all where the address asks for more, as the start-up does", () => {
    expect(PARTS.reads).toEqual(READS_INSIGHTS);
    const read = (search: string) => {
      localStorage.setItem("authToken", "Bearer t");
      localStorage.setItem("userId", "7");
      vi.stubGlobal("firstWorker", null);
      askedAt(`/${search}`);
      const worker = firstWorker()?.worker as unknown as FakeWorker;
      const [posted] = worker.posted as { prefetch?: Prefetch }[];
      return posted?.prefetch ?? null;
    };
    for (const search of [
      "",
      "?collections=1",
      "?tab=constructor",
      "?tab=__proto__",
      ...TABS.map((tab) => `?tab=${tab}`),
    ])
      expect([search, read(search)]).toEqual([search, insightsReadFor(search)]);
    expect(read("?tab=insights&collections=1")).toBe("newest");
    expect(read("?tab=insights&q=fox")).toBe("all");
    expect(insightsReadFor("?tab=insights&collections=1")).toBe("newest");
    expect(insightsReadFor("?tab=insights&q=fox")).toBe("all");
    expect(insightsReadFor("?tab=devices&q=fox")).toBeNull();
    expect(read("?tab=devices&q=fox")).toBeNull();
  });

  it("asks for the parts also where the browser has no workers", () => {
    localStorage.setItem("authToken", "Bearer t");
    vi.stubGlobal("Worker", undefined);
    expect(askedAt("/?tab=groups")).toHaveLength(2);
  });
});
