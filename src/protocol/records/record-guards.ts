import { ALERT_FIELDS } from "./alert-fields.ts";
import { DEVICE_FIELDS } from "./device-fields.ts";
import { guardOf } from "./field-guards.ts";
import { GROUP_FIELDS } from "./group-fields.ts";
import { MODEL_FIELDS } from "./model-fields.ts";

/** Checks of records in answers, by their lists of fields. */
export const isDevice = guardOf(DEVICE_FIELDS);
export const isGroup = guardOf(GROUP_FIELDS);
export const isAlert = guardOf(ALERT_FIELDS);
export const isModel = guardOf(MODEL_FIELDS);
