/**
 * Loads the code that changes an outbox, one chunk: no first screen changes it.
 *
 * @throws where the code cannot be loaded now
 */
export function loadOutboxChanges() {
  return import("./outbox-changes.ts");
}
