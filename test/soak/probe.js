import { EventEmitter, getEventListeners } from 'node:events';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';

// Loaded into the service before its own code (node --expose-gc --import): answers every message with what the
// process holds on to, counted in its own heap after a forced collection. Plain JavaScript, as the service must
// run as built, without a loader that rewrites it.

const collect = globalThis.gc;
if (collect === undefined) throw new Error('the probe needs --expose-gc');

process.on('message', () => {
  measure().then(
    (held) => process.send?.(held),
    (error) => process.send?.({ error: String(error) }),
  );
});
// The parent may ask, but waiting for it keeps nothing alive.
process.channel?.unref();
// Whoever soaks it may be killed: nothing is to stay behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function measure() {
  // What finalizers and cancelled timers let go of is free only a turn later.
  for (let round = 0; round < 3; round += 1) {
    collect();
    await sleep(20);
  }
  const { heapUsed } = process.memoryUsage();
  return {
    heapUsed,
    processListeners: Object.fromEntries(
      process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
    ),
    unanswered: unanswered(),
    ...(await countLive()),
  };
}

/** Calls of Playwright's that wait for an answer, by method; when nobody asks anything none will ever come. */
function unanswered() {
  const counts = {};
  for (const { type, method } of chromium._connection._callbacks.values()) {
    const name = `${type}.${method}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Asks the engine for every live object of a class: nothing has to be registered or patched for it. */
async function countLive() {
  const session = new Session();
  session.connect();
  globalThis.soakProbe = {
    getEventListeners,
    prototypes: [EventEmitter.prototype, emitterOfPlaywright(), AbortSignal.prototype],
  };
  try {
    const [server, client, signals] = await Promise.all([0, 1, 2].map((index) => overLive(session, index)));
    return {
      emitters: server.count + client.count,
      listeners: server.listeners + client.listeners,
      byClass: { ...server.byClass, ...client.byClass },
      listenersByClass: { ...server.listenersByClass, ...client.listenersByClass },
      abortSignals: signals.count,
      abortListeners: signals.listeners,
    };
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

/** Runs on the array of live objects, known by `this`. */
function countAll() {
  const byClass = {};
  const listenersByClass = {};
  let count = 0;
  let listeners = 0;
  for (const object of this) {
    // A prototype is no object of its class.
    if (Object.hasOwn(object, 'constructor')) continue;
    const name = object.constructor?.name ?? 'unknown';
    const held =
      object instanceof AbortSignal
        ? [globalThis.soakProbe.getEventListeners(object, 'abort')]
        : Object.values(object._events ?? {});
    const own = held.reduce(
      (sum, one) => sum + (Array.isArray(one) ? one.length : one === undefined ? 0 : 1),
      0,
    );
    byClass[name] = (byClass[name] ?? 0) + 1;
    listenersByClass[name] = (listenersByClass[name] ?? 0) + own;
    listeners += own;
    count += 1;
  }
  return { count, listeners, byClass, listenersByClass };
}

/** The client side of Playwright has an emitter of its own. */
function emitterOfPlaywright() {
  let prototype = Object.getPrototypeOf(chromium);
  while (!Object.hasOwn(prototype, 'emit')) prototype = Object.getPrototypeOf(prototype);
  return prototype;
}
