import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { enforceAccess } from "../../../server/plugins/access.ts";

const nobody = {
  authenticate: () => Promise.resolve(null),
  authenticateDevice: () => Promise.resolve(null),
  isDeletedAccount: () => Promise.resolve(false),
};

describe("a route's access", () => {
  it("must be declared: a route without it stops the start", async () => {
    const app = Fastify();
    enforceAccess(app, nobody);
    app.get("/api/forgotten", () => "secret");
    await expect(app.ready()).rejects.toThrow("/api/forgotten does not say who may call it");
  });

  it("that is public gives the route no user, whatever token is sent", async () => {
    const app = Fastify();
    enforceAccess(app, {
      ...nobody,
      authenticate: () => Promise.resolve({ userId: 1, role: "staff", sessionId: 1 }),
    });
    app.get("/api/open", { config: { access: "P" } }, () => "open");
    app.get("/api/whose", { config: { access: "P" } }, (request) => String(request.user.userId));
    expect((await app.inject("/api/open")).body).toBe("open");
    const answer = await app.inject({ url: "/api/whose", headers: { authorization: "Bearer token" } });
    expect(answer.statusCode).toBe(500);
    await app.close();
  });
});
