import { describe, expect, it } from "vitest";
import { createIntegrationStore } from "../../../src/state/integration-store.ts";
import { createFakeHttp, type FakeAnswer } from "../../support/client/fake-http.ts";

const WRITES = [
  { method: "PUT", path: "/emails", body: { options: {} } },
  { method: "PUT", path: "/email/notifications", body: { notificationClasses: "all" } },
] as const;

function storeWith(answers: Record<string, FakeAnswer>) {
  const phases: string[] = [];
  const http = createFakeHttp(answers);
  const store = createIntegrationStore(http);
  store.subscribe(({ integrationUpdate }) => phases.push(integrationUpdate));
  return { store, http, phases };
}

describe("the writes to integrations", () => {
  it("are recorded as beginning, and then success or failure [SET-24]", async () => {
    const { store, phases } = storeWith({
      "PUT /api/integrations/emails": { message: {} },
      "PUT /api/integrations/email/notifications": { message: {} },
      "DELETE /api/integrations/sms": { status: 500, errors: { general: "Broken." } },
    });
    expect(store.getState().integrationUpdate).toBe("idle");
    expect(await store.getState().update(WRITES)).toBeNull();
    expect(phases).toEqual(["beginning", "success"]);
    expect(await store.getState().remove("sms")).toEqual({ general: "Broken." });
    expect(phases).toEqual(["beginning", "success", "beginning", "failure"]);
  });

  it("end at the first that fails, with its errors; silence has none", async () => {
    const refused = storeWith({
      "PUT /api/integrations/emails": { status: 400, errors: { "options.emails.0": "No." } },
    });
    expect(await refused.store.getState().update(WRITES)).toEqual({ "options.emails.0": "No." });
    expect(refused.http.calls).toHaveLength(1);
    const silent = storeWith({ "PUT /api/integrations/emails": "silence" });
    expect(await silent.store.getState().update(WRITES)).toEqual({});
    expect(silent.phases).toEqual(["beginning", "failure"]);
  });

  it("take an integration that is gone already for deleted", async () => {
    const { store, phases } = storeWith({ "DELETE /api/integrations/gundi": { status: 404 } });
    expect(await store.getState().remove("gundi")).toBeNull();
    expect(phases).toEqual(["beginning", "success"]);
  });
});
