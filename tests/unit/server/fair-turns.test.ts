import { setImmediate } from "node:timers/promises";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { takeTurns } from "../../../server/plugins/fair-turns.ts";

/** A server whose every caller is one user; `most` tells how many calls ran at a time. */
function countingApp(): { app: FastifyInstance; most: () => number } {
  let [running, most] = [0, 0];
  const app = fastify();
  app.decorateRequest("caller", null);
  app.decorateRequest("callingDevice", null);
  app.addHook("onRequest", async (request) => {
    Object.assign(request, { caller: { userId: 1 } });
  });
  takeTurns(app);
  const handler = async () => {
    running += 1;
    most = Math.max(most, running);
    for (let round = 0; round < 5; round += 1) await setImmediate();
    running -= 1;
    return "ok";
  };
  app.route({ method: ["GET", "POST"], url: "/turns", config: { takesTurns: true } as never, handler });
  app.route({ method: "GET", url: "/free", config: {} as never, handler });
  return { app, most: () => most };
}

describe("calls of one user", () => {
  it.each([
    ["GET", "/turns", 1],
    ["HEAD", "/turns", 1],
    ["POST", "/turns", 1],
    ["GET", "/free", 10],
  ] as const)("by %s of %s are worked on %i at a time (neighbour 1, 2)", async (method, url, atOnce) => {
    const { app, most } = countingApp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.inject({ method, url })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(new Array(10).fill(200));
    expect(most()).toBe(atOnce);
    await app.close();
  });
});
