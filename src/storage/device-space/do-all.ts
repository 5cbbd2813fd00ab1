/**
 * Works on each item, one after the other.
 *
 * @throws the first failure, after the work on all others is done
 */
export async function doAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
