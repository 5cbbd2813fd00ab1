import { isRecord } from "../domain/record-guard.ts";
import { MIN_CLIENT_HEADER, PROTOCOL_HEADER, TIME_HEADER } from "../protocol/protocol-version.ts";
import type { Guard } from "./json-shape.ts";

export interface HttpCall<T, Out = T> {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** From `/api` on. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A form is sent as multipart/form-data, anything else as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The cookie of this device goes with it, and an answered one is kept. Other calls send and keep none. */
  withCookie?: true;
  accept: Guard<T>;
  /**
   * Converts an accepted value; without it the call answers the value itself. It runs before the call's promise is
   * resolved: V8 collects late what a promise that took long was resolved with, which for a large value is much memory.
   */
  convert?: (value: T) => Out;
  /** In the usual pace; see `HttpParts.timeLimitFactor`. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Called for every sign of life: the answer's head, then each piece of its body. */
  onProgress?: () => void;
}

/**
 * The outcome of a call. Only JSON of the expected shape counts as an answer: a captive portal that says 200 with
 * HTML and silence are "unreachable". So is a 4xx without our protocol header to a call of a signed-in person: a gateway
 * that answers JSON must not end a session, refuse work or empty a mirror. A 5xx is a "refusal" with any body: a proxy
 * that stands in for a broken server answers with a page of its own; see `isUnanswered`.
 */
export type HttpOutcome<T> =
  | { kind: "answer"; value: T; protocol: number | null }
  | { kind: "refusal"; status: number; refusal: Refusal; protocol: number | null }
  | { kind: "unreachable"; why: "network" | "timeout" | "notOurs" | "givenUp" };

/**
 * An error answer of our server, or of one of the specification alone: JSON, with a status of 400 or more. Empty where
 * a 5xx has no JSON.
 */
export interface Refusal {
  code: string | null;
  errors: Readonly<Record<string, string>>;
  message: unknown;
  retryAfterMs: number | null;
}

type Outcome<Kind> = Extract<HttpOutcome<never>, { kind: Kind }>;

/**
 * Whether the server itself has not answered, so that it may have carried the call out all the same. A proxy that gave
 * up waiting for the server says 5xx, without our protocol header.
 */
export function isUnanswered(
  outcome: HttpOutcome<unknown>,
): outcome is Outcome<"unreachable"> | (Outcome<"refusal"> & { protocol: null }) {
  if (outcome.kind === "refusal") return outcome.status >= 500 && outcome.protocol === null;
  return outcome.kind === "unreachable";
}

export type BlobOutcome =
  | { kind: "answer"; blob: Blob }
  | { kind: "refusal"; status: number }
  | { kind: "unreachable"; why: "network" | "timeout" | "notOurs" | "givenUp" };

export interface Http {
  open: OpenAnswer;
  /** Rejects only where `convert` throws. */
  call<T, Out = T>(call: HttpCall<T, Out>): Promise<HttpOutcome<NoInfer<Out>>>;
  /** The bytes of a picture; an answer that is no image does not count. */
  image(call: {
    path: string;
    query: Readonly<Record<string, string>>;
    headers?: Readonly<Record<string, string>>;
    timeoutMs?: number;
    signal?: AbortSignal;
  }): Promise<BlobOutcome>;
}

/** An answer that is read piece by piece and judged by the caller. Rejects as fetch does. */
export type OpenAnswer = (call: {
  path: string;
  query: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}) => Promise<Response>;

export interface HttpParts {
  /** Base of the API: "" for this page's own origin, else an origin without a trailing slash. */
  base: string;
  /** The stored authorization, sent as it is stored; null while signed out. */
  authorization: () => string | null;
  fetch: typeof fetch;
  /** Called with the path of every call to which our server answered 401 or 403. */
  onDenied?: (path: string) => void;
  /** Called with the oldest supported version of the app, with every answer of the API that names one. */
  onMinClient?: (version: string) => void;
  /** Called when the server refuses a call because this app is too old for it (426). */
  onTooOld?: () => void;
  /** Factor of all time limits; 1 without it. */
  timeLimitFactor?: () => number;
  /** Whether the server is known to be one of the specification alone, whose refusals carry no protocol header. */
  isPlainServer?: () => boolean;
  /**
   * Called with each answer of the expected shape: whether it carries the protocol header, and the server's time in
   * epoch milliseconds where it says it.
   */
  onAnswer?: (announced: boolean, serverMs: number | null) => void;
}

export const DEFAULT_TIMEOUT_MS = 20_000;
const IMAGE_TIMEOUT_MS = 60_000;
/** A smaller body fits into the first packets anyway. */
const COMPRESS_FROM_CHARS = 2_000;
const EMULATOR_BASE = "http://127.0.0.1:8080";

/** Which server the build speaks to: the local emulator by flag, another host by name, else its own origin. */
export function apiBase(env: { VITE_USE_EMULATOR?: string; VITE_API_BASE?: string }): string {
  if (env.VITE_USE_EMULATOR === "true") return EMULATOR_BASE;
  return (env.VITE_API_BASE ?? "").replace(/\/+$/, "");
}

export function createHttp(parts: HttpParts): Http {
  const send = (
    path: string,
    query: HttpCall<unknown>["query"],
    init: RequestInit,
    headers: Record<string, string>,
    credentials: RequestCredentials = "omit",
  ) => {
    const authorization = parts.authorization();
    if (authorization !== null) headers.authorization = authorization;
    return parts.fetch(parts.base + path + queryText(query), {
      ...init,
      headers,
      cache: "no-store",
      credentials,
    });
  };

  const compression = createCompression();
  const limitOf = (timeoutMs: number, signal: AbortSignal | undefined) =>
    deadline(timeoutMs * (parts.timeLimitFactor?.() ?? 1), signal);
  /** Whether an error answer is the server's own; without the header it may be anybody's. */
  const isItsOwn = (response: Response): boolean =>
    protocolOf(response) !== null ||
    // These change nothing here: the call is tried again.
    response.status === 429 ||
    (response.status >= 500 && response.status !== NETWORK_SIGN_IN) ||
    parts.authorization() === null ||
    parts.isPlainServer?.() === true;
  const hear = (path: string, response: Response) => {
    if (response.status >= 400 && !isItsOwn(response)) return;
    const minClient = response.headers.get(MIN_CLIENT_HEADER);
    if (minClient !== null) parts.onMinClient?.(minClient);
    if (response.status === 426) parts.onTooOld?.();
    if (response.status === 401 || response.status === 403) parts.onDenied?.(path);
  };

  return {
    async open({ path, query, headers, signal }) {
      const response = await send(
        path,
        query,
        { signal },
        { accept: "image/*, application/json", ...headers },
      );
      // A portal's page says nothing about our session.
      if (/image\/|json/.test(response.headers.get("content-type") ?? "")) hear(path, response);
      return response;
    },

    async call<T, Out = T>(call: HttpCall<T, Out>): Promise<HttpOutcome<Out>> {
      const { method = "GET", path, query, body, headers, withCookie, timeoutMs, signal, onProgress } = call;
      const limit = limitOf(timeoutMs ?? DEFAULT_TIMEOUT_MS, signal);
      let accepted: { value: T; protocol: number | null };
      try {
        const all: Record<string, string> = { accept: "application/json", ...headers };
        const init: RequestInit = { method, signal: limit.signal };
        // The browser writes the content type of a form, because only it knows the boundary.
        if (body instanceof FormData) init.body = body;
        else if (body !== undefined) {
          all["content-type"] = "application/json";
          init.body = await compression.bodyOf(JSON.stringify(body), all);
        }
        const response = await send(path, query, init, all, withCookie ? "same-origin" : "omit");
        onProgress?.();
        const value = jsonOf(await jsonBytesOf(response, onProgress));
        if (value === undefined) return withoutJson(response);
        const protocol = protocolOf(response);
        compression.learn(response.status, protocol);
        if (response.status !== 200) {
          if (response.status < 400 || !isRecord(value) || !isItsOwn(response))
            return { kind: "unreachable", why: "notOurs" };
          hear(path, response);
          return {
            kind: "refusal",
            status: response.status,
            refusal: refusalOf(value, response.headers.get("retry-after")),
            protocol,
          };
        }
        hear(path, response);
        if (!call.accept(value)) return { kind: "unreachable", why: "notOurs" };
        parts.onAnswer?.(protocol !== null, timeOf(response));
        accepted = { value, protocol };
      } catch {
        return { kind: "unreachable", why: limit.why() };
      } finally {
        limit.stop();
      }
      // Outside of the above: an error of the conversion says nothing of the connection.
      return { kind: "answer", value: convertedOf(call, accepted.value), protocol: accepted.protocol };
    },

    async image({ path, query, headers, timeoutMs, signal }) {
      const limit = limitOf(timeoutMs ?? IMAGE_TIMEOUT_MS, signal);
      try {
        const response = await send(
          path,
          query,
          { signal: limit.signal },
          { accept: "image/*, application/json", ...headers },
        );
        const type = response.headers.get("content-type") ?? "";
        if (response.status === 200 && type.startsWith("image/")) {
          return { kind: "answer", blob: await response.blob() };
        }
        if (isErrorPage(response.status, type)) return { kind: "refusal", status: response.status };
        const isRefusal = response.status >= 400 && isRecord(jsonOf(await jsonBytesOf(response)));
        if (!isRefusal || !isItsOwn(response)) return { kind: "unreachable", why: "notOurs" };
        hear(path, response);
        return { kind: "refusal", status: response.status };
      } catch {
        return { kind: "unreachable", why: limit.why() };
      } finally {
        limit.stop();
      }
    },
  };
}

/** Compresses bodies for our own server: only it is known to unpack them, and it says who it is with every answer. */
function createCompression() {
  let accepted: boolean | null = null;
  return {
    /** Sets the header of the encoding where the body is compressed. */
    async bodyOf(text: string, headers: Record<string, string>): Promise<string | ArrayBuffer> {
      if (accepted !== true || text.length < COMPRESS_FROM_CHARS) return text;
      headers["content-encoding"] = "gzip";
      const compressed = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
      return await new Response(compressed).arrayBuffer();
    },
    learn(status: number, protocol: number | null): void {
      // A proxy may refuse compressed bodies: from the next attempt on none is compressed.
      if (status === 415) accepted = false;
      if (accepted !== false)
        accepted = protocol !== null && typeof CompressionStream === "function" ? true : null;
    },
  };
}

/**
 * Aborts when time is up or the caller gives up, whichever comes first; `why` says which it was. AbortSignal.timeout
 * would run on after the call and ignore the clock of tests.
 */
function deadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  return {
    signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
    why(): "network" | "timeout" | "givenUp" {
      if (timeout.signal.aborted) return "timeout";
      return signal?.aborted ? "givenUp" : "network";
    },
    stop: () => clearTimeout(timer),
  };
}

/** The status by which a captive portal asks for a sign-in (RFC 6585): no error of the server, which was not reached. */
const NETWORK_SIGN_IN = 511;

function withoutJson(response: Response): HttpOutcome<never> {
  const { status } = response;
  if (status < 500 || status === NETWORK_SIGN_IN) return { kind: "unreachable", why: "notOurs" };
  const refusal = refusalOf({}, response.headers.get("retry-after"));
  return { kind: "refusal", status, refusal, protocol: protocolOf(response) };
}

/**
 * Whether a proxy that stands in for a broken server says so with a page of its own. Our service worker's 504, which
 * tells that the network failed, has neither body nor type.
 */
function isErrorPage(status: number, type: string): boolean {
  return status >= 500 && status !== NETWORK_SIGN_IN && type !== "" && !type.includes("json");
}

/** The converted value of an accepted answer. */
export function convertedOf<T, Out>({ convert }: HttpCall<T, Out>, value: T): Out {
  // Without `convert`, both types are the same: only it says what Out is.
  return convert === undefined ? (value as unknown as Out) : convert(value);
}

/** The bytes of a body that says that it is JSON, else null. */
async function jsonBytesOf(response: Response, onProgress?: () => void): Promise<Uint8Array | null> {
  if (!(response.headers.get("content-type") ?? "").includes("json")) return null;
  if (onProgress === undefined || response.body === null) return new Uint8Array(await response.arrayBuffer());
  const pieces: Uint8Array[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(pieces);
    onProgress();
    pieces.push(value);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Undefined where it is no JSON. */
function jsonOf(bytes: Uint8Array | null): unknown {
  if (bytes === null) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function protocolOf(response: Response): number | null {
  const version = Number(response.headers.get(PROTOCOL_HEADER) ?? Number.NaN);
  return Number.isInteger(version) ? version : null;
}

function timeOf(response: Response): number | null {
  const serverMs = Number(response.headers.get(TIME_HEADER) ?? Number.NaN);
  return Number.isSafeInteger(serverMs) ? serverMs : null;
}

function refusalOf(body: Record<string, unknown>, retryAfter: string | null): Refusal {
  const errors: Record<string, string> = {};
  if (isRecord(body.errors)) {
    for (const [field, sentence] of Object.entries(body.errors)) {
      if (typeof sentence === "string") errors[field] = sentence;
    }
  }
  const general = [errors.general, body.message, body.error].find((text) => typeof text === "string");
  if (typeof general === "string") errors.general = general;
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    code: typeof body.code === "string" ? body.code : null,
    errors,
    message: body.message,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  };
}

function queryText(query: HttpCall<unknown>["query"]): string {
  if (query === undefined) return "";
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
