import { expect, it } from "vitest";
import { createPrefetched } from "../../../../src/app/composition/prefetched.ts";

const person = (userIdSql: number, role = "member") => ({ userIdSql, role });
type Person = ReturnType<typeof person>;

function createWorld() {
  const events: string[] = [];
  let made = 0;
  const services = createPrefetched<Person, { name: string }>({
    open(who) {
      made += 1;
      const name = `${who.userIdSql}#${made}`;
      events.push(`open ${name}`);
      return { name };
    },
    close: ({ name }) => void events.push(`stop ${name}`),
    isSame: (a, b) => a.userIdSql === b.userIdSql && a.role === b.role,
  });
  return { services, events };
}

it("gives what was prefetched to the same person once, and opens anew after that", () => {
  const { services, events } = createWorld();
  const prefetched = services.prefetch(person(7));
  expect(services.take(person(7))).toBe(prefetched);
  services.drop();
  expect(services.take(person(7))).not.toBe(prefetched);
  expect(events).toEqual(["open 7#1", "open 7#2"]);
});

it("closes what was prefetched for another person or role before it opens, and what was not taken", () => {
  const { services, events } = createWorld();
  services.prefetch(person(7));
  services.take(person(8));
  services.prefetch(person(8));
  services.take(person(8, "restricted"));
  services.prefetch(person(9));
  services.drop();
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
