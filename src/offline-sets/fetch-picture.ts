import { isRecord } from "../domain/record-guard.ts";
import type { OpenAnswer } from "../platform/http.ts";
import type { Timers } from "../platform/timers.ts";

/** The part of a picture that an earlier, interrupted fetch received. */
export interface PictureStart {
  readonly etag: string;
  readonly bytes: Blob;
}

export interface PictureCall {
  open: OpenAnswer;
  timers: Timers;
  path: string;
  query: Readonly<Record<string, string>>;
  start: PictureStart | null;
  signal: AbortSignal;
  /** The request is aborted after so long without a byte. */
  idleMs: number;
  /** Called before bytes are read, with their declared number, else with that of each piece; false stops the fetch. */
  mayReceive(bytes: number): Promise<boolean>;
}

export type PictureOutcome = { received: number } & (
  | { kind: "whole"; picture: Blob }
  /** The server has none. */
  | { kind: "missing" }
  /** The server answered, but not with a picture. */
  | { kind: "refused" }
  /** `mayReceive` said no. */
  | { kind: "stopped" }
  /** The connection was lost, or another server answered. */
  | { kind: "cut"; start: PictureStart | null }
);

/** Bytes below which a received part is not stored: fetching it again takes little. */
const WORTH_KEEPING = 32_000;

/**
 * Receives one picture, or its rest where a part was received before. `received` counts all bytes of bodies, also of
 * those that are not used.
 */
export async function fetchPicture(call: PictureCall): Promise<PictureOutcome> {
  const { start } = call;
  const idle = idleLimit(call);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let head: { etag: string | null; type: string; from: PictureStart | null } | null = null;
  try {
    const headers: Record<string, string> =
      start === null ? {} : { range: `bytes=${start.bytes.size}-`, "if-range": start.etag };
    const response = await call.open({ path: call.path, query: call.query, headers, signal: idle.signal });
    idle.onBytes();
    const type = response.headers.get("content-type") ?? "";
    if (!type.startsWith("image/")) return { received, ...(await refusalOf(response, type)) };
    if (response.status !== 200 && response.status !== 206) return { kind: "cut", received, start };
    head = {
      etag: response.headers.get("etag"),
      type,
      from: response.status === 206 ? start : null,
    };
    const said = lengthOf(response);
    if (said !== null && !(await call.mayReceive(said))) {
      idle.stop();
      return { kind: "stopped", received };
    }
    const reader = response.body?.getReader();
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done || value === undefined) break;
      idle.onBytes();
      if (said === null && !(await call.mayReceive(value.length))) return { kind: "stopped", received };
      received += value.length;
      pieces.push(value as Uint8Array<ArrayBuffer>);
    }
    const picture = new Blob([...(head.from === null ? [] : [head.from.bytes]), ...pieces], { type });
    return picture.size === 0 ? { kind: "missing", received } : { kind: "whole", received, picture };
  } catch {
    return { kind: "cut", received, start: startOf(head, pieces) ?? start };
  } finally {
    idle.stop();
  }
}

/** The received part of a picture whose connection was cut; null where the server names no version of it. */
function startOf(
  head: { etag: string | null; type: string; from: PictureStart | null } | null,
  pieces: Uint8Array<ArrayBuffer>[],
): PictureStart | null {
  if (head === null || head.etag === null) return null;
  const bytes = new Blob([...(head.from === null ? [] : [head.from.bytes]), ...pieces]);
  return bytes.size < WORTH_KEEPING ? null : { etag: head.etag, bytes };
}

/** An error counts only as JSON, which our server sends; a captive portal's page is taken for a lost connection. */
async function refusalOf(
  response: Response,
  type: string,
): Promise<{ kind: "missing" } | { kind: "refused" } | { kind: "cut"; start: null }> {
  const body: unknown = type.includes("json") ? await response.json().catch(() => null) : null;
  if (!isRecord(body) || response.status < 400) return { kind: "cut", start: null };
  // Without a session, or with an app that is too old, no picture is refused: the fetch goes on after that is mended.
  if (response.status === 401 || response.status === 426) return { kind: "cut", start: null };
  return { kind: response.status === 404 || response.status === 400 ? "missing" : "refused" };
}

/** Length of the body in bytes; null where it is not declared, or the body is compressed. */
function lengthOf({ headers }: Response): number | null {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  return Number.isSafeInteger(length) && headers.get("content-encoding") === null ? length : null;
}

function idleLimit({ timers, idleMs, signal }: PictureCall) {
  const controller = new AbortController();
  const end = () => controller.abort();
  let callOff = timers.after(idleMs, end);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    onBytes() {
      callOff();
      callOff = timers.after(idleMs, end);
    },
    /** Ends the call, so that an unread rest is not received. */
    stop() {
      callOff();
      controller.abort();
    },
  };
}
