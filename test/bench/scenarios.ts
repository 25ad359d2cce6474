import type { Ask } from './ask.js';
import type { Bare } from './bare.js';
import { placeUrl } from './peers/common.mjs';
import type { Target } from './workload.js';

/** One way to ask the service, and what a bare script does for the same answer. */
export interface Scenario {
  readonly name: string;
  /** The request for a place. */
  readonly ask: (target: Target) => Ask;
  /** The part of `data` that both sides must agree on. */
  readonly part: (data: Readonly<Record<string, unknown>>) => unknown;
  /** The same by hand; null when there is no page load in it. */
  readonly bare: ((bare: Bare, target: Target) => Promise<unknown>) | null;
}

const MAPS = 'https://www.google.com/maps';
const LOCALE = 'hl=pl&gl=pl';

const byCid = ({ cid }: Target) => `${MAPS}?cid=${cid}&${LOCALE}`;
const byName = ({ query }: Target) => `${MAPS}/search/?api=1&query=${encodeURIComponent(query)}&${LOCALE}`;

const get = (path: string, value: string) => ({ path: path + encodeURIComponent(value) });
const convert = (body: object) => ({ path: '/convert', body });
const detailsOf = ({ place_id, details }: Readonly<Record<string, unknown>>) => ({ place_id, details });

/** Every endpoint; /details first: it holds the goal. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: '/details',
    ask: ({ placeId }) => get('/details?placeid=', placeId),
    part: detailsOf,
    bare: (bare, target) => bare.details(placeUrl(target.placeId)),
  },
  {
    name: '/all by name, from a list',
    ask: ({ query }) => get('/all?url=', query),
    part: detailsOf,
    bare: (bare, target) => bare.detailsFromList(byName(target)),
  },
  {
    name: '/all by share link',
    ask: ({ shareLink }) => get('/all?url=', shareLink),
    part: detailsOf,
    bare: async (bare, { shareLink }) => bare.details(await bare.redirect(shareLink)),
  },
  {
    name: '/search by name',
    ask: ({ query }) => get('/search?query=', query),
    part: ({ place_id }) => place_id,
    bare: (bare, target) => bare.searchId(byName(target)),
  },
  {
    name: '/search by CID',
    ask: ({ cid }) => get('/search?query=', cid),
    part: ({ place_id }) => place_id,
    bare: (bare, target) => bare.forwardedId(byCid(target)),
  },
  {
    name: '/convert CID → Place ID',
    ask: ({ cid }) => convert({ cid }),
    part: ({ place_id }) => place_id,
    bare: (bare, target) => bare.forwardedId(byCid(target)),
  },
  {
    name: '/convert Place ID → CID',
    ask: ({ placeId }) => convert({ place_id: placeId }),
    part: ({ cid }) => cid,
    bare: null,
  },
  {
    name: '/search by Place ID',
    ask: ({ placeId }) => get('/search?query=', placeId),
    part: ({ place_id }) => place_id,
    bare: null,
  },
  { name: '/info', ask: () => ({ path: '/info' }), part: ({ version }) => version, bare: null },
];
