import { expect, it } from "vitest";
import { createQuestionTurns } from "../../../src/query/worker/question-turns.ts";

/** Pauses that end when the test says so, oldest first. */
function createPauses() {
  const pauses: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => void pauses.push(resolve));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async () => {
    pauses.shift()?.();
    await settle();
  };
  return { pause, end, settle, waiting: () => pauses.length };
}

it("lets rows go at once, and counts one by one behind the rows that were wanted meanwhile", async () => {
  const pauses = createPauses();
  const turns = createQuestionTurns(pauses.pause);
  const went: string[] = [];
  const take = (name: "page" | "group", words: string) =>
    turns.take(name).then((done) => {
      went.push(words);
      return done;
    });
  const counts = [take("group", "first count"), take("group", "second count")];
  const pageDone = await take("page", "a page");
  await pauses.end();
  expect(went, "the page is under way").toEqual(["a page"]);

  pageDone();
  await pauses.settle();
  expect(went).toEqual(["a page", "first count"]);
  expect(pauses.waiting(), "the second count waits until the first is answered").toBe(0);
  const anotherDone = await take("page", "another page");
  (await counts[0])?.();
  await pauses.settle();
  await pauses.end();
  anotherDone();
  await pauses.settle();
  await counts[1];
  expect(went).toEqual(["a page", "first count", "another page", "second count"]);
  expect(pauses.waiting()).toBe(0);
});

it("lets a count wait on where other rows are wanted just as those before are answered", async () => {
  const pauses = createPauses();
  const turns = createQuestionTurns(pauses.pause);
  let counted = false;
  const count = turns.take("group").then(() => {
    counted = true;
  });
  const pageDone = await turns.take("page");
  await pauses.end();
  pageDone();
  const nextDone = await turns.take("page");
  await pauses.end();
  expect(counted).toBe(false);
  nextDone();
  await count;
});

it("holds nothing back for work that is neither", async () => {
  const pauses = createPauses();
  const turns = createQuestionTurns(pauses.pause);
  await turns.take("compact");
  const count = turns.take("histogram");
  await pauses.settle();
  await pauses.end();
  await count;
});
