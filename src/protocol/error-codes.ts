import { type Static, Type } from "typebox";

/**
 * Every code an error answer can carry, with its status where it has only one. See the error table of the wire
 * contract.
 */
export const ERROR_CODES = [
  "invalid",
  "signed_out",
  "wrong_credentials",
  "card_declined",
  "forbidden",
  "wrong_password",
  "signup_closed",
  "not_found",
  "conflict",
  "resync",
  "too_large",
  "unsupported_type",
  "key_reused",
  "damaged",
  "throttled",
  "internal",
  "unavailable",
  "not_set_up",
  "storage_full",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** `errors` maps a request's field to one sentence; `general` is always there. */
export const ErrorBody = Type.Object({
  code: Type.String(),
  errors: Type.Record(Type.String(), Type.String()),
  message: Type.Optional(Type.Unknown()),
});
export type ErrorBody = Static<typeof ErrorBody>;
