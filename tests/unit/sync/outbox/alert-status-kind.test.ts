import { describe, expect, it, vi } from "vitest";
import type { AlertStatus } from "../../../../src/domain/alert/alert.ts";
import { ALERT_STATUS } from "../../../../src/domain/alert/alert-step.ts";
import type { WriteBatch, WriteValue } from "../../../../src/domain/outbox/outbox-record.ts";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import { alertStatusKind } from "../../../../src/sync/outbox/kinds/alert-status-kind.ts";

/** The call of a server with some alerts, which honours idempotency keys. */
class FakeServer implements Http {
  readonly alerts: Map<string, AlertStatus>;
  /** `key id status` of each call, in order. */
  readonly sent: string[] = [];
  /** Whether its answers have our header. */
  protocol: number | null = 1;
  /** Ids of alerts whose calls get no answer. */
  readonly silent = new Set<string>();
  readonly open = () => Promise.reject(new TypeError("not asked"));
  readonly image = async () => ({ kind: "unreachable", why: "network" }) as const;

  constructor(alerts: Readonly<Record<string, AlertStatus>>) {
    this.alerts = new Map(Object.entries(alerts));
  }

  async call<T, Out = T>({ method, path, body, headers }: HttpCall<T, Out>): Promise<HttpOutcome<Out>> {
    expect(method).toBe("PUT");
    const id = decodeURIComponent(path.replace("/api/alerts/statusUpdate/", ""));
    const { status } = body as { status: AlertStatus };
    this.sent.push(`${headers?.["idempotency-key"]} ${id} ${status}`);
    if (this.silent.has(id)) return { kind: "unreachable", why: "network" };
    const there = this.alerts.get(id);
    const message = { id, status: there };
    if (there === undefined) return this.#refuse(404, "not_found");
    const order = ["new", "acknowledged", "resolved"];
    if (![0, 1].includes(order.indexOf(status) - order.indexOf(there))) {
      return this.#refuse(409, "conflict", message);
    }
    this.alerts.set(id, status);
    return { kind: "answer", value: { message: { id, status } } as Out, protocol: this.protocol };
  }

  #refuse(status: number, code: string, message: unknown = null): HttpOutcome<never> {
    const refusal = { code, errors: {}, message, retryAfterMs: null };
    return { kind: "refusal", status, refusal, protocol: this.protocol };
  }
}

function batchOf(...steps: readonly (readonly [alert: string, value: WriteValue])[]): WriteBatch {
  return {
    kind: ALERT_STATUS,
    batchId: "key",
    position: 1,
    sealedAtMs: 0,
    automatic: true,
    blockedTimes: 0,
    bulk: null,
    actions: steps.map(([subject, value]) => ({
      id: subject,
      subject,
      deviceId: "cam",
      value,
      base: "new",
      atMs: 0,
    })),
  };
}

const send = (server: FakeServer, batch: WriteBatch) =>
  alertStatusKind(server).send(batch, new AbortController().signal, null);
const outcomesOf = (outcome: Awaited<ReturnType<typeof send>>) =>
  outcome.kind === "answer"
    ? outcome.value.outcomes.map((one) => [one.insightId, one.outcome])
    : outcome.kind;

describe("steps of alerts on their way", () => {
  it("are a call each, with a key each, and done when all are answered", async () => {
    const server = new FakeServer({ "1": "new", "a/b": "new" });
    const outcome = await send(server, batchOf(["1", "acknowledged"], ["a/b", "acknowledged"]));
    expect(outcome).toMatchObject({
      kind: "answer",
      protocol: 1,
      value: { bulkId: "alerts:key", status: 2 },
    });
    expect(server.sent).toEqual(["key.0 1 acknowledged", "key.1 a/b acknowledged"]);
    expect(outcomesOf(outcome)).toEqual([]);
  });

  it("are nothing where the alert is further, and go through the steps between where it is not so far", async () => {
    const server = new FakeServer({ "1": "resolved", "2": "new" });
    const outcome = await send(server, batchOf(["1", "acknowledged"], ["2", "resolved"]));
    expect(outcomesOf(outcome)).toEqual([["1", "noop"]]);
    expect(server.sent.slice(1)).toEqual([
      "key.1 2 resolved",
      "key.1.acknowledged 2 acknowledged",
      "key.1.resolved 2 resolved",
    ]);
    expect(server.alerts.get("2")).toBe("resolved");
  });

  it("are refused one by one, and as a whole where none was taken; each refusal is logged", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const server = new FakeServer({ "1": "new" });
    expect(outcomesOf(await send(server, batchOf(["9", "acknowledged"], ["1", "acknowledged"])))).toEqual([
      ["9", "gone"],
    ]);
    expect(await send(server, batchOf(["8", "acknowledged"], ["9", "acknowledged"]))).toMatchObject({
      kind: "refusal",
      status: 404,
    });
    expect(logged).toHaveBeenCalledTimes(3);
    logged.mockRestore();
  });

  it("wait where nobody answers, or where the answer is not our server's", async () => {
    const server = new FakeServer({ "1": "new", "2": "new" });
    server.silent.add("2");
    expect(await send(server, batchOf(["1", "acknowledged"], ["2", "acknowledged"]))).toEqual({
      kind: "unreachable",
      why: "network",
    });
    server.protocol = null;
    expect(await send(server, batchOf(["9", "acknowledged"]))).toMatchObject({
      kind: "refusal",
      protocol: null,
    });
    expect(await send(server, batchOf(["1", "new"]))).toMatchObject({ kind: "refusal", status: 409 });
    expect(server.sent.filter((call) => call.includes(" 1 ")).length).toBe(2);
  });

  it("go on behind the last answered one after a lost connection", async () => {
    const server = new FakeServer({ "1": "resolved", "2": "new", "3": "new" });
    const kind = alertStatusKind(server);
    const batch = batchOf(["1", "acknowledged"], ["2", "acknowledged"], ["3", "acknowledged"]);
    const { signal } = new AbortController();
    server.silent.add("3");
    for (const _ of [1, 2])
      expect(await kind.send(batch, signal, null)).toMatchObject({ kind: "unreachable" });
    server.silent.clear();
    expect(outcomesOf(await kind.send(batch, signal, null))).toEqual([["1", "noop"]]);
    expect(server.sent.map((call) => call.split(" ")[1])).toEqual(["1", "2", "3", "3", "3"]);
    await kind.send({ ...batch, batchId: "other" }, signal, null);
    expect(server.sent).toHaveLength(8);
  });

  it("are taken for done only where the answer is the alert itself", async () => {
    const server = new FakeServer({ "1": "new" });
    const accepted = vi.spyOn(server, "call");
    await send(server, batchOf(["1", "acknowledged"]));
    const accept = accepted.mock.calls[0]?.[0].accept;
    expect(accept?.({ message: { id: "1", status: "acknowledged", summary: "" } })).toBe(true);
    for (const message of [{}, { id: "1" }, { id: "2", status: "resolved" }, { id: "1", status: "ok" }])
      expect(accept?.({ message })).toBe(false);
  });

  it("of an imported file that are no steps are refused without a call", async () => {
    const server = new FakeServer({ "1": "new" });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await send(server, batchOf(["1", { status: "new" }]))).toMatchObject({
      kind: "refusal",
      refusal: { code: "invalid" },
    });
    expect(server.sent).toEqual([]);
    logged.mockRestore();
  });
});
