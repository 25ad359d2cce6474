import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../fixtures/provider/faults.js';
import type { Dice } from '../../fixtures/provider/reviews/dice.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { SHARE_HOSTS } from '../../fixtures/provider/short-links.js';

type Match = FaultRule['match'];
type Fault = FaultRule extends infer Rule ? (Rule extends FaultRule ? Omit<Rule, 'match'> : never) : never;

/** Not `/maps/rpc/locate`: with it the stand-in itself goes from a CID to its place. */
const isData: Match = (_host, path) =>
  /^\/maps\/(?:preview\/place|_\/MapsWizUi|timeline\/_rpc)|^\/search\?/.test(path);
const isReviewData: Match = (_host, path) => path.startsWith('/maps/timeline/_rpc');
const isDocument: Match = (host, path) =>
  host === 'www.google.com' &&
  /^\/maps(?:[/?]|$)/.test(path) &&
  !/^\/maps\/(?:rpc|vt|timeline|_)\b/.test(path) &&
  !isData(host, path);
const isShare: Match = (host) => SHARE_HOSTS.includes(host);

const LOOP = 'https://www.google.com/maps/place/?q=place_id:loop';
const CUT_JSON = ')]}\'\n[[null,null,[["ChIJ';
const CUT_HTML = '<!DOCTYPE html><html><head><script>window.APP_INITIALIZATION_STATE=[[[1,2';

/** Every way in which the provider misbehaves, by the requests that meet it. */
const FAULTS = {
  document: [
    { kind: 'hang' },
    { kind: 'drip' },
    { kind: 'reset' },
    { kind: 'delay', ms: 400 },
    { kind: 'status', code: 500 },
    { kind: 'status', code: 429 },
    { kind: 'block_page' },
    { kind: 'script_page' },
    { kind: 'empty_204' },
    { kind: 'download' },
    { kind: 'body', contentType: 'text/html; charset=UTF-8', body: CUT_HTML },
    { kind: 'redirect', to: LOOP },
  ],
  data: [
    { kind: 'hang' },
    { kind: 'drip' },
    { kind: 'reset' },
    { kind: 'delay', ms: 700 },
    { kind: 'status', code: 503 },
    { kind: 'status', code: 429 },
    { kind: 'body', contentType: 'application/json; charset=UTF-8', body: CUT_JSON },
  ],
  share: [
    { kind: 'hang' },
    { kind: 'reset' },
    { kind: 'status', code: 500 },
    { kind: 'redirect', to: 'https://maps.app.goo.gl/LoopLoop001' },
  ],
} as const satisfies Record<string, readonly Fault[]>;
const MATCHES = { document: isDocument, data: isData, share: isShare };
const ALL = (['document', 'data', 'share'] as const).flatMap((where) =>
  FAULTS[where].map((fault) => ({ where, fault, match: MATCHES[where] })),
);
/** A page of a review without its data, which must not lead to a false verdict. Each wave begins with one of these. */
const REVIEWS_WITHOUT_DATA = FAULTS.data
  .filter(({ kind }) => kind === 'reset' || kind === 'body')
  .map((fault) => ({ where: 'review data', fault, match: isReviewData }));

interface Trouble {
  readonly standIn: StandIn;
  readonly killBrowser: () => void;
  readonly roll: Dice;
  /** Maximum duration of a lasting fault, in milliseconds. */
  readonly longestMs: number;
  /** Ends the trouble. */
  readonly signal: AbortSignal;
  /** How often each kind of trouble was made. */
  readonly made: Map<string, number>;
}

/** Chance that Chromium is killed in place of a fault. */
const KILL = 0.08;
/** Share of the requests that meet a fault. */
const HIT = 0.5;
/**
 * A fault that is answered at once may last, and then meets nearly all requests: a verdict is false only when all the
 * loads that confirm each other meet the fault.
 */
const LASTING = { chance: 0.25, hit: 0.95, kinds: ['status', 'body', 'reset', 'empty_204', 'download'] };

/** Makes trouble of random kinds, one after the other, until `signal` ends it. */
export async function makeTrouble(trouble: Trouble): Promise<void> {
  const { standIn, killBrowser, roll, longestMs, signal, made } = trouble;
  const note = (name: string) => made.set(name, (made.get(name) ?? 0) + 1);
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const make = async (
    { where, fault, match }: (typeof ALL)[number] | (typeof REVIEWS_WITHOUT_DATA)[number],
    hit: number,
    ms: number,
  ) => {
    note(`${where}: ${'code' in fault ? fault.code : fault.kind}`);
    const repair = standIn.fault({ ...fault, match: (host, path) => match(host, path) && roll.chance(hit) });
    await pause(ms);
    repair();
  };
  await make(roll.pick(REVIEWS_WITHOUT_DATA), 1, longestMs);
  while (!signal.aborted) {
    await pause(roll.below(700));
    if (signal.aborted) return;
    if (roll.chance(KILL)) {
      note('Chromium killed');
      killBrowser();
      continue;
    }
    const chosen = roll.pick(ALL);
    const lasts = LASTING.kinds.includes(chosen.fault.kind) && roll.chance(LASTING.chance);
    if (lasts) await make(chosen, LASTING.hit, longestMs * (0.5 + roll.next() / 2));
    else await make(chosen, HIT, 200 + roll.below(900));
  }
}
