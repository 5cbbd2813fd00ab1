import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { INNER_STATES } from "../../support/browser/screen-states.ts";

const PROJECT = resolve(import.meta.dirname, "../../..");

it("the states of all screens are known without a bundler, since the program that takes their pictures has none", () => {
  const program = `import("./tests/gallery/sheet-states.ts").then(({ PRIVATE_SHEET }) => console.log(PRIVATE_SHEET.length))`;
  const { stdout, stderr } = spawnSync("node", ["--import", "tsx", "--eval", program], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(Number(stdout)).toBeGreaterThan(20);
});

it("the state of the code scanner is reached by text, which needs no helper of the loader in the page", async () => {
  const texts: unknown[] = [];
  const locator = {
    filter: () => locator,
    first: () => locator,
    click: async () => {},
    waitFor: async () => {},
  };
  const page = {
    evaluate: async (text: unknown) => texts.push(text),
    getByRole: () => locator,
    locator: () => locator,
  };
  await INNER_STATES.find(({ name }) => name === "scan-code")?.reach?.(page as unknown as Page);
  const [text] = texts;
  if (typeof text !== "string") throw new Error("a function is compiled by the loader");
  const window: { BarcodeDetector?: { getSupportedFormats(): Promise<string[]> } } = {};
  const addresses: string[] = [];
  const history = { pushState: (_state: null, _title: string, address: string) => addresses.push(address) };
  runInNewContext(text, { window, history, navigator: { mediaDevices: {} } });
  expect(await window.BarcodeDetector?.getSupportedFormats()).toHaveLength(1);
  expect(addresses).toEqual(["/?tab=devices&devices=add"]);
});
