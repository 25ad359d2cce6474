import { useEffect, useState } from 'preact/hooks';
import { countDown } from '../../clients/countdown.js';

/** The seconds left of a pause that begins when `pause` is first seen; 0 when it is over. `pause`: an object each. */
export function useCountdown(pause: object, seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    setLeft(seconds ?? 0);
    if (seconds === null || seconds <= 0) return undefined;
    const leaving = new AbortController();
    countDown(seconds, leaving.signal, setLeft).then(
      () => setLeft(0),
      () => undefined,
    );
    return () => leaving.abort();
  }, [pause]);
  return left;
}
