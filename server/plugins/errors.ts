import type { Socket } from "node:net";
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import type { ErrorBody, ErrorCode } from "../../src/protocol/error-codes.ts";
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from "../../src/protocol/protocol-version.ts";
import { DatabaseBusy, QueryTooLong } from "../db/database-errors.ts";
import { isDiskFull } from "../files/disk-full.ts";
import { ApiError, type FieldErrors } from "../http/api-error.ts";
import { fieldErrorsOf } from "../http/field-errors.ts";

/** A query that took too long takes as long in the next moment. */
const TOO_MUCH_WORK_RETRY_S = 30;

const GENERAL: Partial<Record<ErrorCode, string>> = {
  invalid: SERVER_MESSAGES.checkFields,
  signed_out: SERVER_MESSAGES.signedOut,
  forbidden: SERVER_MESSAGES.forbidden,
  not_found: SERVER_MESSAGES.notFound,
  conflict: SERVER_MESSAGES.conflict,
  too_large: SERVER_MESSAGES.tooLarge,
  unsupported_type: SERVER_MESSAGES.unsupportedType,
  unavailable: SERVER_MESSAGES.unavailable,
  storage_full: SERVER_MESSAGES.storageFull,
};

/** Turns every refusal and every error into the one error body of the wire contract, without a stack. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

/** Answers malformed HTTP and oversized headers with the same body; there is no request object. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const [status, text] = BROKEN_REQUESTS.get(error.code) ?? ["400 Bad Request", SERVER_MESSAGES.badRequest];
    const body = JSON.stringify(errorBody("invalid", { general: text }));
    const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
    const protocol = `${PROTOCOL_HEADER}: ${PROTOCOL_VERSION}`;
    socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n${protocol}\r\nConnection: close\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

const BROKEN_REQUESTS: ReadonlyMap<string, readonly [status: string, sentence: string]> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", ["408 Request Timeout", SERVER_MESSAGES.tooSlow]],
  ["HPE_HEADER_OVERFLOW", ["431 Request Header Fields Too Large", SERVER_MESSAGES.tooLarge]],
]);

/** The body of an error answer; `general` is always there. */
export function errorBody(code: ErrorCode, errors: FieldErrors = {}, message?: unknown): ErrorBody {
  const general = errors.general ?? GENERAL[code] ?? SERVER_MESSAGES.badRequest;
  const body: ErrorBody = { code, errors: { ...errors, general } };
  return message === undefined ? body : { ...body, message };
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asApiError(error, request.routeOptions.bodyLimit);
  if (known === null) {
    request.log.error({ err: error }, "a request failed");
    return reply
      .code(500)
      .send(errorBody("internal", { general: SERVER_MESSAGES.internal(String(request.id)) }));
  }
  if (error instanceof QueryTooLong) {
    request.log.error({ err: error }, "a request was given up");
  }
  if (known.retryAfterS !== undefined) reply.header("retry-after", String(known.retryAfterS));
  return reply.code(known.status).send(errorBody(known.code, known.errors, known.body));
}

function asApiError(error: FastifyError, bodyLimit: number): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.validation !== undefined) return new ApiError(400, "invalid", fieldErrorsOf(error.validation));
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new ApiError(413, "too_large", { general: SERVER_MESSAGES.bodyTooLarge(bodyLimit) });
  // An undecodable path, as with a lone %.
  if (error.code === "FST_ERR_BAD_URL")
    return new ApiError(400, "invalid", { general: SERVER_MESSAGES.badRequest });
  if (isDiskFull(error)) return new ApiError(503, "storage_full");
  if (error instanceof DatabaseBusy) return fromStatus(503);
  if (error instanceof QueryTooLong) {
    const general = SERVER_MESSAGES.tooMuchWork;
    return new ApiError(503, "unavailable", { general }, { retryAfterS: TOO_MUCH_WORK_RETRY_S });
  }
  return fromStatus(error.statusCode);
}

/** Errors of the framework and its plugins: a body that is not JSON, too large, of another type. */
function fromStatus(status: number | undefined): ApiError | null {
  switch (status) {
    case 400:
      return new ApiError(400, "invalid", { general: SERVER_MESSAGES.notJson });
    case 404:
      return new ApiError(404, "not_found");
    case 406:
    case 415:
      return new ApiError(415, "unsupported_type");
    case 413:
      return new ApiError(413, "too_large");
    case 503:
      return new ApiError(503, "unavailable", {}, { retryAfterS: 5 });
    default:
      return status !== undefined && status >= 400 && status < 500
        ? new ApiError(400, "invalid", { general: SERVER_MESSAGES.badRequest })
        : null;
  }
}
