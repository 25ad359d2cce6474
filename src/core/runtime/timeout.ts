/**
 * Waits at most `ms` milliseconds for work that may hang. Resolves with its value, or with null when the time is over;
 * the work itself goes on. Rejections pass through.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
