/** Bytes that this site may still store, as the browser estimates; null where it does not say. */
export async function freeBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : quota - usage;
}
