// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { changedExports, classicScript } from "../../../scripts/classic-parts.mjs";

const FIRST_PARTS = readFileSync("public/first-parts.js", "utf8");

/** As public/first-parts.js defines it. */
const page = globalThis as unknown as { loadPart(name: string): Promise<Record<string, unknown>> };

/** What stands in the files, by their names. */
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

  it("names what a module exports and assigns to later, which a part could not hand on", () => {
    expect(
      changedExports("a.ts", "export let a = 1; export const b = 2; export function f() { a += 1; }"),
    ).toEqual(["a"]);
    expect(changedExports("a.ts", "let n = 0; const next = () => n++; export { n as count, next };")).toEqual(
      ["n"],
    );
    expect(changedExports("a.ts", "let n = 0; export const next = () => n++;")).toEqual([]);
  });
});
