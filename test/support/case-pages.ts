import type { PlaceCase, ServedPlace } from '../../fixtures/provider/cases.js';
import { placeAddress } from '../../fixtures/provider/maps-host.js';
import { placeDocument } from '../../fixtures/provider/place-document.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { renderedPanel } from '../../fixtures/provider/rendered-panel.js';
import type { Outcome } from '../../fixtures/provider/views.js';
import type { RawPlacePage } from '../../src/core/provider/raw-state.js';
import { readEmbeddedState } from '../../src/core/provider/wire/embedded-state.js';
import { dataAnswer } from '../../src/core/provider/wire/envelope.js';
import { renderedState } from './rendered-state.js';

/** How the first and the last load of a case come out. */
export const OUTCOMES: Readonly<Record<PlaceCase['serve']['view'], { first: Outcome; last: Outcome }>> = {
  full: { first: 'full', last: 'full' },
  limited: { first: 'limited', last: 'limited' },
  limited_first: { first: 'limited', last: 'full' },
  limited_then_fresh: { first: 'limited', last: 'full' },
  truncated: { first: 'truncated', last: 'truncated' },
  truncated_first: { first: 'truncated', last: 'full' },
};

/** An address that names no place; and the place's own long one. */
const BARE_URL = 'https://www.google.com/maps/place/';
const ownUrl = (served: ServedPlace) => `https://www.google.com${placeAddress(served)}`;

/** What the page is sent, nothing rendered yet: the document names the place, the payload tells of it. */
export function sentPage(served: ServedPlace, outcome: Outcome): RawPlacePage {
  const payload = placePayload(served, { truncated: outcome !== 'full' });
  const payloads = served.serve.payload === 'xhr' ? [dataAnswer(payload)] : [];
  return {
    url: BARE_URL,
    embedded: readEmbeddedState(placeDocument(served, { outcome })),
    payloads,
    state: null,
    readAt: 0,
  };
}

/** What the page shows, nothing of what it was sent: the address names the place, the panel tells of it. */
export async function shownPage(served: ServedPlace, outcome: Outcome): Promise<RawPlacePage> {
  const options = { limited: outcome === 'limited', truncated: outcome === 'truncated' };
  const state = await renderedState(renderedPanel(served, options));
  return { url: ownUrl(served), embedded: null, payloads: [], state, readAt: 0 };
}

/** Both, as after a whole load. */
export async function wholePage(served: ServedPlace, outcome: Outcome): Promise<RawPlacePage> {
  const { state } = await shownPage(served, outcome);
  return { ...sentPage(served, outcome), state };
}
