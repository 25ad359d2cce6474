import { startStandIn } from '../../fixtures/provider/server.js';
import { benchCases } from './workload.js';

// The stand-in provider in a process of its own, so that its work is on neither side of the comparison.
// Sends its address to the parent and ends when the parent is gone.

const [documentDelayMs = 0, dataDelayMs = 0, renderDelayMs = 0] = process.argv.slice(2).map(Number);
const standIn = await startStandIn({ cases: benchCases(), documentDelayMs, dataDelayMs, renderDelayMs });
process.once('disconnect', () => void standIn.close().then(() => process.exit(0)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.(standIn.address);
