import { startStandIn } from '../../fixtures/provider/server.js';
import { benchCases } from './workload.js';

// The stand-in provider in a process of its own, so that its work is on neither side of the comparison.
// Sends its address to the parent and ends when the parent is gone. Every later message of the parent's is
// answered with the times at which batches of reviews were asked for since the one before.

const [documentDelayMs = 0, dataDelayMs = 0, renderDelayMs = 0, reviewsDelayMs = 0] = process.argv
  .slice(2)
  .map(Number);
const standIn = await startStandIn({
  cases: benchCases(),
  documentDelayMs,
  dataDelayMs,
  renderDelayMs,
  reviewsDelayMs,
});
process.on('message', () => {
  const batches = standIn.requests.splice(0).filter(({ path }) => path.includes('rpcids=qv9Egd'));
  process.send?.(batches.map(({ at }) => at));
});
process.once('disconnect', () => void standIn.close().then(() => process.exit(0)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.(standIn.address);
