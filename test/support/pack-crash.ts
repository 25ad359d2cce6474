import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEvidenceStore } from '../../src/capabilities/reports/evidence-store.js';
import { createEvidenceRecorder } from '../../src/capabilities/reports/record-evidence.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { open } from './both-databases.js';

// A process that makes the packs of losses until it is killed: DATABASE_URL, FOLDER, NOW. It reports each pack that it
// begins on a line. A pack is three parts of 10,000 bytes, and takes 15 ms. After AT_MOST packs it waits for its end.

const log = createLogger('silent');
let begun = 0;
const now = () => Number(process.env.NOW);
const { db, hasRoom } = await open(process.env.DATABASE_URL ?? '');
const store = createEvidenceStore({ folder: process.env.FOLDER ?? '', maxBytes: 1e9, log, now });
const recorder = createEvidenceRecorder({
  ...{ db, hasRoom, store, replica: `crash ${process.pid}`, usable: () => ['me'], log, now },
  evidence: {
    key: async () => ({}) as never,
    make: async (link) => {
      begun += 1;
      if (begun > Number(process.env.AT_MOST)) return new Promise(() => undefined);
      process.stdout.write(`${link}\n`);
      await sleep(15);
      const parts = Array.from({ length: 3 }, () => Buffer.alloc(10_000, link));
      return { verdict: { is_visible: false }, zip: parts } as never;
    },
  },
});
createInterface({ input: process.stdin }).on('close', () => process.exit());
await recorder.tick();
process.exit();
