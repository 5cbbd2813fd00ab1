import type { AddressInfo } from "node:net";
import { createConnection, createServer, type Server, type Socket } from "node:net";

/**
 * A TCP proxy between a browser and a server, so that a lost connection is lost for every part of the browser, its
 * service worker included.
 *
 * `cut` refuses and drops connections, `stall` accepts them and passes nothing on (a half-open connection), `restore`
 * passes everything again. `loseNextAnswer` passes the next matching request on and drops the connection when the
 * server begins to answer it; `stallAt` passes everything on until a matching request comes, and nothing from then
 * on. `answerAll` answers every request itself, as a captive portal does. `reset` restores, and no longer waits for a
 * request to lose or to stall at.
 */
export interface TcpProxy {
  readonly url: string;
  cut(): void;
  stall(): void;
  /** @param answer status line, headers and body */
  answerAll(answer: PortalAnswer): void;
  restore(): void;
  reset(): void;
  loseNextAnswer(requestLine: RegExp): Promise<void>;
  stallAt(requestLine: RegExp): Promise<void>;
  stop(): Promise<void>;
}

export interface PortalAnswer {
  status: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

type Mode = "open" | "cut" | "stalled" | "portal";

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let mode: Mode = "open";
  let loss: { pattern: RegExp; done: () => void } | null = null;
  let stall: { pattern: RegExp; done: () => void } | null = null;
  let portal = "";
  const sockets = new Set<Socket>();

  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };

  const server: Server = createServer((client) => {
    track(client);
    if (mode === "cut") {
      client.destroy();
      return;
    }
    if (mode === "stalled") return;
    if (mode === "portal") {
      // One answer for each connection, which it ends.
      client.once("data", () => client.end(portal));
      return;
    }
    const upstream = createConnection({ host: "127.0.0.1", port: targetPort });
    track(upstream);
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
  const restore = (): void => {
    if (mode === "open") return;
    mode = "open";
    dropAll();
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
    answerAll({ status, headers = {}, body = "" }) {
      const lines = Object.entries({
        ...headers,
        "content-length": String(Buffer.byteLength(body)),
        connection: "close",
      }).map(([name, value]) => `${name}: ${value}`);
      portal = [`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n");
      mode = "portal";
      dropAll();
    },
    restore,
    reset() {
      loss = null;
      stall = null;
      restore();
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
