import type { PersonStorages } from "./person-storages.ts";
import { createPrefetched, type Prefetched } from "./prefetched.ts";

/** Prefetched by user id: opening them takes a slow phone a third of a second, while the rest of the app starts. */
export type Storages = Prefetched<number, PersonStorages>;

export function createStorages(open: (userId: number) => PersonStorages): Storages {
  const storages = createPrefetched<number, PersonStorages>({
    open,
    close({ mirror, outboxStorage }) {
      mirror.close();
      outboxStorage.close();
    },
    isSame: (a, b) => a === b,
  });
  return {
    ...storages,
    prefetch(userId) {
      const opened = storages.prefetch(userId);
      // The first read opens a database. A failure is ignored here, because the next read fails again and reports it.
      opened.mirror.pullState().catch(() => undefined);
      opened.outboxStorage.load().catch(() => undefined);
      return opened;
    },
  };
}
