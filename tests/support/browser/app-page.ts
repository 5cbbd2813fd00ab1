import axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { TEST_SETUP_CODE } from "../signup.ts";
import { WAIT } from "../time/time-limits.ts";

/** The two sizes at which every screen must work. */
export const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true } as const;
export const DESK = { viewport: { width: 1440, height: 900 } } as const;

export type ThemeName = "light" | "dark" | "outdoor";

/** A page of the app, in a browser profile of its own. The caller closes the context. */
export async function openApp(
  browser: Browser,
  url: string,
  options: BrowserContextOptions & { path?: string; theme?: ThemeName } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const { path = "/", theme, ...rest } = options;
  const context = await browser.newContext({ ...DESK, baseURL: url, ...rest });
  context.setDefaultTimeout(WAIT.timeout);
  if (theme) await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
  const page = await context.newPage();
  await page.goto(path);
  return { page, context };
}

/** Goes to an address just after a dialog closed: closing one goes back in the history, which may end the navigation. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url).catch((error: Error) => {
    if (!error.message.includes("ERR_ABORTED")) throw error;
    return page.goto(url);
  });
}

/**
 * Goes back over an entry that the page has just added. `page.goBack` asks the browser's process, which on a busy
 * machine has not heard of it yet, and would go back one step too far.
 */
export async function pressBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
}

/** Signs in through the screen and waits for the shell. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Account menu" }).waitFor();
}

export const TEST_PASSWORD = "Understory-Test-1!";

/** How often each name was asked for on each server. */
const timesUsed = new Map<string, number>();

/**
 * Makes an account through the server's own interface and answers its token. A test that is repeated after a failure
 * asks for the same name again on the same server: it gets another account, so that it fails or passes by what it
 * tests.
 */
export async function signUpAccount(
  url: string,
  wanted: string,
): Promise<{ email: string; password: string; token: string }> {
  const times = (timesUsed.get(`${url} ${wanted}`) ?? 0) + 1;
  timesUsed.set(`${url} ${wanted}`, times);
  const name = times === 1 ? wanted : `${wanted}${times}`;
  const email = `${name}@example.org`;
  const body = {
    firstName: "Wangari",
    lastName: "Maathai",
    phoneNumber: "7012345678",
    country: "Kenya",
    username: name,
    email,
    password: TEST_PASSWORD,
    confirmPassword: TEST_PASSWORD,
    // Read for the first account of a server alone.
    setupCode: TEST_SETUP_CODE,
  };
  const response = await fetch(`${url}/api/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`sign-up of ${name} answered ${response.status}: ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  return { email, password: TEST_PASSWORD, token };
}

interface AxeFinding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Fails with what axe finds against WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await axeFindings(page, { runOnly: WCAG }), `axe on ${where}`).toEqual([]);
}

/**
 * Runs axe on the page as it stands; returns one text for each finding.
 *
 * @param options of axe.run, its rules among them
 * @param part a selector: only what is in it is judged
 */
export async function axeFindings(page: Page, options: object, part?: string): Promise<string[]> {
  // Not by a script tag: the content policy of the page forbids foreign script, as it should.
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  // While an element fades axe would judge colours that do not stay, so the check waits for the end of animations. It
  // leaves out those that a scroll drives and those that repeat for ever, because they never end by themselves.
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .every(({ playState }) => playState === "finished" || playState === "idle"),
    undefined,
    WAIT,
  );
  const findings = await page.evaluate(
    async ([given, selector]) => {
      const { axe } = window as unknown as {
        axe: { run(context: Document | string, options: object): Promise<{ violations: AxeFinding[] }> };
      };
      return (await axe.run(selector ?? document, { resultTypes: ["violations"], ...given })).violations;
    },
    [options, part] as const,
  );
  return findings.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary}`),
  );
}

/** Fails where the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, `width beyond the screen on ${where}`).toBeLessThanOrEqual(0);
}
