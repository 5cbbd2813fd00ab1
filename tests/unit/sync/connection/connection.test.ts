import { describe, expect, it } from "vitest";
import type { HttpOutcome } from "../../../../src/platform/http.ts";
import { createConnection } from "../../../../src/sync/connection/connection.ts";
import type { ConnectionPhase } from "../../../../src/sync/sync-status.ts";

const refusal = (status: number, code: string | null = null): HttpOutcome<unknown> => ({
  kind: "refusal",
  status,
  refusal: { code, errors: {}, message: undefined, retryAfterMs: null },
  protocol: null,
});
const ANSWER: HttpOutcome<unknown> = { kind: "answer", value: {}, protocol: 1 };
const SILENCE: HttpOutcome<unknown> = { kind: "unreachable", why: "network" };
const PORTAL: HttpOutcome<unknown> = { kind: "unreachable", why: "notOurs" };
const GIVEN_UP: HttpOutcome<unknown> = { kind: "unreachable", why: "givenUp" };

describe("the phase of the connection", () => {
  it.each<[ConnectionPhase, string, HttpOutcome<unknown>, ConnectionPhase]>([
    ["unknown", "an answer", ANSWER, "online"],
    ["unknown", "an error of the server, also as the first answer", refusal(500), "online"],
    ["offline", "an error of the server", refusal(502), "online"],
    ["online", "an error of the server", refusal(503), "online"],
    ["unknown", "a server that is asked too often", refusal(429), "online"],
    ["signedOut", "an error of the server, which says nothing about the session", refusal(500), "signedOut"],
    ["signedOut", "an answer", ANSWER, "online"],
    ["online", "a session that has ended", refusal(401), "signedOut"],
    ["online", "silence", SILENCE, "offline"],
    ["online", "a captive portal", PORTAL, "offline"],
    ["unknown", "a call that was given up", GIVEN_UP, "unknown"],
  ])("%s, after %s", (before, _, outcome, after) => {
    const connection = createConnection(before);
    connection.observe(outcome);
    expect(connection.phase()).toBe(after);
  });

  it("calls back for answers that are served, because only these show what reached the server", () => {
    const connection = createConnection("unknown");
    let answers = 0;
    connection.onAnswer(() => (answers += 1));
    for (const outcome of [refusal(500), refusal(429), SILENCE, PORTAL]) connection.observe(outcome);
    expect(answers).toBe(0);
    for (const outcome of [ANSWER, refusal(404)]) connection.observe(outcome);
    expect(answers).toBe(2);
  });

  it.each([503, 429])(
    "is not proven by a %i after the loss, and is proven once by the first call that is served",
    (status) => {
      const connection = createConnection("offline");
      const heard: string[] = [];
      connection.subscribe((phase) => heard.push(phase));
      connection.onProven(() => heard.push("proven"));
      connection.observe(refusal(status));
      connection.observe(refusal(status));
      expect([heard, connection.isProven()]).toEqual([["online"], false]);
      connection.observe(ANSWER);
      connection.observe(refusal(404));
      expect([heard, connection.isProven()]).toEqual([["online", "proven"], true]);
    },
  );

  it("stays proven through an error of the server, and no longer than until the loss or the end of the session", () => {
    for (const loss of [SILENCE, PORTAL, refusal(401)]) {
      const connection = createConnection("unknown");
      let proven = 0;
      connection.onProven(() => (proven += 1));
      for (const outcome of [ANSWER, refusal(503), GIVEN_UP, ANSWER]) connection.observe(outcome);
      expect(proven).toBe(1);
      connection.observe(loss);
      expect(connection.isProven()).toBe(false);
      connection.observe(ANSWER);
      expect(proven).toBe(2);
    }
  });

  it("is as proven as where it is adopted from", () => {
    const connection = createConnection("offline");
    let proven = 0;
    connection.onProven(() => (proven += 1));
    connection.adopt("online", false);
    expect([connection.phase(), proven]).toEqual(["online", 0]);
    connection.adopt("online", true);
    connection.adopt("online", true);
    expect(proven).toBe(1);
    connection.adopt("signedOut", true);
    expect(connection.isProven()).toBe(false);
  });
});
