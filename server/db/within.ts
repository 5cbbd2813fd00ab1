/**
 * What `work` answers, or null where it fails or takes longer than `limitMs`; it goes on then. For what a reader is
 * better off without than waiting for: a database that is full, or that another process writes to.
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
