// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { watchNearViewport } from "../../../../src/parts/photo/near-viewport.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Stands for the browser's: remembers what it was made with and what it watches, and says what the test says. */
function stubObserver() {
  const made: { margins: unknown[]; watched: Set<Element>; tell(element: Element, near: boolean): void }[] =
    [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly watched = new Set<Element>();
      constructor(
        told: (entries: unknown[]) => void,
        { rootMargin, scrollMargin }: { rootMargin: string; scrollMargin: string },
      ) {
        made.push({
          margins: [rootMargin, scrollMargin],
          watched: this.watched,
          tell: (target, isIntersecting) => told([{ target, isIntersecting }]),
        });
      }
      observe(element: Element) {
        this.watched.add(element);
      }
      unobserve(element: Element) {
        this.watched.delete(element);
      }
    },
  );
  return made;
}

it.each([
  [undefined, "320px"],
  [{ effectiveType: "3g" }, "320px"],
  [{ saveData: true }, "0px"],
  [{ type: "cellular" }, "0px"],
])(
  "begins with pictures before they are seen, but not where bytes are paid for: %o, %s [OFF-05]",
  (connection, margin) => {
    const made = stubObserver();
    vi.stubGlobal("navigator", { connection });
    const near = watchNearViewport();
    void near.until(document.createElement("i"), new AbortController().signal);
    void near.until(document.createElement("i"), new AbortController().signal);
    expect(made.map(({ margins }) => margins)).toEqual([[margin, margin]]);
  },
);

it("tells of each picture when it comes near, once, and forgets those that nobody wants any more", async () => {
  const [made, near] = [stubObserver(), watchNearViewport()];
  const [wanted, given] = [document.createElement("i"), document.createElement("i")];
  const giveUp = new AbortController();
  const came: string[] = [];
  const first = near.until(wanted, new AbortController().signal).then(() => came.push("wanted"));
  void near.until(given, giveUp.signal).then(() => came.push("given up"));
  const [observer] = made;
  observer?.tell(wanted, false);
  giveUp.abort();
  expect(observer?.watched).toEqual(new Set([wanted]));
  observer?.tell(given, true);
  observer?.tell(wanted, true);
  await first;
  expect(came).toEqual(["wanted"]);
  expect(observer?.watched.size).toBe(0);
});

it("waits for nothing where the browser cannot tell", async () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  await watchNearViewport().until(document.createElement("i"), new AbortController().signal);
});

function openList() {
  const [made, timers] = [stubObserver(), new TestClock().timers()];
  const near = watchNearViewport(timers);
  const begun: string[] = [];
  const list = document.body.appendChild(document.createElement("div"));
  const scroll = (px: number, ms: number, box = list) => {
    timers.advance(ms);
    box.scrollTop += px;
    box.dispatchEvent(new Event("scroll"));
  };
  const wait = (name: string, { signal } = new AbortController()) => {
    const element = document.createElement("i");
    void near.until(element, signal).then(() => begun.push(name));
    return element;
  };
  const tell = async (element: Element, isNear: boolean) => {
    made[0]?.tell(element, isNear);
    await Promise.resolve();
  };
  const advance = async (ms: number) => {
    timers.advance(ms);
    await Promise.resolve();
  };
  return { scroll, wait, tell, advance, begun };
}

it("begins while a list is scrolled fast only with the pictures that stay near", async () => {
  const { scroll, wait, tell, advance, begun } = openList();
  const giveUp = new AbortController();
  const [passes, stays, unwanted] = [wait("passes"), wait("stays"), wait("unwanted", giveUp)];
  scroll(0, 1_000);
  scroll(400, 100);
  await tell(passes, true);
  await tell(unwanted, true);
  await advance(50);
  await tell(stays, true);
  await tell(passes, false);
  giveUp.abort();
  await advance(149);
  expect(begun).toEqual([]);
  await advance(1);
  expect(begun).toEqual(["stays"]);
  await tell(passes, true);
  expect(begun).toEqual(["stays", "passes"]);
});

it.each([
  [
    "is scrolled slowly",
    [
      [0, 1_000],
      [390, 100],
    ],
    0,
  ],
  [
    "jumps to another place",
    [
      [0, 1_000],
      [40_000, 200],
    ],
    0,
  ],
  [
    "rests after it was scrolled fast",
    [
      [0, 1_000],
      [400, 100],
    ],
    200,
  ],
] as const)("begins at once with the pictures of a list that %s", async (_, moves, restMs) => {
  const { scroll, wait, tell, advance, begun } = openList();
  const picture = wait("picture");
  for (const [px, ms] of moves) scroll(px, ms);
  await advance(restMs);
  await tell(picture, true);
  expect(begun).toEqual(["picture"]);
});

it("tells two boxes that are scrolled from one that is scrolled fast", async () => {
  const { scroll, wait, tell, begun } = openList();
  const picture = wait("picture");
  const other = document.body.appendChild(document.createElement("div"));
  other.scrollTop = 5_000;
  scroll(0, 1_000);
  scroll(0, 10, other);
  await tell(picture, true);
  expect(begun).toEqual(["picture"]);
});

it("listens to scrolling for as long as a picture is waited for", () => {
  const removed = vi.spyOn(document, "removeEventListener");
  const { wait } = openList();
  const [first, second] = [new AbortController(), new AbortController()];
  wait("first", first);
  wait("second", second);
  first.abort();
  expect(removed).not.toHaveBeenCalled();
  second.abort();
  expect(removed.mock.calls.map(([name]) => name)).toEqual(["scroll"]);
});
