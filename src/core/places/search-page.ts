import type { Page } from 'playwright';
import type { FeatureId } from '../identifiers/feature-id.js';
import { marksOfPlaceUrl, parseMapUrl } from '../identifiers/map-url.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import {
  chooseMarked,
  compareMarks,
  type MarkedPlace,
  mergeMarks,
  NO_MARKS,
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
import { bodyShape } from '../provider/wire/envelope.js';
import { featureIdIn } from './extractors/subject.js';
import { isNothing, type NothingFound, nothingFound } from './nothing-found.js';
import type { PlaceReading } from './place.js';
import { decidePlace, openPlace, readPlace } from './place-page.js';
import { candidatesOf, readSearchPayload, searchEnvelope } from './wire/search-payload.js';

/** Searches by name and identifies the wanted result, or else the first result that is not an advertisement. */
export async function searchPlaceId(
  page: Page,
  url: string,
  options: NavigationOptions,
  wanted: WantedPlace | null,
): Promise<SearchedPlace | NothingFound> {
  return navigate(page, url, options, (view) => {
    const found = searchedPlace(view, wanted);
    if (found !== undefined) reportSearch(view, options);
    return found;
  });
}

/** The place that a view of a search identifies; undefined = undecided. */
export function searchedPlace(
  view: PageView,
  wanted: WantedPlace | null,
): SearchedPlace | NothingFound | undefined {
  const search = readSearch(view);
  const { answered } = search;
  const found = choosePlace(search, wanted);
  if (found !== null) return { ...found, candidates: candidatesOf(answered) };
  if (answered.length > 0 || mayBeAnswered(search)) return undefined;
  const reading = readPlace(view, null);
  if (reading != null) return { ...reading.place, marks: reading.marks };
  return view.settled ? nothingFound(view) : undefined;
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
    const search = readSearch(view);
    candidates = candidatesOf(search.answered);
    const decided = decideSearch(search, wanted);
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
function mayBeAnswered({ view, answered }: SearchView): boolean {
  return answered.length === 0 && view.seen.pendingData > 0;
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
 * The place that a search chooses: the wanted place in the search answer, else on a card, else the first place of the
 * answer once no card of the wanted place can come, else the first card. Null = none yet: a card is drawn before its
 * answer has been read, which may name the wanted place, and names the other places of this name.
 */
function choosePlace({ view, answered, cards }: SearchView, wanted: WantedPlace | null): ListedPlace | null {
  const named = chooseMarked(answered, wanted);
  const shown = chooseMarked(cards, wanted);
  const isWanted = (place: MarkedPlace | null) =>
    wanted !== null && place !== null && compareMarks(wanted.marks, place.marks) === 'same';
  if (isWanted(shown) && !isWanted(named)) return shown;
  const isLate = view.settled || view.dataOverdue;
  if (named === null)
    return view.settled || (wanted === null && (isLate || view.seen.pendingData === 0)) ? shown : null;
  if (wanted !== null && !isWanted(named) && !isLate) return null;
  const card = cards.find(({ featureId }) => featureId === named.featureId);
  return { ...named, marks: mergeMarks(named.marks, card?.marks ?? NO_MARKS), href: card?.href ?? null };
}

/** The panel of a single match, or the chosen place. The settled list may lack the card of a place of the answer. */
function decideSearch(
  search: SearchView,
  wanted: WantedPlace | null,
): PlaceReading | ListedPlace | NothingFound | undefined {
  const { view, cards } = search;
  const found = choosePlace(search, wanted);
  const mayBeDrawn = view.state?.cards != null && !view.settled;
  if (found !== null && (found.href !== null || (view.settled && cards.length > 0))) return found;
  if (mayBeDrawn || mayBeAnswered(search)) return undefined;
  return decidePlace(view, openedResult(search, wanted));
}

/** The result that the panel may show: a place that the search answer names; null = the answer named no place. */
function openedResult({ view, answered }: SearchView, wanted: WantedPlace | null): FeatureId | null {
  const shown = featureIdIn(view.url);
  const isAnswered = answered.some(({ featureId }) => featureId === shown);
  return isAnswered ? shown : (chooseMarked(answered, wanted)?.featureId ?? null);
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

type SearchView = ReturnType<typeof readSearch>;

/** A view of a search, with the places of the page's own search answer, fetched or inline, and of its cards. */
function readSearch(view: PageView) {
  const { searches, documents } = view.seen;
  const fetched = searches.flatMap(readSearchPayload);
  const inline = () => documents.at(-1)?.embedded?.searches.flatMap(readSearchPayload) ?? [];
  return { view, answered: fetched.length > 0 ? fetched : inline(), cards: listedPlaces(view) };
}

/** Reports search answers of unknown shape beside the place that the page shows. Call once, with the view that decided. */
function reportSearch({ seen, asked }: PageView, { onDrift }: Pick<NavigationOptions, 'onDrift'>): void {
  for (const answer of [...seen.searches, ...(seen.documents.at(-1)?.embedded?.searches ?? [])]) {
    const envelope = searchEnvelope(answer, asked);
    if (envelope === 'unknown_form' || envelope === 'without_echo')
      onDrift?.('search_answer', bodyShape(answer));
  }
}

/** The rendered list without advertisements, which have a heading of their own. places.md §8. */
function listedPlaces(view: PageView): readonly ListedPlace[] {
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
