// Measures how long the event loop of this process was held up. Loaded with --import; a line of standard output names
// the port on which every request is answered with the longest time in milliseconds, after which measuring starts anew.
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 5;

let longest = 0;
let last = performance.now();
let cpu = process.cpuUsage();

/** Time in which the process had no core is no time in which its loop was busy: the smaller of both times counts. */
function tick() {
  const now = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  longest = Math.max(longest, Math.min(now - last - TICK_MS, (user + system) / 1_000));
  last = now;
  cpu = process.cpuUsage();
}

if (isMainThread) {
  setInterval(tick, TICK_MS).unref();
  const server = createServer((_, response) => {
    tick();
    response.end(String(longest));
    longest = 0;
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ msg: 'loop watch', port: server.address().port })}\n`);
  });
  server.unref();
}
