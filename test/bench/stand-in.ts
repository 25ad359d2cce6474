import { loadCases } from '../../fixtures/provider/cases.js';
import { REAL_SCRIPT_BYTES, startStandIn } from '../../fixtures/provider/server.js';
import { lookupPlaces, middleList } from './workload.js';

// The stand-in provider in a process of its own, so that its work counts for neither side. Takes its delays as JSON,
// tells its port, and ends with the bench.

const { address, close } = await startStandIn({
  cases: [...loadCases(), ...lookupPlaces(), middleList()],
  idleScriptBytes: REAL_SCRIPT_BYTES,
  ...JSON.parse(process.argv[2] ?? '{}'),
});
process.once('disconnect', () => void close().then(() => process.exit(0)));
// The bench ends this process, because it has more to end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.send?.(Number(address.split(':')[1]));
