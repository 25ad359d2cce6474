// Loaded into the service before its own code (node --expose-gc --import): counts what the process still holds, in its
// own heap after a forced collection. A line of standard output names the port on which each request is answered with
// the counts. Plain JavaScript: the service must run as built, without a loader that rewrites it.
import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter, getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { chromium } from 'playwright';

if (isMainThread) {
  const server = createServer((_request, response) => {
    const answer = (value) => response.end(JSON.stringify(value));
    measure().then(answer, (error) => answer({ error: String(error) }));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ msg: 'soak probe', port: server.address().port })}\n`);
  });
  server.unref();
}

// A planted leak, in megabytes for each request: a soak that does not find it proves nothing.
const kept = [];
const planted = Number(process.env.SOAK_LEAK_MB ?? 0) * 2 ** 17;
if (planted > 0)
  subscribe('http.server.request.start', () => kept.push(new Array(planted).fill(kept.length)));

async function collect() {
  // Finalizers and cancelled timers release their objects a turn later.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    await sleep(20);
  }
}

async function measure() {
  await collect();
  const names = process.eventNames();
  return {
    heap: process.memoryUsage().heapUsed / 2 ** 20,
    processListeners: names.reduce((sum, name) => sum + process.listenerCount(name), 0),
    unanswered: chromium._connection._callbacks.size,
    ...(await countLive()),
  };
}

/** Asks the engine for the live objects of a class, so that the service needs no change. */
async function countLive() {
  const session = new Session();
  session.connect();
  globalThis.soakProbe = {
    getEventListeners,
    prototypes: [EventEmitter.prototype, emitterOfPlaywright(), AbortSignal.prototype],
  };
  try {
    const counts = await Promise.all([0, 1, 2].map((index) => overLive(session, index)));
    const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
    return { objects: sum('objects'), listeners: sum('listeners'), contexts: sum('contexts') };
  } finally {
    delete globalThis.soakProbe;
    session.disconnect();
  }
}

async function overLive(session, index) {
  const group = 'soak';
  const { result } = await session.post('Runtime.evaluate', {
    expression: `soakProbe.prototypes[${index}]`,
    objectGroup: group,
  });
  const { objects } = await session.post('Runtime.queryObjects', {
    prototypeObjectId: result.objectId,
    objectGroup: group,
  });
  const { result: counted } = await session.post('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: String(countAll),
    returnByValue: true,
  });
  await session.post('Runtime.releaseObjectGroup', { objectGroup: group });
  return counted.value;
}

/** Runs on the array of live objects, which is `this`. */
function countAll() {
  const count = { objects: 0, listeners: 0, contexts: 0 };
  for (const object of this) {
    // A prototype is not an object of its class.
    if (Object.hasOwn(object, 'constructor')) continue;
    const held =
      object instanceof AbortSignal
        ? globalThis.soakProbe.getEventListeners(object, 'abort')
        : Object.values(object._events ?? {}).flat();
    count.objects += 1;
    count.listeners += held.length;
    if (/^_?BrowserContext$/.test(object.constructor?.name)) count.contexts += 1;
  }
  return count;
}

/** The client side of Playwright has an emitter of its own. */
function emitterOfPlaywright() {
  let prototype = Object.getPrototypeOf(chromium);
  while (!Object.hasOwn(prototype, 'emit')) prototype = Object.getPrototypeOf(prototype);
  return prototype;
}
