/**
 * Waits for work that a read can do without. While the database is full, or another process writes to it, the read
 * would otherwise fail or wait with it.
 *
 * @returns the work's result; null where it fails, or takes longer than `limitMs`. It is not ended then.
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
