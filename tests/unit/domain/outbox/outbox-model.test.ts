import fc from "fast-check";
import { describe, it } from "vitest";
import { INSIGHT_STATUSES } from "../../../../src/domain/insight/insight.ts";
import { OutboxWorld } from "./outbox-world.ts";

/** Its name is what a counterexample shows. */
interface Command {
  toString: () => string;
  run: (world: OutboxWorld) => void;
}
const named = (name: string, run: Command["run"]): Command => ({ toString: () => name, run });

/** MODEL_RUNS asks for more. */
const RUNS = Number(process.env.MODEL_RUNS ?? 20_000);
const FEW = 5;
const status = fc.constantFrom(...INSIGHT_STATUSES);

const actOn = (insights: number) =>
  fc.tuple(fc.integer({ min: 1, max: 2 ** insights - 1 }), status).map(([bits, to]) =>
    named(`${to} ${bits.toString(2)}`, (world) =>
      world.act(
        world.insights.filter((_, at) => (bits >> at) % 2 === 1),
        to,
      ),
    ),
  );
const offerOf = (insights: number) =>
  fc.tuple(fc.integer({ min: 1, max: 2 ** insights - 1 }), status).map(([bits, to]) =>
    named(`offer ${to} ${bits.toString(2)}`, (world) =>
      world.offer(
        world.insights.filter((_, at) => (bits >> at) % 2 === 1),
        to,
      ),
    ),
  );
const otherOn = (insights: number) =>
  fc
    .tuple(fc.nat({ max: insights - 1 }), status)
    .map(([at, to]) => named(`another's ${to} ${at}`, (world) => world.other(world.insights[at] ?? "", to)));
const seal = fc
  .boolean()
  .map((automatic) => named(`seal ${automatic ? "by itself" : ""}`, (world) => world.seal(automatic)));
const send = fc
  .constantFrom("arrives" as const, "arrives" as const, "isLost" as const, "answerIsLost" as const)
  .map((fate) => named(`send ${fate}`, (world) => world.send(fate)));
const sendAgain = fc
  .nat({ max: 20 })
  .map((pick) => named(`send again ${pick}`, (world) => world.sendAgain(pick)));
const work = fc
  .constantFrom("completed" as const, "completed" as const, "blocked" as const, "processing" as const)
  .map((ending) => named(ending, (world) => world.work(ending)));
const poll = fc
  .integer({ min: 0, max: 3 })
  .map((roll) => named(`poll ${roll === 0 ? "old" : ""}`, (world) => world.poll(roll === 0)));
const plain = fc.constantFrom(
  named("undo", (world) => world.undo()),
  named("undo", (world) => world.undo()),
  named("redo", (world) => world.redo()),
  named("cancel", (world) => world.cancel()),
  named("begin pull", (world) => world.beginPull()),
  named("end pull", (world) => world.endPull()),
  named("end pull", (world) => world.endPull()),
  named("crash", (world) => world.crash()),
  named("forget", (world) => world.forget()),
);

const commandOn = (insights: number, others: number) =>
  fc.oneof(
    { weight: 6, arbitrary: actOn(insights) },
    { weight: 1, arbitrary: offerOf(insights) },
    { weight: 1, arbitrary: fc.constant(named("take the offer", (world) => world.takeOffer())) },
    { weight: 3, arbitrary: seal },
    { weight: 4, arbitrary: send },
    { weight: 1, arbitrary: sendAgain },
    { weight: 4, arbitrary: work },
    { weight: 3, arbitrary: poll },
    { weight: others, arbitrary: otherOn(insights) },
    { weight: 9, arbitrary: plain },
  );

function play(world: OutboxWorld, commands: readonly Command[]): void {
  for (const { run } of commands) {
    run(world);
    world.check();
  }
  world.rest();
}

describe("the outbox, whatever happens to it", () => {
  it.each([
    ["one person's work on a few insights", FEW, 1],
    ["two people at work on one insight and its neighbour", 2, 3],
  ])(
    "loses nothing, doubles nothing, shows nothing as done too early, and gives back what was before, in %s [OFF-14, OFF-18]",
    (_, insights, others) => {
      const command = fc.oneof(
        { weight: 31, arbitrary: commandOn(insights, others) },
        { weight: others, arbitrary: fc.constant(named("pull", pull)) },
      );
      fc.assert(
        fc.property(fc.array(command, { maxLength: 40, size: "max" }), (commands) =>
          play(new OutboxWorld(insights), commands),
        ),
        { numRuns: RUNS },
      );
    },
    300_000,
  );

  it("holds at most 1000 unsaved actions, and seals the oldest, whatever comes back blocked [INS-46, OFF-19]", () => {
    const many = fc
      .tuple(fc.nat({ max: 2_400 }), fc.integer({ min: 1, max: 700 }), status)
      .map(([from, count, to]) =>
        named(`${to} ${from}+${count}`, (world) => world.act(world.insights.slice(from, from + count), to)),
      );
    const big = fc.oneof(
      { weight: 8, arbitrary: many },
      { weight: 3, arbitrary: seal },
      { weight: 3, arbitrary: send },
      { weight: 3, arbitrary: work },
      { weight: 3, arbitrary: poll },
      { weight: 4, arbitrary: plain },
    );
    fc.assert(
      fc.property(fc.array(big, { maxLength: 25, size: "max" }), (commands) =>
        play(new OutboxWorld(2_600), commands),
      ),
      { numRuns: Math.max(20, RUNS / 400) },
    );
  }, 300_000);

  // Shortest counterexamples that other searches have found.
  const found: [string, (world: OutboxWorld, one: string) => void][] = [
    [
      "a cancelled list is redone over another's later status",
      (world, one) => {
        world.act([one], "archive");
        world.other(one, "acknowledge");
        pull(world);
        world.cancel();
        world.undo();
        world.seal(false);
        world.redo();
      },
    ],
    [
      "a cancelled list is undone over a batch that says what it went back to",
      (world, one) => {
        world.act(world.insights.slice(1, 2), "acknowledge");
        world.seal(false);
        world.other(one, "archive");
        world.act([one], "archive");
        world.seal(false);
        world.act([one], "none");
        pull(world);
        world.cancel();
        world.undo();
      },
    ],
    [
      "what was said before another's status came is undone to after its batch was blocked",
      (world, one) => {
        world.act([one], "archive");
        world.other(one, "acknowledge");
        pull(world);
        world.seal(false);
        world.send("arrives");
        world.work("blocked");
        world.undo();
        world.act([one], "archive");
        world.poll(false);
        world.undo();
      },
    ],
    [
      "what lay beneath is said again over a batch that is blocked",
      (world, one) => {
        world.other(one, "acknowledge");
        world.act([one], "acknowledge");
        pull(world);
        world.act([one], "none");
        world.seal(false);
        world.send("arrives");
        world.other(one, "none");
        world.act([one], "acknowledge");
        world.work("blocked");
        pull(world);
      },
    ],
  ];
  it.each(found)("keeps its promise where %s [OFF-14]", (_, run) => {
    const world = new OutboxWorld(FEW);
    run(world, "1");
    world.check();
    world.rest();
  });
});

function pull(world: OutboxWorld): void {
  world.beginPull();
  world.endPull();
}
