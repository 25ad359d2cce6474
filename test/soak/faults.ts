import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../fixtures/provider/faults.js';
import type { Dice } from '../../fixtures/provider/reviews/dice.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { SHARE_HOSTS } from '../../fixtures/provider/short-links.js';

type Match = FaultRule['match'];
type Misbehaviour = FaultRule extends infer Rule
  ? Rule extends FaultRule
    ? Omit<Rule, 'match'>
    : never
  : never;

/** Not `/maps/rpc/locate`, the stand-in's own way from a CID to its place: no reader knows that it is one. */
const isData: Match = (_host, path) =>
  /^\/maps\/(?:preview\/place|_\/MapsWizUi|timeline\/_rpc)|^\/search\?/.test(path);
const isReviewData: Match = (_host, path) => path.startsWith('/maps/timeline/_rpc');
const isDocument: Match = (host, path) =>
  host === 'www.google.com' &&
  /^\/maps(?:[/?]|$)/.test(path) &&
  !/^\/maps\/(?:rpc|vt|timeline|_)\b/.test(path) &&
  !isData(host, path);
const isShare: Match = (host) => SHARE_HOSTS.includes(host);

type Fault = readonly [name: string, match: Match, fault: Misbehaviour];

const LOOP = 'https://www.google.com/maps/place/?q=place_id:loop';
const CUT_JSON = ')]}\'\n[[null,null,[["ChIJ';
const CUT_HTML = '<!DOCTYPE html><html><head><script>window.APP_INITIALIZATION_STATE=[[[1,2';

/** Every way the provider misbehaves in the soak. */
const FAULTS: readonly Fault[] = [
  ['a document hangs', isDocument, { kind: 'hang' }],
  ['data hang', isData, { kind: 'hang' }],
  ['a share link hangs', isShare, { kind: 'hang' }],
  ['a document drips', isDocument, { kind: 'drip' }],
  ['data drip', isData, { kind: 'drip' }],
  ['a document is reset', isDocument, { kind: 'reset' }],
  ['data are reset', isData, { kind: 'reset' }],
  ['a share link is reset', isShare, { kind: 'reset' }],
  ['documents are late', isDocument, { kind: 'delay', ms: 400 }],
  ['data are late', isData, { kind: 'delay', ms: 700 }],
  ['documents: status 500', isDocument, { kind: 'status', code: 500 }],
  ['data: status 503', isData, { kind: 'status', code: 503 }],
  ['documents: status 429', isDocument, { kind: 'status', code: 429 }],
  ['data: status 429', isData, { kind: 'status', code: 429 }],
  ['share links: status 500', isShare, { kind: 'status', code: 500 }],
  ['a block page', isDocument, { kind: 'block_page' }],
  ['a script page', isDocument, { kind: 'script_page' }],
  ['documents: status 204', isDocument, { kind: 'empty_204' }],
  ['documents: a download', isDocument, { kind: 'download' }],
  ['data cut', isData, { kind: 'body', contentType: 'application/json; charset=UTF-8', body: CUT_JSON }],
  ['documents cut', isDocument, { kind: 'body', contentType: 'text/html; charset=UTF-8', body: CUT_HTML }],
  ['a redirect loop', isDocument, { kind: 'redirect', to: LOOP }],
  ['share links loop', isShare, { kind: 'redirect', to: 'https://maps.app.goo.gl/LoopLoop001' }],
];

/** What tempts to a false verdict: a review's page comes, its data do not. Each wave begins with one of these. */
const TEMPTING: readonly Fault[] = FAULTS.filter(([name]) =>
  ['data are reset', 'data: status 503', 'data cut'].includes(name),
).map(([name, , fault]) => [`review ${name}`, isReviewData, fault]);

interface Trouble {
  readonly standIn: StandIn;
  readonly killBrowser: () => void;
  readonly roll: Dice;
  /** How long a lasting fault lasts at most, in milliseconds. */
  readonly longestMs: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** How often each kind of trouble was made. */
  readonly made: Map<string, number>;
}

const KILLED = 'Chromium killed';
const KILL = 0.08;
/** Of all the requests a fault is meant for, it meets so many. */
const HIT = 0.5;
/**
 * A fault that is answered at once may last, and then meets nearly all: a verdict is false only when the loads
 * that are to confirm each other all meet it.
 */
const LASTING = {
  chance: 0.25,
  hit: 0.95,
  kinds: new Set(['status', 'body', 'reset', 'empty_204', 'download']),
};

/** Makes trouble of a random kind, one after the other, until it is ended; then the provider is well again. */
export async function makeTrouble({
  standIn,
  killBrowser,
  roll,
  longestMs,
  signal,
  made,
}: Trouble): Promise<void> {
  const make = async ([name, match, fault]: Fault, hit: number, ms: number) => {
    note(name);
    const repair = standIn.fault({ ...fault, match: (host, path) => match(host, path) && roll.chance(hit) });
    await pause(ms);
    repair();
  };
  const note = (name: string) => made.set(name, (made.get(name) ?? 0) + 1);
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  await make(roll.pick(TEMPTING), 1, longestMs);
  while (!signal.aborted) {
    await pause(roll.below(700));
    if (signal.aborted) return;
    if (roll.chance(KILL)) {
      note(KILLED);
      killBrowser();
      continue;
    }
    const fault = roll.pick(FAULTS);
    const lasts = LASTING.kinds.has(fault[2].kind) && roll.chance(LASTING.chance);
    if (lasts) await make(fault, LASTING.hit, longestMs * (0.5 + roll.next() / 2));
    else await make(fault, HIT, 200 + roll.below(900));
  }
}
