import { Feed } from 'feed';
import { placeLink } from '../../core/provider/urls.js';
import type { Language } from '../../core/published/language.js';
import { html } from '../../kit/page/html.js';
import { eventLines, eventTexts, eventTitle } from '../watch/event-texts.js';
import { type LocalTime, ownWatch, publishEvent, selectEvents } from '../watch/publish-watch.js';
import type { Database } from '../watch/schema.js';

const MAX_ENTRIES = 50;
/** Everything that XML 1.0 cannot hold, also half of a pair of surrogates. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Reads the newest events as an Atom 1.0 feed. */
export function createFeed({ db, localTime }: { readonly db: Database; readonly localTime: LocalTime }) {
  /**
   * The newest 50 events of a watch, or of all watches of the owner if `watchId` is null.
   * @throws AppError `watch_not_found`
   */
  return async (owner: string, watchId: string | null, language: Language): Promise<string> => {
    const watch = watchId === null ? undefined : await ownWatch(db, owner, watchId);
    let events = selectEvents(db).where('event.owner', '=', owner);
    if (watchId !== null) events = events.where('event.watch_id', '=', watchId);
    const rows = await events.orderBy('seq', 'desc').limit(MAX_ENTRIES).execute();
    const names = [eventTexts(language)('word.watched'), watch?.label ?? watch?.subject];
    const title = names.filter(Boolean).join(': ');
    const feed = new Feed({
      id: urn(watchId ?? `owner:${owner}`),
      // The package takes "&amp;" for an ampersand that is escaped already.
      title: title.replace(NO_XML, '').replaceAll('&', '&amp;'),
      updated: new Date(rows[0]?.at ?? watch?.created_at ?? 0),
      ...{ generator: 'place-lookup', author: { name: 'place-lookup' } },
    });
    for (const row of rows) {
      const event = publishEvent(row, localTime);
      const content = eventLines(language, event).map((line) => `<p>${asHtml(line)}</p>`);
      // Where a person sees the subject: the review, or the place.
      const link = event.review_url ?? '';
      feed.addItem({
        ...{ id: urn(row.id), title: asHtml(eventTitle(language, event)), date: new Date(row.at) },
        link: /^https:/i.test(link) && URL.canParse(link) ? link : placeLink(row.subject),
        ...{ content: content.join(''), category: [{ term: row.type }] },
      });
    }
    return feed.atom1();
  };
}

const urn = (id: string) => `urn:place-lookup:${encodeURIComponent(id)}`;

/** A text as HTML. */
function asHtml(text: string): string {
  return html`${text.replace(NO_XML, '')}`.markup.replaceAll('\n', '<br>');
}
