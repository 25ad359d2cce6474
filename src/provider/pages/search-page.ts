import type { Page } from 'playwright';
import type { FeatureId } from '../../identifiers/feature-id.js';
import { parseMapUrl } from '../../identifiers/map-url.js';
import { race } from '../../scope.js';
import type { PlaceReading } from '../place.js';
import { SELECTORS } from '../selectors.js';
import { inlineBodies, readEmbeddedState, SEARCH_SLOTS } from '../wire/embedded-state.js';
import { readSearchPayload } from '../wire/search-payload.js';
import { observe } from './observation.js';
import { decidePlace, nothingFound, openPlace, visit } from './place-page.js';
import { type PageView, type WatchOptions, watch } from './watch.js';

/** Searches by name: the feature id of the first result that is no advertisement, or null. */
export async function searchPlaceId(
  page: Page,
  url: string,
  options: WatchOptions,
): Promise<FeatureId | null> {
  return visit(page, url, options, (view) => {
    const found =
      firstAnswered(view) ?? realCards(view)[0]?.featureId ?? decidePlace(view, null)?.place.featureId;
    if (found !== undefined && found !== null) return found;
    return view.settled ? nothingFound(view) : undefined;
  });
}

/**
 * Searches by name and reads the place: the panel a single match opens, or the first real result of a list,
 * opened in the same tab by choosing its card. Null when nothing is found.
 */
export async function searchPlace(
  page: Page,
  url: string,
  options: WatchOptions,
): Promise<PlaceReading | null> {
  const observation = observe(page);
  try {
    await race(options.scope.signal, page.goto(url, { waitUntil: 'commit', timeout: 0 }));
    const found = await watch(page, observation, options, decideSearch);
    if (found === null || 'place' in found) return found;
    await race(options.scope.signal, chooseCard(page, found.href));
    const opened = await watch(page, observation, options, (view) => decidePlace(view, found.featureId));
    if (opened !== null) return opened;
    return await openPlace(page, new URL(found.href, url).href, options);
  } finally {
    observation.dispose();
  }
}

interface ListedPlace {
  readonly featureId: FeatureId;
  readonly href: string;
}

/**
 * The panel of a single match, or the card to choose: the one the search answer names first; without an
 * answer, or when that card is not shown, the first real one.
 */
function decideSearch(view: PageView): PlaceReading | ListedPlace | null | undefined {
  const cards = realCards(view);
  const named = firstAnswered(view);
  const chosen = cards.find((card) => card.featureId === named);
  const [first] = cards;
  if (chosen !== undefined) return chosen;
  if (first !== undefined && (named === null || view.settled)) return first;
  if (view.state?.cards != null && !view.settled) return undefined;
  return decidePlace(view, null);
}

/** From the page's own search answer, fetched or inline. */
function firstAnswered({ seen }: PageView): FeatureId | null {
  const fetched = firstOf(seen.searches);
  if (fetched !== null) return fetched;
  const html = seen.documents.at(-1)?.html;
  const state = html == null ? null : readEmbeddedState(html);
  return state === null ? null : firstOf(inlineBodies(state, SEARCH_SLOTS));
}

function firstOf(bodies: readonly string[]): FeatureId | null {
  return bodies.flatMap((body) => readSearchPayload(body) ?? [])[0] ?? null;
}

/** The rendered list without advertisements, which carry a heading of their own. places.md §8. */
function realCards(view: PageView): ListedPlace[] {
  const real = (view.state?.cards ?? []).filter(
    ({ href, sponsored }) => !sponsored && URL.canParse(href, view.url),
  );
  return real.flatMap(({ href }) => {
    const target = parseMapUrl(new URL(href, view.url));
    return 'featureId' in target ? [{ featureId: target.featureId, href }] : [];
  });
}

async function chooseCard(page: Page, href: string): Promise<void> {
  await page.locator(SELECTORS.cardLink).evaluateAll((links, wanted) => {
    const link = links.find((candidate) => candidate.getAttribute('href') === wanted);
    if (link instanceof HTMLElement) link.click();
  }, href);
}
