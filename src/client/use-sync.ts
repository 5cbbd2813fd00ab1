import { useLiveQuery } from "dexie-react-hooks";
import { useSyncExternalStore } from "react";
import type { OutboxState } from "../domain/outbox/projection.ts";
import type { Alert, Device, Group } from "../protocol/shapes.ts";
import type { SyncStatus } from "../sync/sync-status.ts";
import { type Services, useServices } from "./services.tsx";

/** The outbox as it stands; the component follows it. */
export function useOutboxState(): OutboxState {
  const { outbox } = useServices();
  return useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.getState(),
  );
}

/** Connection and age of the data; the component follows it. */
export function useSyncStatus(): SyncStatus {
  const { sync } = useServices();
  return useSyncExternalStore(
    (listener) => sync.subscribe(listener),
    () => sync.getStatus(),
  );
}

/** The rows of the small tables that screens read last, by mirror: another person has another mirror. */
const lastRead = new WeakMap<Services["mirror"], Partial<MirroredTables>>();

interface MirroredTables {
  devices: Device[];
  groups: Group[];
  alerts: Alert[];
  openAlerts: Alert[];
}

/**
 * A small table of the mirror, repeated whenever its rows change; undefined until the first read has ended. A screen
 * that opens shows at once the rows that the one before it read: ten thousand Sentinels take a tenth of a second.
 *
 * @param mayRead false: not read before this is true
 */
export function useMirroredTable<Name extends keyof MirroredTables>(
  name: Name,
  mayRead = true,
): MirroredTables[Name] | undefined {
  const { mirror } = useServices();
  const read = useLiveQuery(
    async () => (mayRead ? { name, rows: await readTable(mirror, name) } : null),
    [mirror, name, mayRead],
  );
  // While another table is read, the answer is still that of the one before.
  return read?.name === name ? read.rows : lastRead.get(mirror)?.[name];
}

async function readTable<Name extends keyof MirroredTables>(
  mirror: Services["mirror"],
  name: Name,
): Promise<MirroredTables[Name]> {
  const read: { readonly [Table in keyof MirroredTables]: () => Promise<MirroredTables[Table]> } = mirror;
  const rows = await read[name]();
  lastRead.set(mirror, { ...lastRead.get(mirror), [name]: rows });
  return rows;
}

/**
 * A read of the mirror, repeated whenever the rows that it read change; undefined until the first has ended.
 *
 * @param of what is read, where that can change: until the next read has ended, the answer is that of before
 */
export function useMirrored<T>(read: (mirror: Services["mirror"]) => Promise<T>, of?: string): T | undefined {
  const { mirror } = useServices();
  return useLiveQuery(() => read(mirror), [mirror, of]);
}
