import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "../support/browser/app-page.ts";
import { openInsights } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("review mode in a browser");

const THEMES = ["light", "dark", "outdoor"] as const;

describe.skipIf(skipped)("review mode in a real browser", () => {
  const server = useServer({ demoInsights: 240, collections: true });
  const desk = usePage(server);
  const inHand = usePage(server, { size: PHONE });
  let page: Page;
  let phone: Page;
  let url: string;

  beforeAll(() => {
    [page, phone, url] = [desk.page, inHand.page, server.url];
  });

  const place = (of = page) => of.locator("[data-said=place]");
  const untilAt = async (position: number, of = page) => {
    await expect.poll(() => place(of).textContent(), WAIT).toMatch(new RegExp(`^${position} of `));
  };
  const matched = async (of = page) => Number((await place(of).textContent())?.match(/ of ([\d,]+)/)?.[1]);
  const shown = (of = page) => new URL(of.url()).searchParams.get("image");
  const unsent = async (of = page) =>
    Number((await of.locator("dialog header").textContent())?.match(/(\d+) unsent/)?.[1] ?? 0);
  const openReview = async (query = "", of = page) => {
    await of.goto(`${url}/?tab=insights&review=1${query}`);
    await untilAt(1, of);
  };
  /** Goes to the first image from here on whose photo there is. */
  const untilPhoto = async (of = page) => {
    for (let step = 0; step < 30; step += 1) {
      const card = of.locator("[data-photo=image], [data-photo=missing]");
      await card.waitFor(WAIT);
      if ((await card.getAttribute("data-photo")) === "image") return;
      await of.keyboard.press("j");
      await of.evaluate(() => new Promise(requestAnimationFrame));
    }
    throw new Error("none of these images has a photo");
  };
  /** Takes back all that a test did, so that the next one finds what it expects. */
  const undoAll = async (of = page) => {
    while ((await unsent(of)) > 0) {
      const before = await unsent(of);
      await of.getByRole("button", { name: "Undo", exact: true }).click();
      await expect.poll(() => unsent(of), WAIT).toBeLessThan(before);
    }
  };

  it("opens by R, reviews by one key an image, and comes back to the page of the list with the focus on its button", async () => {
    await openInsights(page, url, "&rows=5");
    await page.keyboard.press("r");
    await untilAt(1);
    const all = await matched();
    for (const [key, position, left] of [
      ["a", 2, all],
      ["x", 2, all - 1],
      ["f", 3, all - 1],
    ] as const) {
      await page.keyboard.press(key);
      await untilAt(position);
      await expect.poll(() => matched(), WAIT).toBe(left);
    }
    for (let position = 4; position <= 8; position += 1) {
      await page.keyboard.press("j");
      await untilAt(position);
    }
    await page.keyboard.press("Escape");
    await page.getByText(/^Rows 6–10 of /).waitFor(WAIT);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), WAIT).toBe("Review");
    await openReview();
    await undoAll();
  });

  it("goes back by Z to the image concerned, does it again by Shift-Z, and repeats by a full stop", async () => {
    await openReview("&status=none");
    const all = await matched();
    const first = await place().textContent();
    await page.keyboard.press("x");
    await expect.poll(() => matched(), WAIT).toBe(all - 1);
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("j");
    await untilAt(7);
    await page.keyboard.press("z");
    await expect.poll(() => place().textContent(), WAIT).toBe(first);
    await page.keyboard.press("Shift+Z");
    await expect.poll(() => matched(), WAIT).toBe(all - 1);
    // A redone image stays in view until the reviewer goes on.
    await page.getByText("No longer in this list. It stays here until you move on.").waitFor(WAIT);
    await page.keyboard.press("j");
    await untilAt(1);
    await page.keyboard.press(".");
    await expect.poll(() => matched(), WAIT).toBe(all - 2);
    await undoAll();
    await expect.poll(() => matched(), WAIT).toBe(all);
  });

  it("takes a burst as one step by G where Collections is off, and back by one undo", async () => {
    await openReview("&collections=0&archived=1");
    const all = await matched();
    await page.keyboard.press("g");
    const strip = page.getByRole("region", { name: /^Burst of/ });
    for (let step = 0; step < 30 && (await strip.count()) === 0; step += 1) {
      const before = await place().textContent();
      await page.keyboard.press("j");
      await expect.poll(() => place().textContent(), WAIT).not.toBe(before);
    }
    const frames = Number((await strip.getAttribute("aria-label"))?.match(/\d+/)?.[0]);
    const [first, last] =
      ((await place().textContent()) ?? "")
        .match(/^(\d+)–(\d+) of/)
        ?.slice(1)
        .map(Number) ?? [];
    expect([frames, await matched()]).toEqual([(last ?? 0) - (first ?? 0) + 1, all]);
    const before = await unsent();
    await page.keyboard.press("f");
    await expect.poll(() => unsent(), WAIT).toBe(before + frames);
    await page.keyboard.press("z");
    await expect.poll(() => unsent(), WAIT).toBe(before);
    await expect.poll(() => place().textContent(), WAIT).toMatch(new RegExp(`^${first}–${last} of `));
    await page.keyboard.press("g");
    await expect.poll(() => place().textContent(), WAIT).toMatch(new RegExp(`^${first} of `));
  });

  it("comes back to the same image after a reload, also when images before it were archived", async () => {
    await openReview();
    for (const key of ["j", "x", "j", "j"]) await page.keyboard.press(key);
    await untilAt(4);
    await expect.poll(() => new URL(page.url()).searchParams.get("review"), WAIT).toBe("4");
    const before = [await place().textContent(), shown()];
    await page.reload();
    await untilAt(4);
    // How many there are is known a moment after the image.
    await expect.poll(async () => [await place().textContent(), shown()], WAIT).toEqual(before);
    await undoAll();
  });

  it("keeps the focus inside, and lists its keys", async () => {
    await openReview();
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press("Tab");
      // The browser's own bar is the one place besides.
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Review mode" });
    await list.getByText("Archive and go on").waitFor(WAIT);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await page.getByRole("dialog", { name: "Review", exact: true }).isVisible()).toBe(true);
  });

  it("zooms by key and wheel about the pointer, moves what is near, and fills the screen", async () => {
    await openReview();
    await untilPhoto();
    const start = await place().textContent();
    const picture = page.locator("[data-photo=image] > img");
    const width = async () => (await picture.boundingBox())?.width ?? 0;
    const whole = await width();
    await page.keyboard.press("+");
    await expect.poll(width, WAIT).toBeCloseTo(whole * 1.5, 0);
    await page.keyboard.press("0");
    await expect.poll(width, WAIT).toBeCloseTo(whole, 0);
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -400);
    await expect.poll(width, WAIT).toBeGreaterThan(whole * 2);
    const left = (await picture.boundingBox())?.x ?? 0;
    await page.mouse.down();
    await page.mouse.move(560, 400, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await picture.boundingBox())?.x, WAIT).toBeCloseTo(left + 60, 0);
    await page.keyboard.press("0");
    await page.keyboard.press("w");
    await expect.poll(width, WAIT).toBeGreaterThan(whole);
    expect(await place().textContent()).toBe(start);
  });

  /** Goes to the first image from here on that has boxes and whose photo there is. */
  const untilBoxes = async (of = page) => {
    for (let step = 0; step < 30; step += 1) {
      await untilPhoto(of);
      const words = (await place(of).textContent()) ?? "";
      if (/, \d+ box(es)?\b/.test(words)) return words;
      await of.keyboard.press("j");
      await expect.poll(() => place(of).textContent(), WAIT).not.toBe(words);
    }
    throw new Error("none of these images has boxes");
  };

  it("draws the boxes where the animals are, keeps them there when it zooms and moves, and leaves them out by B for good", async () => {
    for (const of of [page, phone]) {
      await openReview("", of);
      const words = await untilBoxes(of);
      const picture = of.locator("[data-photo=image] > img");
      const layer = of.locator("[data-photo=image] > [data-boxes]");
      await layer.waitFor(WAIT);
      expect(words).toMatch(new RegExp(`, ${await layer.getAttribute("data-boxes")} box(es)?\\b`));
      expect(await layer.getAttribute("aria-hidden")).toBe("true");
      const boxes = layer.locator("> span");
      expect(await boxes.count()).toBe(Number(await layer.getAttribute("data-boxes")));
      /** Left, top, width and height of the first box as shares of the picture, as they are painted. */
      const share = async () => {
        const [outer, inner] = await Promise.all([picture.boundingBox(), boxes.first().boundingBox()]);
        if (outer === null || inner === null) return "";
        const { x, y, width, height } = outer;
        return [(inner.x - x) / width, (inner.y - y) / height, inner.width / width, inner.height / height]
          .map((part) => part.toFixed(2))
          .join(" ");
      };
      const width = async () => (await picture.boundingBox())?.width ?? 0;
      const [atRest, whole] = [await share(), await width()];
      expect(atRest).not.toBe("");
      await of.keyboard.press("+");
      await expect.poll(width, WAIT).toBeCloseTo(whole * 1.5, 0);
      expect(await share()).toBe(atRest);
      await of.mouse.move(150, 250);
      await of.mouse.down();
      await of.mouse.move(190, 260, { steps: 3 });
      await of.mouse.up();
      await expect.poll(share, WAIT).toBe(atRest);
      await of.keyboard.press("0");
      await expect.poll(width, WAIT).toBeCloseTo(whole, 0);

      const button = of.getByRole("button", { name: "Boxes around animals" });
      await of.keyboard.press("b");
      await layer.waitFor({ state: "detached", ...WAIT });
      await expect.poll(() => button.getAttribute("aria-pressed"), WAIT).toBe("false");
      await of.reload();
      await expect.poll(() => place(of).textContent(), WAIT).toBe(words);
      await of.locator("[data-photo=image]").waitFor(WAIT);
      expect(await layer.count()).toBe(0);
      await button.click();
      await layer.waitFor(WAIT);
    }
  });

  it("draws them in the photo of the list too, over the picture and not beside it", async () => {
    await openReview();
    const words = await untilBoxes();
    await page.keyboard.press("Escape");
    await page.locator(`[data-insight]`).first().waitFor(WAIT);
    await openInsights(page, url, "&rows=100");
    const nth = Number(words.split(" ")[0]);
    for (let step = 0; step < nth; step += 1) await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const layer = page.locator("dialog[open] [data-photo=image] [data-boxes]");
    await layer.waitFor(WAIT);
    const [picture, over] = await Promise.all([
      page
        .locator("dialog[open] div[data-photo=image] > img")
        .first()
        .evaluate((image: HTMLImageElement) => {
          const { width, height, left, top } = image.getBoundingClientRect();
          const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
          const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
          return [left + (width - w) / 2, top + (height - h) / 2, w, h];
        }),
      layer.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height];
      }),
    ]);
    for (const [at, side] of picture.entries()) expect(over[at]).toBeCloseTo(side, 0);
    await page.getByText("Boxes", { exact: true }).waitFor(WAIT);
    await page.keyboard.press("b");
    await layer.waitFor({ state: "detached", ...WAIT });
    await page.keyboard.press("b");
    await layer.waitFor(WAIT);
  });

  it("decides by one swipe at 360 px: left archives, right acknowledges, up favors, and a short one springs back", async () => {
    await openReview("", phone);
    const before = await place(phone).textContent();
    const all = await matched(phone);
    await swipe(phone, { dx: -24, dy: 0, ms: 200 });
    await swipe(phone, { dx: 90, dy: 90, ms: 200 });
    expect(await place(phone).textContent()).toBe(before);
    await swipe(phone, { dx: -150, dy: 6, ms: 120 });
    await expect.poll(() => matched(phone), WAIT).toBe(all - 1);
    await untilAt(1, phone);
    await swipe(phone, { dx: 150, dy: 6, ms: 120 });
    await untilAt(2, phone);
    await swipe(phone, { dx: 4, dy: -150, ms: 120 });
    await untilAt(3, phone);
    await phone.getByText(/^Last: Favorite, /).waitFor(WAIT);
    await undoAll(phone);
    await expect.poll(() => matched(phone), WAIT).toBe(all);
  });

  it("serves a thumb at 360 px: targets are large, nothing scrolls sideways, and the actions never move", async () => {
    await openReview("", phone);
    const action = phone.getByRole("button", { name: "Acknowledge", exact: true });
    const where = await action.boundingBox();
    // Bursts and single images alternate: the photo ends where the facts begin.
    const facts = phone.getByRole("region", { name: "What is known" });
    const under = (await facts.boundingBox())?.y;
    const [single, burst] = [new Set<boolean>(), phone.getByRole("region", { name: /^Burst of/ })];
    for (let step = 0; step < 8; step += 1) {
      await phone.getByRole("button", { name: "Next image" }).first().click();
      await untilAt(step + 2, phone);
      expect(await action.boundingBox()).toEqual(where);
      expect((await facts.boundingBox())?.y).toBe(under);
      single.add((await burst.count()) === 0);
    }
    expect(single.size).toBe(2);
    expect(where?.height).toBeGreaterThanOrEqual(72);
    // The tools lie under the photo, whose corner and tag stay in sight.
    const card = await phone.locator("dialog [data-photo]").first().boundingBox();
    const tools = await phone.getByRole("group", { name: "Zoom and boxes" }).boundingBox();
    expect(tools?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(under ?? 0);
    await expectNoSidewaysScroll(phone, "review at 360 px");
    const small = await phone.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("dialog button:not([aria-hidden])")]
        .map((button) => ({
          name: button.ariaLabel ?? button.textContent,
          box: button.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
        .map(({ name, box }) => `${name} ${box.width}×${box.height}`),
    );
    expect(small).toEqual([]);
  });

  it("lets the card leave within 200 ms, and only fade where motion is not wanted", async () => {
    await openReview("&status=none");
    const leave = async () => {
      await untilPhoto();
      const before = await place().textContent();
      const found = await page.evaluate(async () => {
        const dialog = document.querySelector("dialog");
        dialog?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
        const until = performance.now() + 2000;
        while (performance.now() < until) {
          await new Promise(requestAnimationFrame);
          const [animation] = document.querySelector("[data-direction]")?.getAnimations() ?? [];
          if (!(animation instanceof CSSAnimation)) continue;
          const effect = animation.effect as KeyframeEffect;
          const moves = effect.getKeyframes().some((frame) => (frame.transform ?? "none") !== "none");
          return { ms: Number(effect.getTiming().duration), moves };
        }
        return null;
      });
      await page.keyboard.press("z");
      await expect.poll(() => place().textContent(), WAIT).toBe(before);
      return found;
    };
    const moving = await leave();
    expect(moving?.moves).toBe(true);
    expect(moving?.ms).toBeLessThanOrEqual(200);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect((await leave())?.moves).toBe(false);
    await page.emulateMedia({ reducedMotion: "no-preference" });
  });

  it.each(THEMES)(
    "has no fault that axe finds, on desk and phone, at an image and at the end: %s",
    async (theme) => {
      for (const [of, where] of [
        [page, "desk"],
        [phone, "phone"],
      ] as const) {
        await of.evaluate((choice) => localStorage.setItem("theme", choice), theme);
        await openReview("", of);
        await untilPhoto(of);
        await expectAccessible(of, `review, ${where}, ${theme}`);
        await of.goto(`${url}/?tab=insights&review=99999`);
        await of.getByText("End of the list").waitFor(WAIT);
        await expectAccessible(of, `the end of review, ${where}, ${theme}`);
        await expectNoSidewaysScroll(of, `the end of review, ${where}, ${theme}`);
      }
    },
  );

  it("works offline with what this device has, photos opened lately whole, and says of the rest that it is not here [OFF-06, OFF-10]", async () => {
    const openedPhotos = () => page.evaluate(openedInCaches);
    await openReview();
    await untilPhoto();
    await expect.poll(async () => (await openedPhotos()).length, WAIT).toBeGreaterThan(0);
    const position = Number((await place().textContent())?.split(" ")[0]);
    await expect.poll(() => new URL(page.url()).searchParams.get("review"), WAIT).toBe(String(position));
    server.proxy.cut();
    await page.reload();
    await untilAt(position);
    await page.locator("dialog header").getByText("Offline").waitFor(WAIT);
    const photo = page.locator("[data-photo=image] > img");
    await photo.waitFor(WAIT);
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(240);

    // As where room ran short: whole photos go first.
    await page.evaluate(
      async (names) => {
        for (const name of names) await caches.delete(name);
      },
      await openedPhotos(),
    );
    await page.reload();
    await untilAt(position);
    await page.locator("[data-photo=preview] > img").waitFor(WAIT);
    await page.getByText("Preview only. The whole photo loads when you are back online.").waitFor(WAIT);
    const all = await matched();
    await page.keyboard.press("x");
    await expect.poll(() => matched(), WAIT).toBe(all - 1);
    // Without thumbnails, of which a slow run has fetched more ahead, only the slot and its sentence are left.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.startsWith("thumbnails-")) await caches.delete(name);
    });
    await page.goto(`${url}/?tab=insights&review=${all - 3}`);
    await untilAt(all - 3);
    const slots = page.locator("dialog [data-photo=offline]");
    const settled = page.locator("dialog [data-photo=offline], dialog [data-photo=missing]").first();
    await settled.waitFor(WAIT);
    for (let at = all - 4; (await slots.count()) === 0 && at > all - 12; at -= 1) {
      await page.keyboard.press("k");
      await untilAt(at);
      await settled.waitFor(WAIT);
    }
    expect(await slots.first().textContent()).toBe(
      "Not on this device yet. It loads when you are back online.",
    );
    server.proxy.restore();
    await page.locator("[data-photo=image] > img").waitFor({ timeout: 60_000 });
    // Insights archived offline are sent automatically.
    await expect.poll(() => unsent(), { timeout: 60_000 }).toBe(0);
  });
});

/** Runs in the page: the caches of whole photographs in which there is one. */
async function openedInCaches(): Promise<string[]> {
  const filled: string[] = [];
  for (const name of await caches.keys()) {
    if (name.startsWith("opened-") && (await (await caches.open(name)).keys()).length > 0) filled.push(name);
  }
  return filled;
}

/** One finger over the photo, as the browser's own input sends it. */
async function swipe(page: Page, { dx, dy, ms }: { dx: number; dy: number; ms: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const from = { x: 180, y: 330 };
  const steps = 6;
  const timestamp = Date.now() / 1000;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + dx * share, y: from.y + dy * share }],
      timestamp: timestamp + (ms * share) / 1000,
    });
  await send("touchStart", 0);
  for (let step = 1; step <= steps; step += 1) await send("touchMove", step / steps);
  await send("touchEnd", 1);
  await session.detach();
}
