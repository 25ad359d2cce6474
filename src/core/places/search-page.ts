import type { Page } from 'playwright';
import type { FeatureId } from '../identifiers/feature-id.js';
import { marksOfPlaceUrl, parseMapUrl } from '../identifiers/map-url.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import {
  chooseMarked,
  compareMarks,
  type MarkedPlace,
  mergeMarks,
  type SearchedPlace,
  type WantedPlace,
} from '../identifiers/place-marks.js';
import { providerFault } from '../provider/faults.js';
import {
  type NavigationOptions,
  navigate,
  type PageView,
  startNavigation,
} from '../provider/navigation/navigate.js';
import { RULES } from '../provider/rules/built-in.js';
import { inlineBodies } from '../provider/wire/embedded-state.js';
import { bodyShape } from '../provider/wire/envelope.js';
import { tabFeatureId } from './extractors/subject.js';
import { isNothing, type NothingFound, nothingFound } from './nothing-found.js';
import type { PlaceReading } from './place.js';
import { decidePlace, openPlace, readPlace } from './place-page.js';
import { candidatesOf, readSearchPayload, type SearchResult, searchEnvelope } from './wire/search-payload.js';

/** Searches by name and identifies the wanted result, or else the first result that is not an advertisement. */
export async function searchPlaceId(
  page: Page,
  url: string,
  options: NavigationOptions,
  wanted: WantedPlace | null,
): Promise<SearchedPlace | NothingFound> {
  const decide = (view: PageView) => {
    const results = answeredPlaces(view);
    const named = chooseMarked(results, wanted);
    if (named !== null) return { ...named, candidates: candidatesOf(results) };
    const listed = chooseMarked(listedPlaces(view), wanted);
    if (listed !== null && decidesAlone(listed, wanted, view)) return listed;
    if (mayBeAnswered(view)) return undefined;
    const reading = readPlace(view, null);
    if (reading != null) return { ...reading.place, marks: reading.marks };
    return view.settled ? nothingFound(view) : undefined;
  };
  return navigate(page, url, options, (view) => {
    const found = decide(view);
    if (found !== undefined) reportSearch(view, options);
    return found;
  });
}

/**
 * Searches by name and reads the place from the panel of a single match, or from a result of a list: the wanted
 * result, or else the first result that is not an advertisement, opened in the same tab by its card.
 */
export async function searchPlace(
  page: Page,
  url: string,
  options: NavigationOptions,
  wanted: WantedPlace | null,
): Promise<PlaceReading | NothingFound> {
  using navigation = startNavigation(page, url, options);
  let candidates: PlaceReading['candidates'];
  const found = await navigation.open((view) => {
    candidates = candidatesOf(answeredPlaces(view));
    const decided = decideSearch(view, wanted);
    if (decided !== undefined) reportSearch(view, options);
    return decided;
  });
  if (isNothing(found)) return found;
  if ('place' in found) return { ...found, candidates };
  const { href } = found;
  const openThis = async () => {
    if (href === null) return openListed(page, addressOf(found, url), options);
    const opened = await navigation.act(chooseCard(page, href), (view) => readPlace(view, found.featureId));
    return opened ?? (await openListed(page, new URL(href, url).href, options));
  };
  return { ...withMarks(await openThis(), found), candidates };
}

/** Opens a place that the search found: it exists, so a page without the place is a fault. */
async function openListed(page: Page, url: string, options: NavigationOptions): Promise<PlaceReading> {
  const reading = await openPlace(page, url, options);
  if (isNothing(reading)) throw providerFault('a place of the result list is not shown');
  return reading;
}

/** True while the search answer that identifies the place may still arrive: the panel's data may be read before it. */
function mayBeAnswered(view: PageView): boolean {
  return answeredPlaces(view).length === 0 && view.seen.pendingData > 0;
}

/**
 * True if the card decides without the search answer. A card is drawn before its answer has been read; the answer may
 * name the wanted place.
 */
function decidesAlone(card: ListedPlace, wanted: WantedPlace | null, view: PageView): boolean {
  if (wanted !== null) return view.settled || isWanted(card, wanted);
  // Waits for the answer, because it also names the other places of this name.
  return view.settled || view.dataOverdue || !mayBeAnswered(view);
}

function isWanted({ marks }: MarkedPlace, wanted: WantedPlace | null): boolean {
  return wanted !== null && compareMarks(wanted.marks, marks) === 'same';
}

/** The place's own page, in the language of the search. */
function addressOf({ featureId }: MarkedPlace, searchUrl: string): string {
  const { origin, searchParams } = new URL(searchUrl);
  const locale = `hl=${searchParams.get('hl')}&gl=${searchParams.get('gl')}`;
  return `${origin}/maps/place/?q=place_id:${placeIdOfFeature(featureId)}&${locale}`;
}

/** Adds the marks in the search answer to the marks of the place's page. */
function withMarks(reading: PlaceReading, { featureId, marks }: MarkedPlace): PlaceReading {
  if (reading.place.featureId !== featureId) return reading;
  return { ...reading, marks: mergeMarks(reading.marks, marks) };
}

/**
 * Returns the panel of a single match, or the card to choose: the card of the wanted place, else the card that the
 * search answer names first; its place without a card, when the settled list does not show that card. Without an answer
 * the cards themselves decide.
 */
function decideSearch(
  view: PageView,
  wanted: WantedPlace | null,
): PlaceReading | ListedPlace | NothingFound | undefined {
  const cards = listedPlaces(view);
  const named = chooseMarked(answeredPlaces(view), wanted);
  const chosen = cards.find((card) => card.featureId === named?.featureId);
  if (chosen !== undefined)
    return { ...chosen, marks: mergeMarks(named?.marks ?? chosen.marks, chosen.marks) };
  const shown = chooseMarked(cards, wanted);
  if (shown !== null && named === null && decidesAlone(shown, wanted, view)) return shown;
  // The rendered list may lack a place that the answer names: `searchPlaceId` names that place.
  if (shown !== null && view.settled)
    return named !== null && (isWanted(named, wanted) || !isWanted(shown, wanted))
      ? { ...named, href: null }
      : shown;
  if (view.state?.cards != null && !view.settled) return undefined;
  if (mayBeAnswered(view)) return undefined;
  return decidePlace(view, openedResult(view, named));
}

/** The result that the panel may show: a place that the search answer names; null = the answer named no place. */
function openedResult(view: PageView, named: MarkedPlace | null): FeatureId | null {
  const shown = tabFeatureId(view);
  const isAnswered = answeredPlaces(view).some(({ featureId }) => featureId === shown);
  return isAnswered ? shown : (named?.featureId ?? null);
}

async function chooseCard(page: Page, href: string): Promise<void> {
  await page.locator(RULES.selectors.cardLink.join(', ')).evaluateAll((links, wanted) => {
    const link = links.find((candidate) => candidate.getAttribute('href') === wanted);
    if (link instanceof HTMLElement) link.click();
  }, href);
}

/** A card of the rendered list, or a place of the search answer without a card: then `href` is null. */
interface ListedPlace extends MarkedPlace {
  readonly href: string | null;
}

/** The places of the page's own search answer, fetched or inline, without advertisements. */
export function answeredPlaces({ seen }: PageView): readonly SearchResult[] {
  const fetched = placesOf(seen.searches);
  return fetched.length > 0 ? fetched : inlinePlaces(seen.documents.at(-1)?.embedded ?? null);
}

/** Reports search answers of unknown shape beside the place that the page shows. Call once, with the view that decided. */
function reportSearch({ seen, asked }: PageView, { onDrift }: Pick<NavigationOptions, 'onDrift'>): void {
  const inline = inlineBodies(seen.documents.at(-1)?.embedded ?? null, 'search');
  for (const body of [...seen.searches, ...inline]) {
    const envelope = searchEnvelope(body, asked);
    if (envelope === 'unknown_form' || envelope === 'without_echo')
      onDrift?.('search_answer', bodyShape(body));
  }
}

/** The places of an inline search answer in the document. places.md §7 */
export function inlinePlaces(embedded: readonly unknown[] | null): readonly SearchResult[] {
  return placesOf(inlineBodies(embedded, 'search'));
}

function placesOf(bodies: readonly string[]): readonly SearchResult[] {
  return bodies.flatMap((body) => readSearchPayload(body) ?? []);
}

/** The rendered list without advertisements, which have a heading of their own. places.md §8. */
export function listedPlaces(view: PageView): readonly ListedPlace[] {
  const real = (view.state?.cards ?? []).filter(
    ({ href, sponsored }) => !sponsored && URL.canParse(href, view.url),
  );
  return real.flatMap(({ href }) => {
    const url = new URL(href, view.url);
    const target = parseMapUrl(url);
    if (!('featureId' in target)) return [];
    return [{ featureId: target.featureId, name: null, marks: marksOfPlaceUrl(url), href }];
  });
}
