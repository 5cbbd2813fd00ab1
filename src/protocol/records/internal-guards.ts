import { guardOf } from "./field-guards.ts";
import { ALG_FIELDS, INTERNAL_USER_FIELDS } from "./internal-fields.ts";

/** Checks of the records below `/api/internal`, by their lists of fields. */
export const isInternalUser = guardOf(INTERNAL_USER_FIELDS);
export const isAlg = guardOf(ALG_FIELDS);
