import type { AddressInfo } from "node:net";
import { createConnection, createServer, type Server, type Socket } from "node:net";

/**
 * A TCP proxy between a browser and a server, so that a lost connection is lost for every part of the browser,
 * its service worker included. `cut` refuses and drops connections, `stall` accepts them and lets nothing through
 * (a half-open link), `restore` lets all pass again. `loseNextAnswer` passes the next matching request on and
 * drops the connection when the server begins to answer it; `stallAt` passes all on until a matching request comes,
 * and nothing from then on.
 */
export interface TcpProxy {
  readonly url: string;
  cut(): void;
  stall(): void;
  restore(): void;
  loseNextAnswer(requestLine: RegExp): Promise<void>;
  stallAt(requestLine: RegExp): Promise<void>;
  stop(): Promise<void>;
}

type Mode = "open" | "cut" | "stalled";

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let mode: Mode = "open";
  let loss: { pattern: RegExp; done: () => void } | null = null;
  let stall: { pattern: RegExp; done: () => void } | null = null;
  const sockets = new Set<Socket>();

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };

  const server: Server = createServer((client) => {
    keep(client);
    if (mode === "cut") {
      client.destroy();
      return;
    }
    if (mode === "stalled") return;
    const upstream = createConnection({ host: "127.0.0.1", port: targetPort });
    keep(upstream);
    let armed: (() => void) | null = null;
    client.on("data", (chunk) => {
      if (mode !== "open") return;
      if (stall?.pattern.test(chunk.toString("latin1"))) {
        mode = "stalled";
        stall.done();
        stall = null;
        return;
      }
      if (loss?.pattern.test(chunk.toString("latin1"))) {
        armed = loss.done;
        loss = null;
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (mode !== "open") return;
      if (armed !== null) {
        armed();
        client.destroy();
        upstream.destroy();
        return;
      }
      client.write(chunk);
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.end());
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${port}`,
    cut() {
      mode = "cut";
      dropAll();
    },
    stall() {
      mode = "stalled";
    },
    restore() {
      mode = "open";
      dropAll();
    },
    loseNextAnswer(requestLine) {
      return new Promise((resolve) => {
        loss = { pattern: requestLine, done: resolve };
      });
    },
    stallAt(requestLine) {
      return new Promise((resolve) => {
        stall = { pattern: requestLine, done: resolve };
      });
    },
    async stop() {
      dropAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
