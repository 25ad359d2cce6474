import { loadCases } from '../../fixtures/provider/cases.js';
import { REAL_SCRIPT_BYTES, startStandIn } from '../../fixtures/provider/server.js';
import { serve } from './peers/serve.mjs';
import { countedCases, lookupPlaces, middleList } from './workload.js';

// The stand-in provider in a process of its own, so that its work counts for neither side. Takes its port and delays as
// JSON, and answers with the times at which batches of reviews were requested since the last question.

const standIn = await startStandIn({
  cases: [...loadCases(), ...lookupPlaces(), middleList(), ...countedCases()],
  idleScriptBytes: REAL_SCRIPT_BYTES,
  ...JSON.parse(process.argv[2] ?? '{}'),
});
const isBatch = ({ path }: { readonly path: string }) => path.includes('rpcids=qv9Egd');
serve(
  { '/api/batches': () => standIn.requests.splice(0).flatMap((one) => (isBatch(one) ? one.at : [])) },
  standIn.close,
);
