import type { Page } from "playwright-core";
import { ASSIGN_KINDS } from "../../src/messages/admin/assign.ts";
import { RELEASES } from "../../src/messages/admin/releases.ts";
import { INTERNAL } from "../../src/messages/internal/internal.ts";
import { WAIT } from "../support/time/time-limits.ts";

/** One picture of the app, as the demo's ranger sees it. */
export interface Screenshot {
  readonly name: string;
  /** `staff`: on a server where the ranger is staff and has a colleague; without it the ranger is a member. */
  readonly as?: "staff";
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
  ...operatorsDay(),
];

/** The pictures of docs/operators-day.md. The colleague is `brian`. */
function operatorsDay(): Screenshot[] {
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click(WAIT);
  const staff = { as: "staff", use: "docs", size: "desk" } as const;
  return [
    {
      ...staff,
      name: "operator-invite",
      path: "/?tab=internal&part=people",
      ready: async (page) => {
        await press(page, INTERNAL.people.makeInvite);
        await page.getByLabel(INTERNAL.people.inviteLink).waitFor(WAIT);
      },
    },
    {
      ...staff,
      name: "operator-assign",
      path: "/?tab=admin",
      ready: async (page) => {
        await press(page, ASSIGN_KINDS.devices.buttonOf("brian@example.org"));
        const boxes = page.getByRole("dialog").getByRole("checkbox");
        for (const place of [0, 1]) await boxes.nth(place).check(WAIT);
      },
    },
    {
      ...staff,
      name: "operator-release",
      path: "/?tab=admin&part=releases",
      ready: async (page) => {
        await press(page, RELEASES.make);
        const form = page.getByRole("dialog", { name: RELEASES.title, exact: true });
        await form.getByLabel(RELEASES.name, { exact: true }).fill("Savanna 1.0");
        await form.getByRole("button", { name: RELEASES.addModel("Elephant counter") }).click(WAIT);
      },
    },
    {
      ...staff,
      name: "operator-lost-phone",
      path: "/?tab=internal&part=people",
      size: "phone",
      ready: async (page) => {
        await page.getByLabel(INTERNAL.people.person).fill("brian");
        await press(page, INTERNAL.people.find);
        await press(page, INTERNAL.people.signOut);
        await page.getByRole("alertdialog").scrollIntoViewIfNeeded(WAIT);
      },
    },
    {
      ...staff,
      name: "operator-audit",
      path: "/?tab=internal",
      ready: (page) => page.locator("[data-row]").first().waitFor(WAIT),
    },
  ];
}
