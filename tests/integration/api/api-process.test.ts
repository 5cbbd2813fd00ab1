import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);

import { programArgs } from "../../support/server/program.ts";

const MAIN = programArgs("server/main.ts");

describe("the server as a process", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "understory-process-"));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "silent", PORT: "0", ...settings };
  }

  /** Starts the server and waits for the line with its address. */
  async function start(settings: Record<string, string> = {}) {
    const child = spawn(process.execPath, MAIN, {
      env: environment(settings),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async () => {
      const line = await lines.next();
      if (line.done) throw new Error("The server ended before it was ready.");
      return line.value;
    };
    for (;;) {
      const address = /is ready at (\S+)$/.exec(await nextLine())?.[1];
      if (address !== undefined) return { address, child, ended, nextLine };
    }
  }

  /** Starts a server that must refuse to start, and returns its output. */
  async function failToStart(settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
    try {
      await run(process.execPath, MAIN, { env: environment(settings) });
    } catch (error) {
      return error as { code: unknown; stderr: string };
    }
    throw new Error("The server ended as if all were well.");
  }

  it("says where it is, answers, gives way to no second one, and ends in order when told to", async () => {
    const server = await start();
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const [, code, link] =
      /^The first account needs the set-up code (\S+): (\S+)$/.exec(await server.nextLine()) ?? [];
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(link).toBe(`${server.address}/signup#setup=${code}`);
    const health = await fetch(`${server.address}/api/health`);
    expect(await health.json()).toMatchObject({ message: { status: "ok" } });
    const { port } = new URL(server.address);
    const second = await failToStart({ PORT: port });
    expect(second.code).toBe(1);
    expect(second.stderr).toBe(
      `Port ${port} is in use by another program. Set PORT to a free one, or end that program.\n`,
    );
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  it("serves HTTPS with its own certificate and says so for good", async () => {
    const [cert, key] = [join(dataDir, "cert.pem"), join(dataDir, "key.pem")];
    await run("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-subj", "/CN=localhost", "-days", "1", "-keyout", key, "-out", cert],
    ]);
    const server = await start({ TLS_CERT: cert, TLS_KEY: key });
    expect(server.address).toMatch(/^https:/);
    const answer = await new Promise<{ status: number | undefined; hsts: string | undefined }>(
      (resolve, reject) => {
        request(`${server.address}/api/health`, { rejectUnauthorized: false }, (response) => {
          response.resume();
          resolve({
            status: response.statusCode,
            hsts: response.headers["strict-transport-security"],
          });
        })
          .on("error", reject)
          .end();
      },
    );
    expect(answer).toEqual({ status: 200, hsts: "max-age=31536000" });
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(0);
  });

  it("answers the request in hand when told to end, and does not wait for its connection to be given up", async () => {
    const server = await start();
    const { port } = new URL(server.address);
    const socket = connect(Number(port), "127.0.0.1");
    const answered = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
    const body = '{"email":"a@example.org","password":"x"}';
    const heading = "POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    socket.write(`${heading}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`);
    // The server is handling the request once it asks for the body.
    expect(await answered).toMatch(/^HTTP\/1\.1 100 /);
    const answer = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
    server.child.kill("SIGTERM");
    await untilItRefuses(Number(port));
    socket.write(body);
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await server.ended).toBe(0);
    socket.destroy();
  });

  it("answers what is no HTTP, and headers beyond measure, with the one error body", async () => {
    const server = await start();
    const { port } = new URL(server.address);
    for (const [sent, status] of [
      ["GET / HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await sendRaw(Number(port), sent);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
        code: "invalid",
        errors: { general: expect.any(String) },
      });
    }
    server.child.kill("SIGTERM");
    await server.ended;
  });

  it("ends with one sentence for each setting that is wrong, and no stack", async () => {
    const refused = await failToStart({ PORT: "many", SIGNUP: "perhaps" });
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split("\n")).toEqual([
      'PORT must be a whole number from 0 to 65535, but is "many".',
      'SIGNUP must be one of open, invite, closed, but is "perhaps".',
    ]);
  });

  it("ends with one sentence where the certificate, the folder or the database is no good (neighbour 8)", async () => {
    const nonsense = join(dataDir, "nonsense.pem");
    await writeFile(nonsense, "nonsense");
    const broken = join(dataDir, "broken.pem");
    await writeFile(broken, "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n");
    for (const [settings, sentence] of [
      [{ TLS_CERT: nonsense, TLS_KEY: nonsense }, "TLS_CERT names a file that is not in PEM form"],
      [{ TLS_CERT: broken, TLS_KEY: broken }, "TLS_CERT and TLS_KEY cannot be used together:"],
      [
        { DATA_DIR: nonsense },
        `DATA_DIR names a folder that cannot be made or written to: "${nonsense}" (ENOTDIR).`,
      ],
      // A file system in which making a folder fails in a way that Node's own call repeats without end.
      [{ DATA_DIR: "/proc/none/data" }, '"/proc/none/data" (ENOENT).'],
      [
        { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/d" },
        "The database (DATABASE_URL) cannot be opened: The database does not answer. connect ECONNREFUSED",
      ],
    ] as const) {
      const { code, stderr } = await failToStart({ ...settings });
      expect(code).toBe(1);
      expect(stderr).toContain(sentence);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).not.toContain("hunter2");
    }
  });
});

/** Waits until a server takes no new connections. */
async function untilItRefuses(port: number): Promise<void> {
  for (;;) {
    const isRefused = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("connect", () => {
        socket.destroy();
        resolve(false);
      });
      socket.on("error", () => resolve(true));
    });
    if (isRefused) return;
  }
}

/** Sends raw text and returns everything received before the connection ends. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (bytes) => received.push(bytes));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(received).toString()));
  });
}
