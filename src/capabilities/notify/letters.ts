import { oneLine } from '../../core/published/one-line.js';
import { catalogue } from '../../core/texts/catalogue.js';
import { countsText } from '../../kit/lists/list-counts.js';
import { eventLines, eventTitle, titleOf } from '../watch/event-texts.js';
import type { EventData } from '../watch/published.js';
import type { Row } from '../watch/schema.js';
import type { Letter, Parcel } from './carrier.js';
import { en } from './en.js';
import { pl } from './pl.js';
import { hasStarRule, rulesIn } from './rules.js';

/** The texts of e-mails and messages. */
export const notifyTexts = catalogue(en, pl);

/** What a person reads of events. `base`: the address of the console, with `/` at its end; undefined = not known. */
export function letterOf(
  channel: Pick<Row<'channel'>, 'kind' | 'language' | 'types' | 'rules'>,
  { events, job, cover }: Parcel,
  base: string | undefined,
): Letter {
  const { language } = channel;
  const t = notifyTexts(language);
  const [first] = events;
  const back = (address: string) => (base === undefined ? [] : [`${t('mail.console')}: ${base}#/${address}`]);
  if (job !== undefined) {
    const lines = [countsText(language, job), ...back(`lists/${job.id}`)];
    return { subject: t('mail.job', { total: job.total }), paragraphs: [lines.join('\n')] };
  }
  if (first === undefined && cover !== undefined) return cover;
  if (first === undefined) {
    const text = t(channel.kind === 'chat' ? 'mail.testChat' : 'mail.testText');
    return { subject: t('mail.test'), paragraphs: [text] };
  }
  const paragraphs = events.map((event) => {
    const isUnknown = hasStarRule(rulesIn(channel), event) && event.stars === null;
    return [
      titleOf(language, event),
      ...eventLines(language, onOneLine(event)),
      ...(isUnknown ? [t('mail.starsUnknown')] : []),
      ...back(`clients/${event.watch_id}`),
    ].join('\n');
  });
  const subject =
    events.length === 1 ? eventTitle(language, first) : t('mail.digest', { count: events.length });
  return { subject, paragraphs: [...paragraphs, ...(cover?.paragraphs ?? [])] };
}

/** An event whose names cannot pass for other lines of the letter. */
function onOneLine(event: EventData): EventData {
  const one = (text: string | null) => text && oneLine(text);
  const { label, place_name, author, review_url } = event;
  const names = { label: one(label), place_name: one(place_name), author: one(author) };
  return { ...event, ...names, review_url: one(review_url) };
}

/** A text without signs that move the cursor or turn the direction of writing; line breaks stay. */
export function withoutControls(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '');
}
