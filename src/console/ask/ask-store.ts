import { computed, effect, signal } from '@preact/signals';
import { isMapLink, mayBeReview, namesReview, pastedQuery } from '../../kit/lists/links-in-lists.js';
import { type Listed, type ListedLink, queryOf } from '../../kit/lists/read-list.js';
import type { Here } from '../../kit/ui/context.js';
import { createListInput, type ListSource, parseSource } from '../../kit/ui/input/source.js';
import { reviewsOf } from '../../kit/ui/state/route.js';
import type { Kept } from '../kept.js';
import type { LinkCheck } from '../links/links-store.js';

/** Maximum bytes of a list. Longer lists need a job. */
const MAX_FILE = 5_000_000;

/** What the input was taken for. */
interface Reading {
  /** Number of links that name a review, or whose target is unknown until it is followed. */
  readonly reviews: number;
  /** Number of names, links and identifiers of places. */
  readonly places: number;
  /** What can be looked up as a place: the places, and links whose target is unknown. */
  readonly queries: readonly string[];
  /** Links to other sites, and lines without a link. */
  readonly unknown: readonly string[];
}

/** Reads a list both ways: as links to reviews, and as places. */
function readingOf(source: ListSource): Reading {
  const { list, table } = parseSource(source, 'reviews');
  const reviews = list.links.filter(({ url }) => mayBeReview(url)).length;
  // Beside review links in a sheet, other columns hold names and notes, not more places.
  const read = reviews > 0 && table !== null ? list : parseSource(source, 'places').list;
  const isForeign = ({ url }: ListedLink) => /^https?:/i.test(url) && !isMapLink(url);
  const lines =
    source.kind === 'text' ? source.text.split(/\r\n|\r|\n/) : source.rows.map((row) => row.join(' '));
  const known = read.links.filter((link) => !isForeign(link));
  return {
    reviews,
    places: known.filter(({ url }) => !mayBeReview(url)).length,
    queries: known.filter(({ url }) => !namesReview(url)).map(queryOf),
    unknown: [
      ...read.links.filter(isForeign).map(({ url }) => url),
      ...read.skipped.map((line) => lines[line - 1] ?? ''),
    ],
  };
}

interface AskOptions {
  readonly links: LinkCheck;
  readonly go: Here['go'];
  /** Shows a place; the same place again repeats its lookup. */
  readonly findPlace: (query: string) => void;
  readonly kept: Kept<ListSource, never>;
}

/** The input of every page. It reads anything: links, places, texts and sheets. */
export function createAsk({ links, go, findPlace, kept }: AskOptions) {
  const listed = signal<Listed>('reviews');
  const input = createListInput({ listed, maxBytes: MAX_FILE, keepsTextFiles: false });
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
  /** What is typed before the kept source was read is kept afterwards. */
  const isRead = signal(false);
  effect(() => {
    const source = input.settledSource.value;
    if (isRead.value) void kept.begin(input.isEmpty.value ? null : source);
  });
  /** Counts the times when the field must take the focus, because its other form or another text is shown. */
  const focusing = signal(0);
  const show = (source: ListSource) => {
    isList.value = source.kind === 'sheet' || source.text.includes('\n') || source.name !== null;
    input.show(source);
  };
  void kept.read().then((found) => {
    if (found !== null && input.isEmpty.value) show(found.head);
    isRead.value = true;
  });
  const clear = () => {
    input.clear();
    isList.value = false;
  };
  const check = (source: ListSource) => {
    if (links.phase.value === 'checking') return;
    clear();
    go({ view: 'links' });
    void links.start(source);
  };
  const checkAll = () => {
    input.settle();
    check(input.source.value);
  };
  const checkLink = (url: string) => check({ kind: 'text', text: url, name: null });
  const find = (query: string) => {
    clear();
    findPlace(query);
  };
  return {
    input,
    isList,
    focusing,
    reading,
    one,
    /** Shows a source in the field, to be changed. */
    show: (source: ListSource) => {
      show(source);
      focusing.value += 1;
    },
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
    checkLink,
    find,
    readReviews: (place: string) => {
      clear();
      go(reviewsOf(place));
    },
    /** Does what the text most likely asks for: checks its review links, or shows its place. A list of places is a job. */
    start: () => {
      const asked = one.value;
      const { reviews, queries } = reading.value;
      const [first, ...others] = queries;
      if (reviews > 0) checkAll();
      else if (asked !== null) find(asked.kind === 'review' ? asked.url : asked.query);
      else if (first !== undefined && others.length === 0) find(first);
    },
  };
}
