import { beforeEach, describe, expect, it } from "vitest";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import { isMessage, isText } from "../../../../src/platform/json-shape.ts";
import { type Connection, createConnection } from "../../../../src/sync/connection/connection.ts";
import { probeLiveness } from "../../../../src/sync/connection/liveness-probe.ts";
import { SYNC_TIMINGS } from "../../../../src/sync/sync-timings.ts";
import { TestClock, type TestTimers } from "../../../support/time/test-clock.ts";

type Asked = HttpCall<unknown> & { end(outcome: HttpOutcome<unknown>): void };

const SILENCE: HttpOutcome<unknown> = { kind: "unreachable", why: "timeout" };
const ANSWER: HttpOutcome<unknown> = { kind: "answer", value: { message: {} }, protocol: 1 };
const { quietMs } = SYNC_TIMINGS;

describe("the connection's state while a call hangs", () => {
  let timers: TestTimers;
  let asked: Asked[];
  let connection: Connection;
  let watched: Http;

  beforeEach(() => {
    timers = new TestClock().timers();
    asked = [];
    connection = createConnection("online");
    const http: Http = {
      call: <T, Out = T>(call: HttpCall<T, Out>) =>
        new Promise<HttpOutcome<Out>>((resolve) => {
          asked.push({ ...call, end: resolve } as unknown as Asked);
        }),
      open: () => Promise.reject(new Error("not asked")),
      image: () => Promise.reject(new Error("not asked")),
    };
    watched = probeLiveness({ http, connection, timers, timings: SYNC_TIMINGS });
  });

  const begin = () => watched.call({ path: "/api/updates/", accept: isMessage(isText), timeoutMs: 60_000 });
  const probes = () => asked.filter(({ path }) => path === "/api/health");
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  async function answerProbe(at: number, outcome: HttpOutcome<unknown>) {
    expect(probes()).toHaveLength(at + 1);
    probes()[at]?.end(outcome);
    await settle();
  }

  it("is offline once two small questions beside a silent call went unanswered, long before the call's own limit [OFF-23]", async () => {
    void begin();
    timers.advance(quietMs - 1);
    expect(probes()).toHaveLength(0);
    timers.advance(1);
    await answerProbe(0, SILENCE);
    expect(connection.phase(), "one is lost on any weak link").toBe("online");
    await answerProbe(1, SILENCE);
    expect(connection.phase()).toBe("offline");
  });

  it("stays online on a slow link: bytes of the call, or an answer to the small question, are enough [OFF-23]", async () => {
    void begin();
    const [call] = asked;
    for (let piece = 0; piece < 5; piece += 1) {
      timers.advance(quietMs - 1);
      call?.onProgress?.();
    }
    expect(probes(), "while bytes come nothing is asked").toHaveLength(0);
    timers.advance(quietMs);
    await answerProbe(0, SILENCE);
    call?.onProgress?.();
    await answerProbe(1, SILENCE);
    expect(connection.phase(), "bytes between the two began the count anew").toBe("online");
    await answerProbe(2, ANSWER);
    expect(connection.phase()).toBe("online");
  });

  it("is online again when the small question is answered while the call still hangs, and as the call says at its end [OFF-23]", async () => {
    const call = begin();
    timers.advance(quietMs);
    await answerProbe(0, SILENCE);
    await answerProbe(1, SILENCE);
    expect(connection.phase()).toBe("offline");
    expect(connection.isProven()).toBe(false);
    timers.advance(quietMs);
    await answerProbe(2, ANSWER);
    expect([connection.phase(), connection.isProven()], "as before the loss").toEqual(["online", true]);

    asked[0]?.end(SILENCE);
    connection.observe(await call);
    expect(connection.phase()).toBe("offline");
    timers.advance(quietMs * 10);
    expect(probes(), "nothing is asked while no call is open").toHaveLength(3);
  });

  it("does not call a session that the server ended a connection again", async () => {
    connection.observe({
      kind: "refusal",
      status: 401,
      refusal: { code: "signed_out", errors: {}, message: null, retryAfterMs: null },
      protocol: 1,
    });
    void begin();
    timers.advance(quietMs);
    await answerProbe(0, SILENCE);
    await answerProbe(1, SILENCE);
    expect(connection.phase()).toBe("signedOut");
  });
});
