import { inTurns } from './measure.js';

import {
  type Arena,
  type Ask,
  CONTESTANTS,
  endingAll,
  lookUp,
  OPTIONS,
  startContestant,
  startRendered,
  startService,
} from './processes.js';
import { type Section, table } from './report.js';
import { median, spreadText } from './statistics.js';
import { PLACE_IDS } from './workload.js';

const DETAILS = { path: `/details?placeid=${PLACE_IDS[0]}` };
const CONVERT = { path: '/convert', body: { place_id: PLACE_IDS[0] } };

const ours = (what: string, ask: Ask, start: typeof startService = startService) => ({
  title: `place-lookup: first ${what}`,
  start: (arena: Arena): Promise<unknown> => start(arena, {}, ask),
});
/** Everyone; `start` resolves with the first answer. */
const STARTERS = [
  ours('/convert answer', CONVERT),
  ours('/details answer', DETAILS),
  ours('/details answer, rendered pages', DETAILS, startRendered),
  {
    title: `${CONTESTANTS.bare.title}: first lookup`,
    start: async (arena: Arena) => lookUp(await startContestant('bare', arena), PLACE_IDS[0] ?? ''),
  },
];

const LOADING =
  'most of the start is Node.js loading the modules of the service, of Playwright and of zod (CPU profile). One bundled file would be faster, but nobody could read in the image what runs.';

/** Starts everyone in turns, asks at once, and ends them: milliseconds from the spawn to the first answer. */
export async function measureStarts(arena: Arena): Promise<Section> {
  const times = await inTurns(STARTERS, OPTIONS.quick ? 1 : 3, ({ start }) =>
    endingAll(async () => {
      const since = performance.now();
      await start(arena);
      return performance.now() - since;
    }),
  );
  const [, details = [], , bare = []] = [...times.values()];
  const ratio = median(details) / median(bare);
  return {
    goals: [['first /details answer ÷ first lookup of bare Playwright', ratio, '≤', 2, LOADING]],
    text: [
      '### Start',
      'From the spawn of the process to its first answer; the first question is there from the beginning.',
      table([...times], { '': ([{ title }]) => title, ms: ([, ms]) => spreadText(ms) }),
    ].join('\n\n'),
  };
}
