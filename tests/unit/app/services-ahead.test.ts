import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { createServicesAhead } from "../../../src/app/services-ahead.ts";
import type { OpenServices } from "../../../src/app/signed-in.tsx";
import type { User } from "../../../src/protocol/shapes.ts";
import type { SessionState, SessionStore } from "../../../src/state/session-store.ts";

const user = (userIdSql: number, role = "member") => ({ userIdSql, role }) as User;

function createWorld() {
  const events: string[] = [];
  let made = 0;
  const session = createStore(() => ({ session: { phase: "starting" } as SessionState }) as SessionStore);
  const ahead = createServicesAhead((who) => {
    made += 1;
    const name = `${who.userIdSql}#${made}`;
    events.push(`open ${name}`);
    return { stop: () => events.push(`stop ${name}`) } as unknown as OpenServices;
  }, session);
  const become = (now: SessionState) => session.setState({ session: now });
  return { ahead, events, become };
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

it("closes it where the session ends before anybody took it, and gives none of it to who signs in then", () => {
  const { ahead, events, become } = createWorld();
  become({ phase: "signedIn", user: user(7), fresh: false });
  ahead.begin(user(7));
  become({ phase: "signedIn", user: user(7), fresh: true });
  become({ phase: "signedOut", reason: "refused" });
  expect(events).toEqual(["open 7#1", "stop 7#1"]);
  become({ phase: "signedIn", user: user(7), fresh: true });
  ahead.open(user(7));
  expect(events).toEqual(["open 7#1", "stop 7#1", "open 7#2"]);
});
