import { REAL_SCRIPT_BYTES, startStandIn } from '../../fixtures/provider/server.js';
import { answer } from './peers/answer.mjs';
import { benchCases } from './workload.js';

// The stand-in provider in a process of its own, so that its work counts for neither side. Takes its delays as JSON, and
// answers with the times at which batches of reviews were requested since the last question.

const standIn = await startStandIn({
  cases: benchCases(),
  idleScriptBytes: REAL_SCRIPT_BYTES,
  ...JSON.parse(process.argv[2] ?? '{}'),
});
answer(
  () =>
    standIn.requests
      .splice(0)
      .filter(({ path }) => path.includes('rpcids=qv9Egd'))
      .map(({ at }) => at),
  { ready: standIn.address, close: standIn.close },
);
