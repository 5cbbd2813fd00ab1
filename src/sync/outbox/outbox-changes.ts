/** This module is one chunk, which is loaded once the page is idle (load-outbox-changes.ts); these are its exports. */
export { apply, recordAfter } from "../../domain/outbox/transitions.ts";
export { createOutboxActions } from "./outbox-actions.ts";
