import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitConnections } from "../../../server/plugins/connections.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";

describe("the connections of a server", () => {
  let test: TestApp;
  let port: number;
  beforeAll(async () => {
    test = await makeTestApp();
    await test.app.listen({ host: "127.0.0.1", port: 0 });
    port = (test.app.server.address() as AddressInfo).port;
  });
  afterAll(() => test.close());

  /** Sends so many requests at once, and ends the connection with their answers. @returns how many were answered */
  function answersTo(requests: number): Promise<number> {
    return new Promise((resolve) => {
      let text = "";
      const answers = () => text.split("HTTP/1.1 200").length - 1;
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answers()));
      socket.on("data", (bytes) => {
        text += String(bytes);
        if (answers() === requests) socket.destroy();
      });
      socket.write("GET /api/config HTTP/1.1\r\nHost: a\r\n\r\n".repeat(requests));
    });
  }

  it("end where more than 16 requests come before their answers, and leave the others alone (neighbour 2)", async () => {
    expect(await answersTo(16)).toBe(16);
    expect(await answersTo(1_000)).toBeLessThan(16);
    expect(await answersTo(1)).toBe(1);
  });

  it("end where their requests, their headers or their bytes do not come (neighbour 2)", () => {
    const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = test.app.server;
    expect([requestTimeout, headersTimeout, timeout, keepAliveTimeout]).toEqual([
      300_000, 60_000, 180_000, 72_000,
    ]);
  });

  it("are so many for one address (neighbour 2)", async () => {
    const server = createServer((_request, response) => response.end("ok"));
    limitConnections(server, 2);
    const firstClosed = new Promise((resolve) =>
      server.once("connection", (socket: Socket) => socket.once("close", resolve)),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address() as AddressInfo;
    /** Whether a connection is served; those that are stay open. */
    const open = () =>
      new Promise<Socket | null>((resolve) => {
        const socket = connect(address.port, "127.0.0.1");
        socket.on("error", () => undefined);
        socket.on("close", () => resolve(null));
        socket.on("data", () => resolve(socket));
        socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      });
    const [one, two] = [await open(), await open()];
    expect([one, two]).not.toContain(null);
    expect(await open()).toBeNull();
    one?.destroy();
    await firstClosed;
    const three = await open();
    expect(three).not.toBeNull();
    for (const socket of [two, three]) socket?.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
