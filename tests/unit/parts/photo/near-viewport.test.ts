// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { watchNearViewport } from "../../../../src/parts/photo/near-viewport.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

afterEach(() => vi.unstubAllGlobals());

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

it("begins with a picture while the list is scrolled only once it has stayed near", async () => {
  const [made, timers] = [stubObserver(), new TestClock().timers()];
  const near = watchNearViewport(timers);
  const begun: string[] = [];
  const wait = (name: string) => {
    const element = document.createElement("i");
    void near.until(element, new AbortController().signal).then(() => begun.push(name));
    return element;
  };
  const [passes, stays, last] = [wait("passes"), wait("stays"), wait("comes last")];
  const list = document.body.appendChild(document.createElement("div"));
  timers.advance(1_000);
  list.dispatchEvent(new Event("scroll"));
  made[0]?.tell(passes, true);
  timers.advance(50);
  made[0]?.tell(stays, true);
  made[0]?.tell(passes, false);
  timers.advance(149);
  await Promise.resolve();
  expect(begun).toEqual([]);
  timers.advance(1);
  await Promise.resolve();
  expect(begun).toEqual(["stays"]);
  // The list rests: its pictures wait no longer.
  made[0]?.tell(last, true);
  await Promise.resolve();
  expect(begun).toEqual(["stays", "comes last"]);
});
