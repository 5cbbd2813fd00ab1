// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { changedExports, classicParts, classicScript } from "../../../scripts/classic-parts.mjs";

const FIRST_PARTS = readFileSync("public/first-parts.js", "utf8");

/** As public/first-parts.js defines it. */
const page = globalThis as unknown as {
  loadPart(name: string): Promise<Record<string, unknown>>;
  askForPart(name: string): void;
};

/** The code that the server would send, by the name of the file. */
let files: Record<string, string> = {};
/** The names of the files that were asked for. */
let asked: string[] = [];

/** Runs a script as a browser does once its file is here. */
function run(script: HTMLScriptElement): void {
  const name = script.src.replace(/^.*\/assets\//, "");
  asked.push(name);
  queueMicrotask(() => {
    const code = files[name];
    if (code !== undefined) new Function(code)();
    script.dispatchEvent(new Event(code === undefined ? "error" : "load"));
  });
}

beforeEach(() => {
  files = {};
  asked = [];
  document.head.innerHTML = "";
  new Function(FIRST_PARTS)();
});
const watcher = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node instanceof HTMLScriptElement) run(node);
});
watcher.observe(document.head, { childList: true });
afterAll(() => watcher.disconnect());

function write(name: string, code: string): void {
  files[name] = classicScript(name, code);
}

describe("parts as classic scripts", () => {
  it("gives what a part exports to those that import it, each part made once", async () => {
    write(
      "first.js",
      "globalThis.made=(globalThis.made??0)+1;let a=1;function f(){return a}export{a as x,f as default};",
    );
    write("mid.js", 'import{x as b,default as g}from"./first.js";var s=b+g();export{s as sum,b as again};');
    write(
      "last.js",
      'import*as all from"./first.js";import{sum as c}from"./mid.js";import"./first.js";export{all as n,c};',
    );
    const last = await page.loadPart("last.js");
    expect(last).toMatchObject({ c: 2, n: { x: 1 } });
    expect(await page.loadPart("mid.js")).toEqual({ sum: 2, again: 1 });
    expect((globalThis as { made?: number }).made).toBe(1);
    expect(asked.sort()).toEqual(["first.js", "last.js", "mid.js"]);
  });

  it("loads at import(), tells where the page is for import.meta, and is strict", async () => {
    write("late.js", "export{x as y};let x=import.meta.url;");
    write(
      "asks.js",
      "const l=()=>import(`./late.js`);let s=(function(){return this})()===void 0;export{l as late,s as strict};",
    );
    const { late, strict } = (await page.loadPart("asks.js")) as {
      late(): Promise<unknown>;
      strict: boolean;
    };
    expect(strict).toBe(true);
    expect(asked).toEqual(["asks.js"]);
    expect(await late()).toEqual({ y: location.href });
  });

  it("rejects where a file is missing, and asks for it again the next time", async () => {
    write("page.js", 'import{a as b}from"./lost.js";export{b};');
    await expect(page.loadPart("page.js")).rejects.toThrow("/assets/lost.js");
    await expect(page.loadPart("page.js")).rejects.toThrow("/assets/lost.js");
    write("lost.js", "let c=3;export{c as a};");
    expect(await page.loadPart("page.js")).toEqual({ b: 3 });
    expect(asked).toEqual(["page.js", "lost.js", "lost.js", "lost.js"]);
  });

  it("rejects where a file holds something else than the part", async () => {
    files["page.js"] = "globalThis.other = true;";
    await expect(page.loadPart("page.js")).rejects.toThrow("/assets/page.js");
  });

  it("refuses an address that is no part beside it", () => {
    expect(() => classicScript("a.js", 'import"https://elsewhere/x.js";')).toThrow("is no part");
    expect(() => classicScript("a.js", "const a=b=>import(b);")).toThrow("is no part");
    expect(() => classicScript("a.js", "export const a=1;")).toThrow("otherwise than in a list");
  });

  it("refuses what would be something else, or nothing, in a classic script", () => {
    expect(() => classicScript("a.js", "let a=await fetch(location.href);export{a};")).toThrow("a.js: ");
    expect(() => classicScript("a.js", "let b=1,a=3<!--b;export{a};")).toThrow("takes for a comment");
    expect(() => classicScript("a.js", "let p0$=1;export{p0$ as a};")).toThrow("names of its own");
    expect(() => classicScript("a.js", 'import a,*as b from"./b.js";export{a,b};')).toThrow("all and more");
  });

  it("refuses parts that need each other, and an index.html without exactly one entry", () => {
    const plugin = classicParts() as unknown as {
      generateBundle: { handler(options: object, bundle: object): void };
      transformIndexHtml: { handler(html: string, context: { path: string }): string };
    };
    const part = (fileName: string, imports: string[]) => ({ type: "chunk", fileName, imports, code: "" });
    const bundle = { "a.js": part("a.js", ["b.js"]), "b.js": part("b.js", ["a.js"]) };
    expect(() => plugin.generateBundle.handler({}, bundle)).toThrow("a.js, b.js, a.js");
    const { handler } = plugin.transformIndexHtml;
    const tag = '<script type="module" crossorigin src="/assets/index.js"></script>';
    expect(handler(tag, { path: "/index.html" })).toContain(
      '<script defer fetchpriority="high" src="/assets/index.js">',
    );
    expect(() => handler(tag + tag, { path: "/index.html" })).toThrow("2 entries");
    expect(() => handler("", { path: "/index.html" })).toThrow("0 entries");
    expect(handler(tag, { path: "/landing.html" })).toBe(tag);
  });

  it("keeps what a part exports behind a comment at its end", async () => {
    write("a.js", "let a=4;export{a};\n// the end");
    expect(await page.loadPart("a.js")).toEqual({ a: 4 });
  });

  it("asks once for a part that two load at the same time, and makes the needed before", async () => {
    write("deep.js", "globalThis.order=['deep'];let d=1;export{d};");
    write("one.js", 'import{d as a}from"./deep.js";globalThis.order.push("one");export{a as one};');
    write(
      "two.js",
      'import"./one.js";import"./deep.js";globalThis.order.push("two");let t=2;export{t as two};',
    );
    page.askForPart("one.js");
    const both = await Promise.all([page.loadPart("two.js"), page.loadPart("one.js")]);
    expect(both).toEqual([{ two: 2 }, { one: 1 }]);
    expect(asked.sort()).toEqual(["deep.js", "one.js", "two.js"]);
    expect((globalThis as { order?: string[] }).order).toEqual(["deep", "one", "two"]);
  });

  it("asks again for a part that failed before anything needed it", async () => {
    page.askForPart("late.js");
    await vi.waitFor(() => expect(document.head.querySelector("script")).toBeNull());
    write("late.js", "let a=5;export{a};");
    expect(await page.loadPart("late.js")).toEqual({ a: 5 });
  });

  it.each([
    ["let a=1;const b=2;function f(){a+=1}export{a,b,f};", ["a"]],
    ["let n=0;const next=()=>n++;export{n as count,next};", ["n"]],
    ["let n=0;const next=()=>n++;export{next};", []],
    ["let a,b,c,d;function f(e){[a,...b]=e;({c,g:{d=1}}=e)}export{a,b,c,d,f};", ["a", "b", "c", "d"]],
    ["let a,b;function f(e){for(a of e);for(b in e);}export{a,b,f};", ["a", "b"]],
  ])("names what a part exports and assigns to later, which it could not hand on: %s", (code, names) => {
    expect(changedExports("a", code)).toEqual(names);
  });
});
