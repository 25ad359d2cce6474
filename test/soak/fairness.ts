import { createApiKey } from '../../src/config/api-keys.js';
import { FLOODED, lookUpBesideFlood, MAX_LOADS_BESIDE, startFloodedStandIn } from '../support/flood.js';
import { startSoakedService } from './service.js';

/** What became of one key's lookups beside the flood of another. */
export interface FairnessResult {
  /** In Markdown, for people. */
  readonly text: string;
  /** Every broken promise, in words. */
  readonly broken: readonly string[];
}

const LOOKUPS = 30;

/** Two keys on the built service, with its load queue and the default provider rate limiter between them. */
export async function soakFairness(main: string): Promise<FairnessResult> {
  const [greedy, modest] = [createApiKey('greedy'), createApiKey('modest')];
  const standIn = await startFloodedStandIn();
  try {
    const API_KEYS = `${greedy.entry},${modest.entry}`;
    const env = { ...FLOODED, EGRESS_OVERRIDE: standIn.address, CHROMIUM_SANDBOX: 'off', API_KEYS };
    const service = await startSoakedService({ main, env });
    try {
      const { url } = service;
      const watched = await lookUpBesideFlood({ url, standIn, greedy, modest, lookups: LOOKUPS });
      const loads = watched.map((lookup) => lookup.loads);
      const broken = watched.flatMap(({ status }) =>
        status === 200 ? [] : [`a lookup beside the flood was answered ${status}`],
      );
      if (Math.max(...loads) > MAX_LOADS_BESIDE)
        broken.push(`a lookup waited for ${Math.max(...loads)} loads, ${MAX_LOADS_BESIDE} are allowed`);
      const text = `## Two keys\n\n${LOOKUPS} lookups of one key beside the flood of another. Pages loaded during each: ${loads.join(', ')}.`;
      return { text, broken };
    } finally {
      await service.stop();
    }
  } finally {
    await standIn.close();
  }
}
