/** One request of a Sentinel or of its owner. */
export interface SimulatedCall {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** The bare key or token of the call. */
  readonly bearer: string;
  /** JSON, or the bytes of a photograph. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SimulatedAnswer {
  readonly status: number;
  /** Parsed JSON; null for other bodies. */
  readonly body: unknown;
  /** Seconds to wait, where the server asks for it. */
  readonly retryAfterS: number | null;
}

/** Sends a call to a server. Rejects where there is no answer. */
export type Transport = (call: SimulatedCall) => Promise<SimulatedAnswer>;

const GIVE_UP_AFTER_MS = 60_000;

/** @param url the server's address, as `http://127.0.0.1:8080` */
export function httpTransport(url: string, signal?: AbortSignal): Transport {
  return async ({ method, path, bearer, body, headers }) => {
    const isBytes = body instanceof Uint8Array;
    const timeout = AbortSignal.timeout(GIVE_UP_AFTER_MS);
    const answer = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { "content-type": isBytes ? "image/jpeg" : "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await answer.text();
    const retryAfter = answer.headers.get("retry-after");
    return {
      status: answer.status,
      body: parsed(text),
      retryAfterS: retryAfter === null ? null : Number(retryAfter),
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
