import type { Page } from "playwright-core";
import { WAIT } from "../support/time/time-limits.ts";

/** One picture of the app, as the demo's ranger sees it. */
export interface Screenshot {
  readonly name: string;
  /** From `/` on. */
  readonly path: string;
  readonly size: keyof typeof SCREENSHOT_SIZES;
  readonly theme?: "light" | "dark" | "outdoor";
  /** Resolves when the screen shows what the picture is about. */
  readonly ready: (page: Page) => Promise<unknown>;
  /**
   * `landing`: AVIF and WebP in the widths of its size, for the landing page. `docs`: one WebP for the documents.
   * `card`: one JPEG that links to the site show in messages.
   */
  readonly use: "landing" | "docs" | "card";
}

/** Viewport in CSS pixels, pixels of the screen for each, and the widths in which pictures are stored. */
export const SCREENSHOT_SIZES = {
  desk: { viewport: { width: 1280, height: 800 }, density: 1, widths: [1280, 720] },
  card: { viewport: { width: 1200, height: 630 }, density: 1, widths: [] },
  phone: { viewport: { width: 360, height: 740 }, density: 2, widths: [560, 320] },
} as const;

const pictures = (count: number) => async (page: Page) => {
  await page.locator("[data-insight] img").nth(count).waitFor(WAIT);
};

export const SCREENSHOTS: readonly Screenshot[] = [
  { name: "insights", path: "/?tab=insights&rows=25", size: "desk", ready: pictures(6), use: "landing" },
  {
    name: "review",
    path: "/?tab=insights&review=1",
    size: "phone",
    ready: (page) => page.locator("[data-photo] > img").first().waitFor(WAIT),
    use: "landing",
  },
  {
    name: "map",
    path: "/?tab=map",
    size: "phone",
    ready: (page) => page.locator("[data-cluster], [data-device]").first().waitFor(WAIT),
    use: "landing",
  },
  {
    name: "dashboard",
    path: "/?tab=dashboard",
    size: "desk",
    ready: (page) => page.locator("canvas").nth(1).waitFor(WAIT),
    use: "landing",
  },
  {
    name: "marketplace",
    path: "/?tab=marketplace",
    size: "desk",
    ready: (page) => page.locator("main h3, main h2").first().waitFor(WAIT),
    use: "landing",
  },
  {
    name: "landing-card",
    path: "/landing",
    size: "card",
    ready: (page) => page.getByRole("heading", { level: 1 }).waitFor(WAIT),
    use: "card",
  },
];
