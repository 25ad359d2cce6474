const TICK_MS = 2;

/** The longest time for which `work` holds up the event loop of this process, in milliseconds. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let cpu = process.cpuUsage();
  /** Time in which the process had no core is no time in which its loop was busy: the smaller of both times counts. */
  const tick = () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, Math.min(now - last - TICK_MS, (user + system) / 1_000));
    last = now;
    cpu = process.cpuUsage();
  };
  const ticking = setInterval(tick, TICK_MS);
  try {
    await work();
    tick();
  } finally {
    clearInterval(ticking);
  }
  return longest;
}

/** Time of `calculate` on a quiet machine with 2 cores. */
const CALCULATION_MS = 40;

/** How many times slower this machine is now than a quiet machine with 2 cores; at least 1. */
export function slowness(): number {
  return Math.max(1, calculate() / CALCULATION_MS);
}

/** Milliseconds of processor time of a fixed calculation. */
function calculate(): number {
  const begun = process.cpuUsage();
  const words: string[] = [];
  for (let index = 0; index < 150_000; index += 1) words.push(((index * 7_919) % 150_001).toString(36));
  words.sort();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
