import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { type Figure, rounded } from "../bench.ts";

/** An answer as it came over the wire. */
export interface Received {
  /** Bytes of the compressed body. */
  readonly bytes: number;
  readonly body: Buffer;
  readonly isPacked: boolean;
}

/** The bytes on the wire, which `fetch` does not report. */
export function receive(url: string, headers: Readonly<Record<string, string>>): Promise<Received> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        if (answer.statusCode !== 200) {
          return reject(new Error(`${url} was answered with ${answer.statusCode}: ${body}`));
        }
        resolve({ bytes: body.length, body, isPacked: answer.headers["content-encoding"] === "br" });
      });
    }).on("error", reject);
  });
}

export function receiveJson<T>({ body, isPacked }: Received): T {
  return JSON.parse((isPacked ? brotliDecompressSync(body) : body).toString("utf8")) as T;
}

export async function tokenOf(
  url: string,
  credentials: Readonly<{ email: string; password: string }>,
): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`sign-in was answered with ${answer.status}`);
  return token;
}

/** A figure of which less is better. @param most its goal; null: none */
export function besidesBytes(
  id: string,
  value: number,
  baseline: number,
  unit: string,
  most: number | null,
): Figure {
  return {
    id,
    value: rounded(value),
    unit,
    baseline: rounded(baseline),
    ratio: rounded(value / baseline),
    goal: most === null ? null : `≤ ${most}`,
    pass: most === null ? null : value <= most,
  };
}
