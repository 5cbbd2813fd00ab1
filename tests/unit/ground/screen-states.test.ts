import { runInNewContext } from "node:vm";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { INNER_STATES } from "../../support/browser/screen-states.ts";

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
