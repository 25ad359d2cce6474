/** A queue that event listeners fill and one loop reads, in order. */
export interface AsyncQueue<T> {
  put(item: T): void;
  /** The next item, or null when none comes within `timeoutMs`. One reader at a time. */
  take(timeoutMs: number): Promise<T | null>;
}

export function createAsyncQueue<T>(): AsyncQueue<T> {
  const items: T[] = [];
  let deliver: ((item: T | null) => void) | null = null;
  return {
    put: (item) => {
      if (deliver === null) items.push(item);
      else deliver(item);
    },
    take: (timeoutMs) => {
      const item = items.shift();
      if (item !== undefined) return Promise.resolve(item);
      return new Promise((resolve) => {
        const finish = (value: T | null) => {
          clearTimeout(timer);
          deliver = null;
          resolve(value);
        };
        const timer = setTimeout(() => finish(null), timeoutMs);
        deliver = finish;
      });
    },
  };
}
