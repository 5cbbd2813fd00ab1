type OutboxChanges = typeof import("./outbox-changes.ts");

let loading: Promise<OutboxChanges> | null = null;

/**
 * Loads the code that changes an outbox, one chunk: no first screen changes it. A load that fails is repeated by the
 * next call.
 *
 * @throws where the code cannot be loaded now
 */
export function loadOutboxChanges(): Promise<OutboxChanges> {
  loading ??= import("./outbox-changes.ts").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
