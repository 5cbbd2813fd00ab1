import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import type { ErrorCode } from "../../src/protocol/error-codes.ts";

/**
 * The request's fields (nested: `options.emails.1`), each with one sentence; `general` is added where it is left out.
 */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * An answer other than 200. Services and routes throw it; plugins/errors.ts turns it into the error body. It is not
 * in plugins, because services throw it and do not import HTTP plugins.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldErrors;
  /** The `message` of the body, only where the wire contract's table has one. */
  readonly body: unknown;
  /** Seconds for the header `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    errors: FieldErrors = {},
    extra: { message?: unknown; retryAfterS?: number } = {},
  ) {
    super(code);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.body = extra.message;
    this.retryAfterS = extra.retryAfterS;
  }
}

/** 400: the named fields are wrong. */
export function invalid(errors: FieldErrors): ApiError {
  return new ApiError(400, "invalid", errors);
}

/** 404: it does not exist, or is not the caller's; the answer does not tell which. */
export function notFound(sentence: string = SERVER_MESSAGES.notFound): ApiError {
  return new ApiError(404, "not_found", { general: sentence });
}

/** 429 with `Retry-After`. */
export function throttled(retryAfterS: number): ApiError {
  return new ApiError(429, "throttled", { general: SERVER_MESSAGES.throttled(retryAfterS) }, { retryAfterS });
}
