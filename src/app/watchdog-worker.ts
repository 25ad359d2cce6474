import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { BEAT_MS, silenceAfter, type WatchdogData } from './watchdog.js';

// The thread that watches the event loop of the service (`startWatchdog`).

/** How long the process may take to end with exit code 1. */
const END_MS = 5_000;
/** The level `fatal` of the log. */
const FATAL = 60;
const STANDARD_OUTPUT = 1;

const { beats, maxSilenceMs, isLogged } = workerData as WatchdogData;
let seen = Atomics.load(beats, 0);
let lookedAt = performance.now();
let silenceMs = 0;

const looks = setInterval(() => {
  const now = performance.now();
  const count = Atomics.load(beats, 0);
  silenceMs = silenceAfter(silenceMs, count !== seen, now - lookedAt);
  seen = count;
  lookedAt = now;
  if (silenceMs >= maxSilenceMs) endProcess();
}, BEAT_MS);

function endProcess(): void {
  clearInterval(looks);
  if (isLogged) logEnd();
  // `process.exit` of a worker ends only the worker. A debugger can interrupt the silent thread, whatever runs there.
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: 'process.exit(1)' });
  session.disconnect();
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS);
}

function logEnd(): void {
  const silentSeconds = Math.round(silenceMs / 1_000);
  const msg = 'the event loop is silent: the process ends, so that a supervisor starts it again';
  try {
    writeSync(STANDARD_OUTPUT, `${JSON.stringify({ level: FATAL, time: Date.now(), silentSeconds, msg })}\n`);
  } catch {
    // Nobody reads the log.
  }
}
