import type { Language } from '../../core/published/language.js';
import { oneLine } from '../../core/published/one-line.js';
import { shortened, shortenedPair } from '../../core/published/shortened.js';
import { catalogue } from '../../core/texts/catalogue.js';
import { createFormats } from '../../core/texts/formats.js';
import { caveatText, noticeLabel, outcomeText, reasonText } from '../../core/texts/outcomes.js';
import type { Column } from '../../kit/lists/table.js';
import { en } from './en.js';
import { pl } from './pl.js';
import type { EventData, EventSide, EventType, WatchData } from './published.js';

// The texts of watch events for e-mails, files, console and command line. They say what is shown. They never say
// why it is different or who changed it.

export const eventTexts = catalogue(en, pl);
type EventKey = keyof typeof en;
type Label = EventKey extends infer Key ? (Key extends `label.${infer Name}` ? Name : never) : never;

const keysOf = (kind: string): string[] =>
  Object.keys(en).flatMap((key) => (key.startsWith(kind) ? [key.slice(kind.length)] : []));

/** Every type of event, in the order of their texts. */
export const TITLED_TYPES = keysOf('title.') as readonly EventType[];
const LABELS = keysOf('label.') as readonly (Label & keyof EventSide)[];

const FORMATS = { pl: createFormats('pl'), en: createFormats('en') } as const;

const MAX_TEXT = 2_000;

/** The title of an event. Of rating and review count it names what is different. */
export function titleOf(language: Language, { type, after }: Pick<EventData, 'type' | 'after'>): string {
  const t = eventTexts(language);
  if (type !== 'place.rating_changed') return t(`title.${type}`);
  if (after?.rating === undefined) return t('word.otherCount');
  return t(after.review_count === undefined ? 'word.otherRating' : `title.${type}`);
}

/** Between which two moments a review was lost, as far as known; null = the event reports no loss. `moment` writes a time. */
export function lossText(
  language: Language,
  event: Pick<EventData, 'type' | 'last_seen_at' | 'first_missed_at'>,
  moment = (at: string) => at,
): string | null {
  const t = eventTexts(language);
  const { type } = event;
  const [seen, missed] = [event.last_seen_at, event.first_missed_at].map((at) =>
    at == null ? null : moment(at),
  );
  const last = seen == null ? [] : [`${t('word.lastSeen')}: ${seen}`];
  if (type === 'review.missing')
    return [...last, ...(missed == null ? [] : [`${t('word.missingSince')}: ${missed}`])].join('. ') || null;
  if (type !== 'review.not_visible' || missed == null || seen == null) return null;
  return `${t('word.between')} ${seen} ${t('word.and')} ${missed}`;
}

const MAX_NAME = 60;
const MAX_QUOTE = 80;

/** What a watch is called by. */
type NameFields = 'kind' | 'label' | 'place_name' | 'author' | 'subject';

/**
 * The title of an event on one line, with its subject, such as "1★ Client: „Too long.”" of a new review. Other events
 * have their title before it.
 */
export function eventTitle(language: Language, event: EventData): string {
  const { type, label, place_name, before, after } = event;
  const stars = event.stars ?? after?.stars ?? before?.stars ?? null;
  // Two places of one client are told apart.
  const names = new Set([event.client, label ?? place_name].filter((name) => name !== null));
  const name = [...names].map((one) => firstOf(oneLine(one), MAX_NAME)).join(', ');
  const about = [stars && `${stars}★`, name].filter(Boolean).join(' ');
  const text = firstOf(oneLine(after?.text ?? before?.text ?? ''), MAX_QUOTE);
  const isNew = type === 'review.appeared' && stars !== null;
  const title = [isNew ? '' : titleOf(language, event), about].filter(Boolean).join(': ');
  return text === '' ? title : `${title}: „${text}”`;
}

/** The first `max` characters of a text. */
export function firstOf(text: string, max: number): string {
  const characters = Array.from(text);
  const start = characters.slice(0, max - 1).join('');
  return characters.length <= max ? text : `${start.trimEnd()}…`;
}

/**
 * How people call a watch: by the user's own name, else by the place, and a review by its author. A watch that no check
 * has seen is called by the end of its id, never by its link.
 */
export function watchName(language: Language, watch: Pick<WatchData, NameFields>): string {
  const { kind, label, place_name: place, author, subject } = watch;
  if (label !== null) return label;
  const t = eventTexts(language);
  const ends = subject.match(/[\w-]{6,}/g) ?? [];
  const short = `…${ends.at(-1)?.slice(-9) ?? ''}`;
  if (kind === 'place') return place ?? `${t('word.place')} ${short}`;
  const known = [place, author].filter(Boolean);
  return `${t('word.review')} ${known.length === 0 ? short : `· ${known.join(' · ')}`}`;
}

/**
 * The text of an event, as lines. A line with the text of a review may contain line breaks. Texts longer than `maxText`
 * characters are cut.
 */
export function eventLines(language: Language, event: EventData, maxText = MAX_TEXT): string[] {
  const { label, place_name, author, review_url, at, type } = event;
  const t = eventTexts(language);
  const named = [
    ['word.label', label],
    ['word.client', event.client],
    ['word.place', place_name],
    ['word.author', author],
    ['word.published', event.published_at],
    ['word.edited', event.edited_at],
    ['word.link', review_url],
    ['word.found', at],
  ] as const;
  const changes = eventChanges(language, event, maxText).map(({ field, before: was, after: is }) => {
    const old = was === null || is === null ? '' : ` (${t('word.was')}: ${was})`;
    return `${field}: ${is ?? was}${old}`;
  });
  return [
    ...named.flatMap(([key, value]) => (value === null ? [] : [`${t(key)}: ${value}`])),
    ...[lossText(language, event)].filter((text) => text !== null),
    ...changes,
    ...(type === 'review.not_visible' || type === 'review.missing'
      ? reviewLines(language, event, maxText)
      : []),
    ...(event.type === 'review.missing' ? [t('noVerdict')] : []),
    ...(event.same_author_review_id === null ? [] : [t('sameAuthor')]),
    ...(event.type === 'review.not_visible' ? [caveatText(language, 'notShown')] : []),
    ...(event.type === 'watch.trouble' ? [t('noJudgement')] : []),
  ];
}

/** Stars and text of the review that an event is about, as far as they are kept. */
function reviewLines(language: Language, { stars, text }: EventData, maxText: number): string[] {
  return eventChanges(language, { before: null, after: { stars, text } }, maxText).flatMap(
    ({ name, field, after }) => (name === 'text' && text === null ? [] : [`${field}: ${after}`]),
  );
}

/** The columns of a table of events. Its times are local: the first column with times names their zone. */
export function eventFields(language: Language, zone: string): Column<EventData>[] {
  const t = eventTexts(language);
  const own = (header: string, value: Column<EventData>['value']) =>
    ({ header, value, form: 'own' }) as const;
  return [
    own(t('word.number'), ({ seq }) => seq),
    own(`${t('word.found')} (${zone})`, ({ at }) => at),
    own(t('word.event'), (event) => titleOf(language, event)),
    own(t('word.client'), ({ client }) => client),
    own(t('word.label'), ({ label }) => label),
    own(t('word.place'), ({ place_name }) => place_name),
    own(t('word.author'), ({ author }) => author),
    own(t('label.stars'), ({ stars }) => stars),
    own(t('label.text'), ({ text }) => text),
    own(t('word.published'), ({ published_at }) => published_at),
    own(t('word.edited'), ({ edited_at }) => edited_at),
    own(t('word.lastSeen'), ({ last_seen_at }) => last_seen_at),
    own(t('word.missingSince'), ({ first_missed_at }) => first_missed_at),
    own(t('word.link'), ({ review_url }) => review_url),
    own(t('word.done'), ({ done_at }) => done_at),
    own(t('word.doneBy'), ({ done_by }) => done_by),
    own(t('word.watch'), ({ watch_id }) => watch_id),
  ];
}

/** A field of an event in words; `before` or `after` is null when that side does not have the field. */
interface EventChange {
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
  const t = eventTexts(language);
  return LABELS.flatMap((name) => {
    const was = valueText(language, before, name);
    const is = valueText(language, after, name);
    if (was === is || (was ?? is) === null) return [];
    const one = (side: string | null) => (side === null ? null : shortened(side, maxText, language));
    const sides =
      was === null || is === null ? [one(was), one(is)] : shortenedPair(was, is, maxText, language);
    const [cutBefore = null, cutAfter = null] = sides;
    return [{ name, field: t(`label.${name}`), before: cutBefore, after: cutAfter }];
  });
}

/** Fields that the views show in their own way: texts, stars as signs, reasons as sentences. */
const SHOWN_APART: ReadonlySet<keyof EventSide> = new Set(['text', 'reply', 'visibility_reason']);

/**
 * The figures and facts in which the sides of an event, or two versions of a review, differ, in words. `apart`: fields that
 * the caller words in its own way.
 */
export function changedFacts(
  language: Language,
  before: EventSide | null,
  after: EventSide | null,
  apart: readonly (keyof EventSide)[] = [],
): string[] {
  return eventChanges(language, { before, after }).flatMap(({ name, field, before: was, after: is }) => {
    if (SHOWN_APART.has(name) || apart.includes(name) || is === null) return [];
    if (was !== null) return [`${field}: ${was} → ${is}`];
    // A review that appeared has its facts on one side; an event of failing checks has only their reason.
    return name === 'trouble' ? [`${field}: ${is}`] : [];
  });
}

/** Why a check could not tell the state of its subject, or why a watch needs attention although its checks have results. */
export function troubleText(language: Language, trouble: string): string {
  const t = eventTexts(language);
  if (trouble === 'field_unreadable' || trouble === 'other_place') return t(`trouble.${trouble}`);
  return outcomeText(language, trouble);
}

/** Why a review is not visible. The link of a review that was seen is whole. */
export function whyLost(language: Language, reason: string, wasSeen = true): string {
  const isWhole = wasSeen && reason === 'no_business_data';
  return isWhole ? eventTexts(language)('word.noPlace') : reasonText(language, reason);
}

/** The value of a field in words; null = the event does not have this field. */
function valueText(language: Language, side: EventSide | null, name: keyof EventSide): string | null {
  if (side === null || side[name] === undefined) return null;
  const t = eventTexts(language);
  const { notices, visibility_reason: reason, closed, trouble } = side;
  if (name === 'notices' && notices !== undefined)
    return (
      notices.map(({ kind, text }) => text || noticeLabel(language, kind)).join('; ') || t('word.nothing')
    );
  if (name === 'visibility_reason' && reason !== undefined) return whyLost(language, reason);
  if (name === 'trouble' && trouble !== undefined) return troubleText(language, trouble);
  if (name === 'closed') return t(`word.${closed ?? 'no'}`);
  const value = side[name];
  if (typeof value === 'number') return FORMATS[language][name === 'rating' ? 'decimal' : 'number'](value);
  if (value === null) return t(name === 'reply' ? 'word.nothing' : 'word.unknown');
  if (value === '') return t('word.starsOnly');
  return String(value);
}
