import { REAL_SCRIPT_BYTES, startStandIn } from '../../fixtures/provider/server.js';
import type { Delays } from './processes.js';
import { benchCases } from './workload.js';

// The stand-in provider in a process of its own, so that its work is on neither side of the comparison.
// Takes its delays, sends its address to the parent and ends with it. Answers every message of the parent with
// the times at which batches of reviews were requested since the one before.

const delays: Delays = JSON.parse(process.argv[2] ?? '');
const standIn = await startStandIn({
  cases: benchCases(),
  idleScriptBytes: REAL_SCRIPT_BYTES,
  documentDelayMs: delays.document,
  dataDelayMs: delays.data,
  renderDelayMs: delays.render,
  reviewsDelayMs: delays.reviews,
});
process.on('message', () => {
  const batches = standIn.requests.splice(0).filter(({ path }) => path.includes('rpcids=qv9Egd'));
  process.send?.(batches.map(({ at }) => at));
});
process.once('disconnect', () => void standIn.close().then(() => process.exit(0)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.(standIn.address);
