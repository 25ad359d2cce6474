/** Waits, telling every second how many seconds are left. False when it was aborted meanwhile. */
export async function countDown(
  seconds: number,
  signal: AbortSignal,
  tell: (secondsLeft: number) => void,
): Promise<boolean> {
  // By the clock: a tab in the background is woken rarely.
  const until = performance.now() + seconds * 1000;
  for (let left = until - performance.now(); left > 0 && !signal.aborted; left = until - performance.now()) {
    tell(Math.ceil(left / 1000));
    await sleep(Math.min(1000, left), signal);
  }
  return !signal.aborted;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
