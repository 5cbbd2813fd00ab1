import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { startSignedIn } from "../support/browser/ranger-browser.ts";
import { untilDrawn } from "../support/browser/screen-states.ts";
import { DEMO } from "../support/server/server-process.ts";
import { sheetPage } from "./sheet-page.ts";
import { PRIVATE_SHEET, PUBLIC_SHEET, type SheetState } from "./sheet-states.ts";

export const SHEET_FOLDER = "tests/gallery/sheet";
export const SHEET_SIZES = ["360x740", "740x360", "768x1024", "1440x900"] as const;
export const SHEET_THEMES = ["light", "dark", "outdoor"] as const;
/** A long page is cut here. */
const MOST_PX = 4000;

/** Which part of the sheet is taken; an empty list stands for all. */
export interface SheetPart {
  readonly names: readonly string[];
  readonly sizes: readonly string[];
  readonly themes: readonly string[];
}

/**
 * Takes one picture for each state, size and theme of the part, and writes `index.html` over all pictures in the
 * folder: those of earlier parts stay.
 *
 * @throws where a name, a size or a theme is none
 */
export async function takeSheet(browser: Browser, url: string, part: SheetPart): Promise<void> {
  const states = [...PUBLIC_SHEET, ...PRIVATE_SHEET].map(({ name }) => name);
  const names = chosen(part.names, states);
  const themes = chosen(part.themes, SHEET_THEMES);
  mkdirSync(SHEET_FOLDER, { recursive: true });
  const failed: string[] = [];
  const takeSize = async (size: string) => {
    const page = await openPage(browser, size);
    const takeAll = async (all: readonly SheetState[]) => {
      for (const state of all.filter(({ name }) => names.includes(name))) {
        await take(page, url, state, { size, themes }).catch((error: unknown) => {
          failed.push(`${state.name} at ${size}: ${error instanceof Error ? error.message : String(error)}`);
        });
      }
    };
    await takeAll(PUBLIC_SHEET);
    if (PRIVATE_SHEET.some(({ name }) => names.includes(name))) {
      await startSignedIn(page, url, DEMO);
      await takeAll(PRIVATE_SHEET);
    }
    await page.context().close();
    console.log(`sheet: ${size}`);
  };
  // Beside each other: most of the time is waited, for the network and for drawings.
  await Promise.all(chosen(part.sizes, SHEET_SIZES).map(takeSize));
  const files = readdirSync(SHEET_FOLDER).filter((name) => name.endsWith(".webp"));
  writeFileSync(join(SHEET_FOLDER, "index.html"), sheetPage(files, states));
  for (const line of failed) console.error(`sheet: not taken: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}

function chosen(wanted: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of: ${known.join(", ")}`);
  return wanted.length === 0 ? known : wanted;
}

async function openPage(browser: Browser, size: string): Promise<Page> {
  const viewport = viewportOf(size);
  const isPhone = Math.min(viewport.width, viewport.height) < 500;
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
    ...(isPhone && { hasTouch: true, isMobile: true }),
  });
  return await context.newPage();
}

function viewportOf(size: string): { width: number; height: number } {
  const [width = 0, height = 0] = size.split("x").map(Number);
  return { width, height };
}

async function take(
  page: Page,
  url: string,
  state: SheetState,
  { size, themes }: { size: string; themes: readonly string[] },
): Promise<void> {
  await page.goto(`${url}${state.path}`);
  await untilDrawn(page);
  await state.reach?.(page);
  await page.waitForLoadState("networkidle");
  if (state.isLong === true) await growToContent(page);
  for (const theme of themes) {
    await page.evaluate((detail) => {
      window.dispatchEvent(new CustomEvent("understory-theme", { detail }));
    }, theme);
    // Charts and maps are drawn anew in the colours of the theme.
    await page.waitForTimeout(300);
    await sharp(await page.screenshot())
      .webp({ quality: 85 })
      .toFile(join(SHEET_FOLDER, `${state.name}.${size}.${theme}.webp`));
  }
  if (state.isLong === true) await page.setViewportSize(viewportOf(size));
}

/** Makes the window as high as the content: the page of a visitor scrolls itself, a screen of the app within `main`. */
async function growToContent(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? viewportOf(SHEET_SIZES[0]);
  const hiddenPx = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll("html, main, main *")]
        .filter((part) => part === document.documentElement || getComputedStyle(part).overflowY === "auto")
        .map((part) => part.scrollHeight - part.clientHeight),
    ),
  );
  await page.setViewportSize({ ...viewport, height: Math.min(MOST_PX, viewport.height + hiddenPx) });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
}
