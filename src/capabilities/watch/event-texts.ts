import type { Language, Words } from '../../core/published/language.js';
import { shortened, shortenedPair } from '../../core/published/shortened.js';
import { createFormats } from '../../core/texts/formats.js';
import { caveatText, noticeLabel, reasonText, troubleText } from '../../core/texts/outcomes.js';
import type { EventData, EventSide, EventType } from './published.js';

// The texts of watch events for e-mails, feeds, files, console and command line. They say what is shown. They never say
// why it is different or who changed it.

export const EVENT_TITLES: Readonly<Record<EventType, Words>> = {
  'review.appeared': { pl: 'Pojawiła się opinia', en: 'A review appeared' },
  'review.edited': { pl: 'Opinia się zmieniła', en: 'A review is different' },
  'reply.appeared': { pl: 'Pojawiła się odpowiedź właściciela', en: "The owner's reply appeared" },
  'reply.edited': { pl: 'Odpowiedź właściciela się zmieniła', en: "The owner's reply is different" },
  'reply.withdrawn': {
    pl: 'Odpowiedzi właściciela już nie widać',
    en: "The owner's reply is not shown any more",
  },
  'review.not_visible': { pl: 'Opinii już nie widać', en: 'A review is not shown any more' },
  'review.missing': {
    pl: 'Opinii nie ma na liście, brak wyniku sprawdzenia',
    en: 'A review is missing without a verdict',
  },
  'review.visible_again': { pl: 'Opinię znów widać', en: 'A review is shown again' },
  'place.rating_changed': {
    pl: 'Średnia lub liczba opinii jest inna',
    en: 'Rating or review count is different',
  },
  'notice.changed': { pl: 'Komunikaty o miejscu są inne', en: 'The notices about the place are different' },
  'place.closed': { pl: 'Miejsce jest oznaczone jako zamknięte', en: 'The place is shown as closed' },
  'place.reopened': {
    pl: 'Miejsce nie jest już oznaczone jako zamknięte',
    en: 'The place is no longer shown as closed',
  },
  'place.moved': {
    pl: 'Miejsce ma inny adres lub inną wizytówkę',
    en: 'The place has another address or id',
  },
  'place.gone': {
    pl: 'Miejsca nie ma już na mapie',
    en: 'The place is not shown on the map any more',
  },
  'place.shown_again': { pl: 'Miejsce znów jest na mapie', en: 'The place is shown on the map again' },
  'watch.trouble': { pl: 'Sprawdzanie się nie udaje', en: 'Checks of the subject fail' },
  'watch.recovered': { pl: 'Sprawdzanie znów się udaje', en: 'Checks of the subject succeed again' },
};

const LABELS: Readonly<Record<keyof EventSide, Words>> = {
  rating: { pl: 'Średnia', en: 'Rating' },
  review_count: { pl: 'Liczba opinii', en: 'Review count' },
  stars: { pl: 'Gwiazdki', en: 'Stars' },
  text: { pl: 'Treść', en: 'Text' },
  photo_count: { pl: 'Liczba zdjęć', en: 'Number of photos' },
  reply: { pl: 'Odpowiedź właściciela', en: "Owner's reply" },
  visibility_reason: { pl: 'Wynik sprawdzenia', en: 'Result of the check' },
  notices: { pl: 'Komunikaty', en: 'Notices' },
  closed: { pl: 'Zamknięte', en: 'Closed' },
  address: { pl: 'Adres', en: 'Address' },
  place_id: { pl: 'Place ID', en: 'Place ID' },
  trouble: { pl: 'Powód', en: 'Reason' },
};

const WORDS = {
  label: { pl: 'Nazwa własna', en: 'Label' },
  place: { pl: 'Miejsce', en: 'Place' },
  author: { pl: 'Autor', en: 'Author' },
  link: { pl: 'Link', en: 'Link' },
  found: { pl: 'Sprawdzono', en: 'Checked' },
  between: { pl: 'Przestała być widoczna między', en: 'It stopped being shown between' },
  and: { pl: 'a', en: 'and' },
  lastSeen: { pl: 'Ostatnio widziana', en: 'Last seen' },
  missingSince: { pl: 'Nie ma jej na liście od', en: 'Not in the list since' },
  was: { pl: 'przedtem', en: 'before' },
  unknown: { pl: 'brak danych', en: 'unknown' },
  nothing: { pl: 'brak', en: 'none' },
  starsOnly: { pl: '(bez treści)', en: '(no text)' },
  no: { pl: 'nie', en: 'no' },
  otherRating: { pl: 'Średnia ocen jest inna', en: 'The rating is different' },
  otherCount: { pl: 'Liczba opinii jest inna', en: 'The review count is different' },
  temporarily: { pl: 'tymczasowo', en: 'temporarily' },
  permanently: { pl: 'na stałe', en: 'permanently' },
} as const;

/** Shown with a review that is missing without a verdict. */
const NO_VERDICT: Words = {
  pl: 'Osobne sprawdzenie tej opinii nie dało jeszcze wyniku. Brak na liście nie znaczy, że opinii nie widać.',
  en: 'No check of the own page of this review has a result yet. A list that lacks a review does not prove that the review is not shown.',
};
/** Shown with a loss beside another visible review of the same author. */
export const SAME_AUTHOR: Words = {
  pl: 'Inna opinia tej samej osoby o tym miejscu jest widoczna. Być może zastąpiła tę opinię.',
  en: 'Another review of the same author of this place is shown. It may have replaced this review.',
};
/** Shown with failing checks. */
export const NO_JUDGEMENT: Words = {
  pl: 'Nieudane sprawdzenie nic nie mówi o samym miejscu ani o opiniach.',
  en: 'A failed check says nothing about the place or its reviews.',
};

const FORMATS = { pl: createFormats('pl'), en: createFormats('en') } as const;

const MAX_TEXT = 2_000;

/** The title of an event. Of rating and review count it names what is different. */
export function titleOf(language: Language, { type, after }: Pick<EventData, 'type' | 'after'>): string {
  if (type !== 'place.rating_changed') return EVENT_TITLES[type][language];
  if (after?.rating === undefined) return WORDS.otherCount[language];
  return after.review_count === undefined ? WORDS.otherRating[language] : EVENT_TITLES[type][language];
}

/** Between which two moments a review was lost, as far as it is known; null = the event is no loss. `moment` writes a time. */
export function lossText(
  language: Language,
  event: Pick<EventData, 'type' | 'last_seen_at' | 'first_missed_at'>,
  moment = (at: string) => at,
): string | null {
  const words = (text: Words) => text[language];
  const { type } = event;
  const [seen, missed] = [event.last_seen_at, event.first_missed_at].map((at) =>
    at == null ? null : moment(at),
  );
  const last = seen == null ? [] : [`${words(WORDS.lastSeen)}: ${seen}`];
  if (type === 'review.missing')
    return (
      [...last, ...(missed == null ? [] : [`${words(WORDS.missingSince)}: ${missed}`])].join('. ') || null
    );
  if (type !== 'review.not_visible' || missed == null || seen == null) return null;
  return `${words(WORDS.between)} ${seen} ${words(WORDS.and)} ${missed}`;
}

/** The title of an event with the name of its subject, on one line. */
export function eventTitle(language: Language, event: EventData): string {
  const { label, place_name } = event;
  const title = titleOf(language, event);
  const subject = label ?? place_name;
  return subject === null ? title : `${title}: ${subject.replace(/\s+/g, ' ')}`;
}

/**
 * The text of an event, as lines. A line with the text of a review may contain line breaks. Texts longer than `maxText`
 * characters are cut.
 */
export function eventLines(language: Language, event: EventData, maxText = MAX_TEXT): string[] {
  const { label, place_name, author, review_url, at } = event;
  const named = [
    [WORDS.label, label],
    [WORDS.place, place_name],
    [WORDS.author, author],
    [WORDS.link, review_url],
    [WORDS.found, at],
  ] as const;
  const changes = eventChanges(language, event, maxText).map(({ field, before: was, after: is }) => {
    const old = was === null || is === null ? '' : ` (${WORDS.was[language]}: ${was})`;
    return `${field}: ${is ?? was}${old}`;
  });
  return [
    ...named.flatMap(([words, value]) => (value === null ? [] : [`${words[language]}: ${value}`])),
    ...[lossText(language, event)].filter((text) => text !== null),
    ...changes,
    ...(event.type === 'review.missing' ? [NO_VERDICT[language]] : []),
    ...(event.same_author_review_id === null ? [] : [SAME_AUTHOR[language]]),
    ...(event.type === 'review.not_visible' ? [caveatText(language, 'notShown')] : []),
    ...(event.type === 'watch.trouble' ? [NO_JUDGEMENT[language]] : []),
  ];
}

/** A field of an event in words; `before` or `after` is null when that side does not have the field. */
export interface EventChange {
  readonly name: keyof EventSide;
  /** `name` in words. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The fields that differ between `before` and `after`. Texts longer than `maxText` characters are cut around their first
 * difference.
 */
export function eventChanges(
  language: Language,
  { before, after }: Pick<EventData, 'before' | 'after'>,
  maxText = MAX_TEXT,
): EventChange[] {
  return (Object.keys(LABELS) as (keyof EventSide)[]).flatMap((name) => {
    const was = valueText(language, before, name);
    const is = valueText(language, after, name);
    if (was === is || (was ?? is) === null) return [];
    const one = (side: string | null) => (side === null ? null : shortened(side, maxText, language));
    const sides =
      was === null || is === null ? [one(was), one(is)] : shortenedPair(was, is, maxText, language);
    const [cutBefore = null, cutAfter = null] = sides;
    return [{ name, field: LABELS[name][language], before: cutBefore, after: cutAfter }];
  });
}

/** The value of a field in words; null = the event does not have this field. */
function valueText(language: Language, side: EventSide | null, name: keyof EventSide): string | null {
  if (side === null || side[name] === undefined) return null;
  const { notices, visibility_reason: reason, closed, trouble } = side;
  if (name === 'notices' && notices !== undefined)
    return (
      notices.map(({ kind, text }) => text || noticeLabel(language, kind)).join('; ') ||
      WORDS.nothing[language]
    );
  if (name === 'visibility_reason' && reason !== undefined) return reasonText(language, reason);
  if (name === 'trouble' && trouble !== undefined) return troubleText(language, trouble);
  if (name === 'closed') return WORDS[closed ?? 'no'][language];
  const value = side[name];
  if (typeof value === 'number') return FORMATS[language][name === 'rating' ? 'decimal' : 'number'](value);
  if (value === null) return WORDS[name === 'reply' ? 'nothing' : 'unknown'][language];
  if (value === '') return WORDS.starsOnly[language];
  return String(value);
}
