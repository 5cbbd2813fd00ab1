/** The part of WebDriver that these tests need: the standard's commands, under Firefox's names. */
export type WebDriverCommand =
  | "NewSession"
  | "SetTimeouts"
  | "Navigate"
  | "FindElement"
  | "ElementClick"
  | "ElementSendKeys"
  | "ExecuteAsyncScript";

/** Sends one command and returns its value. @throws Error with the browser's own message */
export type SendCommand = (name: WebDriverCommand, parameters: object) => Promise<unknown>;

/** A browser that a test drives as a person would, with access to its pages. */
export interface DrivenBrowser {
  /** Its name and version, as it says them. */
  readonly name: string;
  go(url: string): Promise<void>;
  /** By a selector of CSS, or of XPath where it begins with `//`. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Runs a function in the page, which may use only its arguments, and returns its result as JSON. */
  run<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Ends it as a person does. */
  close(): Promise<void>;
}

const ELEMENT_KEY = "element-6066-11e4-a52e-4f735466cecf";
const SCRIPT_LIMIT_MS = 60_000;

/** Opens a session and runs commands in it. */
export async function openSession(
  send: SendCommand,
  capabilities: object,
  close: () => Promise<void>,
): Promise<DrivenBrowser> {
  const session = (await send("NewSession", { capabilities: { alwaysMatch: capabilities } })) as {
    capabilities: { browserName: string; browserVersion: string };
  };
  const { browserName, browserVersion } = session.capabilities;
  await send("SetTimeouts", { script: SCRIPT_LIMIT_MS });

  const find = async (selector: string) => {
    const using = selector.startsWith("//") ? "xpath" : "css selector";
    const found = (await send("FindElement", { using, value: selector })) as Record<string, unknown>;
    // Firefox wraps a single value.
    const element = (found.value ?? found) as Record<string, string>;
    return element[ELEMENT_KEY] ?? "";
  };
  return {
    name: `${browserName} ${browserVersion}`,
    go: async (url) => void (await send("Navigate", { url })),
    click: async (selector) => void (await send("ElementClick", { id: await find(selector) })),
    type: async (selector, text) => void (await send("ElementSendKeys", { id: await find(selector), text })),
    async run<Args extends unknown[], Result>(
      work: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${work})(...arguments[0]))
          .then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })));`;
      const answer = await send("ExecuteAsyncScript", { script, args: [args] });
      const text = typeof answer === "string" ? answer : String((answer as { value: unknown }).value);
      const { value, error } = JSON.parse(text) as { value: Result; error?: string };
      if (error !== undefined) throw new Error(`in the page: ${error}`);
      return value;
    },
    close,
  };
}
