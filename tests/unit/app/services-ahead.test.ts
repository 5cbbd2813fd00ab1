import { expect, it } from "vitest";
import { createServicesAhead } from "../../../src/app/services-ahead.ts";
import type { OpenServices } from "../../../src/app/signed-in.tsx";
import type { User } from "../../../src/protocol/shapes.ts";

const user = (userIdSql: number, role = "member") => ({ userIdSql, role }) as User;

function createWorld() {
  const events: string[] = [];
  let made = 0;
  const ahead = createServicesAhead((who) => {
    made += 1;
    const name = `${who.userIdSql}#${made}`;
    events.push(`open ${name}`);
    return { stop: () => events.push(`stop ${name}`) } as unknown as OpenServices;
  });
  return { ahead, events };
}

it("gives what was opened ahead to the same person once, and opens anew after that", () => {
  const { ahead, events } = createWorld();
  const begun = ahead.begin(user(7));
  expect(ahead.open(user(7))).toBe(begun);
  ahead.drop();
  expect(ahead.open(user(7))).not.toBe(begun);
  expect(events).toEqual(["open 7#1", "open 7#2"]);
});

it("closes what was opened for another person or role before it opens, and what nobody took", () => {
  const { ahead, events } = createWorld();
  ahead.begin(user(7));
  ahead.open(user(8));
  ahead.begin(user(8));
  ahead.open(user(8, "restricted"));
  ahead.begin(user(9));
  ahead.drop();
  expect(events).toEqual([
    "open 7#1",
    "stop 7#1",
    "open 8#2",
    "open 8#3",
    "stop 8#3",
    "open 8#4",
    "open 9#5",
    "stop 9#5",
  ]);
});
