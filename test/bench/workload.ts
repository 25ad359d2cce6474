import { type Case, loadCases, type PlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { placeLinks } from '../../fixtures/provider/maps-host.js';
import { lookupPlaces } from './places.js';
import { middleList } from './review-workload.js';

/** One place of the bench and everything by which it can be asked for. */
export interface Target {
  readonly case: PlaceCase;
  readonly placeId: string;
  readonly cid: string;
  /** A name that only the bench asks for: its result list holds an advertisement, this place, another one. */
  readonly query: string;
  readonly shareLink: string;
  /** Where the share link leads. */
  readonly longLink: string;
}

/**
 * The places whose page shows everything and fetches it from the place endpoint, so that a bare script can read
 * all of it there. The same list in every process.
 */
export function benchTargets(): readonly Target[] {
  return loadCases()
    .filter((one) => one.kind === 'place')
    .filter(({ place, serve }) => {
      const whole = serve.view === 'full' && serve.payload === 'xhr' && serve.formerFeatureId === undefined;
      return whole && place.rating !== null;
    })
    .map((one, index) => {
      const links = placeLinks(one);
      return {
        case: one,
        placeId: placeIdOf(one.place.featureId),
        cid: new URL(links.cid).searchParams.get('cid') ?? '',
        query: `pomiar ${index + 1} z listy`,
        shareLink: `https://maps.app.goo.gl/Pomiar${String(index + 1).padStart(6, '0')}`,
        longLink: `${links.long}?entry=tts`,
      };
    });
}

/** The cases of fixtures/, a result list and a share link for every target, and what only the bench knows. */
export function benchCases(): readonly Case[] {
  const targets = benchTargets();
  const resultOf = (index: number, ad: boolean) => {
    const { place, serve } = at(targets, index).case;
    return { place, serve, ad };
  };
  const added = targets.flatMap((target, index): Case[] => [
    {
      id: `search--bench-${index}`,
      kind: 'search',
      title: 'An advertisement, the wanted place, another one',
      request: `GET /api/search?query=${encodeURIComponent(target.query)}`,
      queries: [target.query],
      layout: '2025',
      inline: false,
      cards: null,
      results: [resultOf(index + 1, true), resultOf(index, false), resultOf(index + 2, false)],
    },
    {
      id: `share--bench-${index}`,
      kind: 'share',
      title: 'A redirect for plain clients',
      request: `GET /api/all?url=${encodeURIComponent(target.shareLink)}`,
      link: target.shareLink,
      hops: [{ at: target.shareLink, to: target.longLink, status: 302, interstitial: 'browser' }],
      place: target.case.id,
      source: 'map_url',
    },
  ]);
  return [...loadCases(), ...added, ...lookupPlaces(), middleList()];
}

/** The element at `index`, counted round and round. Throws when the list is empty. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
}
