import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { CHROMIUM_ARGS, chromiumPath } from "../../tests/support/browser/chromium.ts";

/** A page of a browser that Playwright does not control. */
export interface PlainPage {
  /** Waits until the expression is true. */
  until(expression: string): Promise<void>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 250;
const WITHIN_MS = 300_000;
const END = "\0";

/**
 * Opens an address as people do. Playwright watches the network of its pages, for which the browser keeps up to 100 MB
 * of answers in the page's process; this one asks for no such thing.
 *
 * @param before runs in the page before its own scripts
 */
export async function openPlainPage(profile: string, url: string, before: string): Promise<PlainPage> {
  const program = chromiumPath();
  if (program === null) throw new Error("no Chromium to launch");
  const browser = spawn(
    program,
    [
      "--headless",
      "--remote-debugging-pipe",
      "--no-first-run",
      `--user-data-dir=${profile}`,
      ...CHROMIUM_ARGS,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const send = createSender(browser);
  const { targetInfos } = (await send("Target.getTargets")) as {
    targetInfos: readonly { type: string; targetId: string }[];
  };
  const target = targetInfos.find(({ type }) => type === "page");
  if (target === undefined) throw new Error("the browser has no page");
  const attached = await send("Target.attachToTarget", { targetId: target.targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  await send("Page.enable", {}, sessionId);
  await send("Page.addScriptToEvaluateOnNewDocument", { source: before }, sessionId);
  await send("Page.navigate", { url }, sessionId);

  const evaluate = async (expression: string) => {
    const answer = await send("Runtime.evaluate", { expression, returnByValue: true }, sessionId);
    return (answer as { result?: { value?: unknown } }).result?.value;
  };
  return {
    async until(expression) {
      const begun = performance.now();
      while ((await evaluate(expression)) !== true) {
        if (performance.now() - begun > WITHIN_MS) throw new Error(`not in time: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },
    async close() {
      const ended = new Promise((resolve) => browser.once("exit", resolve));
      void send("Browser.close");
      await ended;
    },
  };
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

/** Calls by the browser's pipe: messages as JSON, each ended by a zero. */
function createSender(browser: ChildProcess): Send {
  const [to, from] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable];
  const waiting = new Map<number, (result: unknown) => void>();
  let [rest, lastId] = ["", 0];
  from.setEncoding("utf8");
  from.on("data", (piece: string) => {
    const messages = (rest + piece).split(END);
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
      if (id === undefined) continue;
      waiting.get(id)?.(result ?? {});
      waiting.delete(id);
    }
  });
  return (method, params = {}, sessionId) => {
    lastId += 1;
    const id = lastId;
    to.write(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }) + END);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
}
