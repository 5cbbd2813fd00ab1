import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Stands before the server and passes all on as it is, but for the service worker: after `publish` that file
 * differs, which is what a browser sees of a new version of the app.
 */
export interface ChangingWorker {
  readonly url: string;
  publish(): void;
  stop(): Promise<void>;
}

const WORKER_PATH = "/service-worker.js";

export async function startChangingWorker(targetPort: number): Promise<ChangingWorker> {
  let version = 1;

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const changes = incoming.url === WORKER_PATH;
    const headers = { ...incoming.headers };
    // The changed file must come as plain text.
    if (changes) delete headers["accept-encoding"];
    const target = {
      host: "127.0.0.1",
      port: targetPort,
      path: incoming.url,
      method: incoming.method,
      headers,
    };
    const upstream = request(target, (answer) => {
      const answerHeaders = { ...answer.headers };
      if (changes) {
        for (const name of ["content-length", "etag", "last-modified"]) delete answerHeaders[name];
      }
      outgoing.writeHead(answer.statusCode ?? 502, answerHeaders);
      if (changes) answer.on("end", () => outgoing.end(`\n// version ${version}\n`));
      answer.pipe(outgoing, { end: !changes });
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  };

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    publish() {
      version += 1;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
