/**
 * Waits. Calls `onTick` with the seconds left when the wait begins and every second after that.
 * @throws the reason of `signal` when it aborts
 */
export async function countDown(
  seconds: number,
  signal: AbortSignal,
  onTick: (secondsLeft: number) => void = () => undefined,
): Promise<void> {
  // By the clock: browsers run the timers of a tab in the background rarely.
  const until = performance.now() + seconds * 1000;
  for (let left = until - performance.now(); left > 0 && !signal.aborted; left = until - performance.now()) {
    onTick(Math.ceil(left / 1000));
    await sleep(Math.min(1000, left), signal);
  }
  signal.throwIfAborted();
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
