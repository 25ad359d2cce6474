import { computed, effect, signal } from '@preact/signals';
import { type Failure, failureOf } from '../../core/published/failure.js';
import { PAGE_RETRIES } from '../../kit/client/api.js';
import {
  isIdentifier,
  isMapLink,
  mayBeReview,
  namesReview,
  pastedQuery,
} from '../../kit/lists/links-in-lists.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { isPlaceName } from '../../kit/lists/list-rules.js';
import { type Listed, type ListedLink, type OwnList, queryOf } from '../../kit/lists/read-list.js';
import type { Here } from '../../kit/ui/context.js';
import { createListInput, type ListSource, parseSource } from '../../kit/ui/input/source.js';
import { type ListLine, type ListRow, rowOf } from '../../kit/ui/list/list-rows.js';
import type { createLeaving } from '../../kit/ui/question.js';
import { reviewsOf } from '../../kit/ui/state/route.js';
import { createRuns } from '../../kit/ui/state/runs.js';
import { hasKey } from '../../kit/ui/state/service.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';

/** Maximum bytes of a list: the service takes 64 MiB. */
const MAX_FILE = 64 * 1_048_576;

/** What the input was taken for. */
interface Reading {
  /** Number of links that name a review, or may lead to one in a list of reviews. */
  readonly reviews: number;
  /** Number of names, links and identifiers of places. */
  readonly places: number;
  /** What can be looked up as a place: the places, and links whose target is unknown. */
  readonly queries: readonly string[];
  /** Links to other sites, and lines without a link. */
  readonly unknown: readonly string[];
  /** How the list can be checked instead, if its links do not say where they lead; null = they do. */
  readonly other: JobType | null;
}

/** Headings of lists of reviews. */
const OF_REVIEWS = /^(?:autor|author|recenz|reviewer|treść|gwiazdk|stars?$|dat[ae]$)/i;
const isForeign = ({ url }: ListedLink) => /^https?:/i.test(url) && !isMapLink(url);

/** Whether share links, which may lead to reviews or to places, lead to places: the list has other places beside them. */
function isOfPlaces({ table }: OwnList, places: OwnList): boolean {
  const isNamed = table?.headings?.some((heading) => OF_REVIEWS.test(heading));
  if (isNamed || table?.linkColumns.some((column) => table.kinds[column] === 'review')) return false;
  const hasNames = places.table?.kinds.includes('name');
  return places.list.links.some(
    (one) => !mayBeReview(one.url) && !isForeign(one) && (hasNames || !isPlaceName(one.url)),
  );
}

/** Reads a list both ways: as links to reviews, and as places. */
function readingOf(source: ListSource): Reading {
  const [asReviews, asPlaces] = [parseSource(source, 'reviews'), parseSource(source, 'places')];
  const found = asReviews.list.links.filter(({ url }) => mayBeReview(url));
  const isOpen = found.length > 0 && !found.some(({ url }) => namesReview(url));
  const reviews = isOpen && isOfPlaces(asReviews, asPlaces) ? 0 : found.length;
  // Beside review links in a sheet, other columns hold names and notes, not more places.
  const read = reviews > 0 && asReviews.table !== null ? asReviews.list : asPlaces.list;
  const lines =
    source.kind === 'text' ? source.text.split(/\r\n|\r|\n/) : source.rows.map((row) => row.join(' '));
  const known = read.links.filter((link) => !isForeign(link));
  return {
    reviews,
    places: known.filter(({ url }) => reviews === 0 || !mayBeReview(url)).length,
    queries: known.filter(({ url }) => !namesReview(url)).map(queryOf),
    unknown: [
      ...read.links.filter(isForeign).map(({ url }) => url),
      ...read.skipped.map((line) => lines[line - 1] ?? ''),
    ],
    other: !isOpen || known.length < 2 ? null : reviews > 0 ? 'place-details' : 'review-visibility',
  };
}

/** The check of one link, in place. `row` and `failure` are null until it ends. */
interface OneCheck {
  readonly url: string;
  readonly row: ListRow | null;
  readonly failure: Failure | null;
}

interface AskOptions extends Pick<Here, 'api' | 'go'>, Pick<ReturnType<typeof createLeaving>, 'mayLeave'> {
  /** Shows a place; the same place again repeats its lookup. */
  readonly findPlace: (query: string) => void;
  /** Begins a list, and shows it. @throws RequestFailed */
  readonly begin: (source: ListSource, type: JobType) => Promise<void>;
}

/** The check of one link, and its result; `forget` takes the result away. */
function createLinkCheck(api: AskOptions['api']) {
  const checked = signal<OneCheck | null>(null);
  const runs = createRuns();
  const checkLink = async (url: string) => {
    const { signal: stopped, isLatest } = runs.begin();
    checked.value = { url, row: null, failure: null };
    const show = (found: Partial<OneCheck>) => {
      if (isLatest()) checked.value = { url, row: null, failure: null, ...found };
    };
    try {
      const body = { urls: [url] };
      const request = { path: 'review-visibility', body, retries: PAGE_RETRIES, signal: stopped };
      const { results } = await api.data(request, hasKey<{ results: Omit<ListLine, 'type'>[] }>('results'));
      const [line] = results;
      if (line !== undefined) show({ row: rowOf(line as ListLine) });
    } catch (error) {
      show({ failure: failureOf(error, stopped) });
    }
  };
  const forget = () => {
    runs.begin();
    checked.value = null;
  };
  return { ...readonly({ checked }), checkLink, forget };
}

/** The input of every page. It reads anything: links, places, texts and sheets. */
export function createAsk({ api, go, mayLeave, findPlace, begin }: AskOptions) {
  const listed = signal<Listed>('reviews');
  const input = createListInput({ listed, maxBytes: MAX_FILE, keepsTextFiles: true });
  /** True while the field takes several lines. */
  const isList = signal(false);
  const reading = computed(() => readingOf(input.settledSource.value));
  effect(() => {
    listed.value = reading.value.reviews > 0 || reading.value.places === 0 ? 'reviews' : 'places';
  });
  /** What a text of one line asks for, as the service reads it; null for a list. */
  const one = computed(() => {
    const text = input.text.value.trim();
    const { reviews, places: found } = reading.value;
    return isList.value || text === '' || reviews + found > 1 ? null : pastedQuery(text);
  });
  /** Counts the times when the field must take the focus, because its other form or another text is shown. */
  const focusing = signal(0);
  const linkCheck = createLinkCheck(api);
  /** Why the list was not taken; null = it was, or none was sent. */
  const failure = signal<Failure | null>(null);
  const isSending = signal(false);
  const clear = () => {
    input.clear();
    isList.value = false;
    failure.value = null;
  };
  /** Sends the list. What could not be sent stays in the field. */
  const beginAs = async (type: JobType) => {
    if (isSending.value || !mayLeave()) return;
    input.settle();
    isSending.value = true;
    failure.value = null;
    try {
      const source = input.source.value;
      await begin(source, type);
      // What was typed meanwhile was not sent.
      if (input.source.value === source) clear();
    } catch (error) {
      failure.value = failureOf(error, new AbortController().signal);
    }
    isSending.value = false;
  };
  const find = (query: string) => {
    clear();
    findPlace(query);
  };
  return {
    ...readonly({ failure, isSending }),
    ...linkCheck,
    input,
    isList,
    focusing,
    reading,
    one,
    /** Lets the field take several lines; `added` is put below its text. */
    openList: (added = '') => {
      input.text.value = [input.text.value.trim(), added].filter(Boolean).join('\n');
      isList.value = true;
      focusing.value += 1;
    },
    /** Empties the field. */
    close: () => {
      clear();
      focusing.value += 1;
    },
    beginAs,
    find,
    readReviews: (place: string) => {
      clear();
      go(reviewsOf(place));
    },
    /** Whether the list has Place IDs only, so that the reviews of all places can be read. */
    hasPlaceIds: computed(() => {
      const { reviews, queries } = reading.value;
      return reviews === 0 && queries.length > 1 && queries.every(isIdentifier);
    }),
    /** Does what the text most likely asks for: checks its link or list, or shows its place. */
    start: () => {
      const asked = one.value;
      const { reviews, queries } = reading.value;
      const { list, table } = input.own.value;
      const [first, ...others] = queries;
      const [link] = list.links;
      if (reviews === 1 && list.links.length === 1 && table === null && link !== undefined)
        void linkCheck.checkLink(link.url);
      else if (reviews > 0) void beginAs('review-visibility');
      else if (asked !== null) find(asked.kind === 'review' ? asked.url : asked.query);
      else if (others.length > 0) void beginAs('place-details');
      else if (first !== undefined) find(first);
    },
  };
}
