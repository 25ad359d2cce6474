import { createFeed } from '../../../src/capabilities/notify/feed.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { openDom } from '../../support/dom.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { addEvent, addWatch, NOON } from '../../support/watch-rows.js';

const ATOM = 'http://www.w3.org/2005/Atom';

/** Reads a feed as XML; throws where it is not well-formed. */
function parsed(xml: string) {
  const { document } = openDom(xml, { contentType: 'application/xml' }).window;
  const textOf = (element: Element, name: string) =>
    element.getElementsByTagNameNS(ATOM, name).item(0)?.textContent ?? null;
  const feed = document.documentElement;
  expect([feed.namespaceURI, feed.localName]).toEqual([ATOM, 'feed']);
  const entries = [...document.getElementsByTagNameNS(ATOM, 'entry')].map((entry) => ({
    id: textOf(entry, 'id'),
    title: textOf(entry, 'title'),
    updated: textOf(entry, 'updated'),
    content: textOf(entry, 'content'),
    link: entry.getElementsByTagNameNS(ATOM, 'link').item(0)?.getAttribute('href'),
  }));
  return { id: textOf(feed, 'id'), title: textOf(feed, 'title'), updated: textOf(feed, 'updated'), entries };
}

onBothDatabases((create) => {
  let database: WatchDatabase;
  test.beforeEach(async () => {
    database = await open(await create());
  });
  test.afterEach(() => database.close());
  const feedOf = () => createFeed({ db: database.db, localTime: createLocalTime('Europe/Warsaw') });

  test('a feed has the newest events first, with ids that stay', async () => {
    const { db } = database;
    await addWatch(db);
    const link = 'https://www.google.com/maps/reviews/y?a=1&b=2';
    await addWatch(db, { id: 'w_2', subject: link, kind: 'review', label: null });
    await addEvent(db, 1, []);
    const later = { type: 'review.not_visible', at: NOON + 60_000, before: null };
    await addEvent(db, 2, [], { watch_id: 'w_2', ...later });
    const feed = feedOf();
    const all = await feed('me', null, 'pl');
    expect(await feed('me', null, 'pl')).toBe(all);
    expect(parsed(all)).toMatchObject({
      id: 'urn:place-lookup:owner%3Ame',
      title: 'Obserwowane',
      updated: '2026-09-14T10:01:00.000Z',
      entries: [
        { id: 'urn:place-lookup:e_2', link },
        {
          id: 'urn:place-lookup:e_1',
          title: 'Średnia ocen jest inna: Hotel',
          updated: '2026-09-14T10:00:00.000Z',
          content: expect.stringContaining('<p>Średnia: 4,4 (przedtem: 4,5)</p>'),
          link: 'https://www.google.com/maps/place/?q=place_id:ChIJplace',
        },
      ],
    });
    const one = parsed(await feed('me', 'w_1', 'en'));
    expect(one).toMatchObject({ id: 'urn:place-lookup:w_1', title: 'Watched: Hotel' });
    expect(one.entries.map(({ id }) => id)).toEqual(['urn:place-lookup:e_1']);
  });

  test('a watch without events has an empty feed, and the watch of another owner is not found', async () => {
    await addWatch(database.db);
    const feed = feedOf();
    expect(parsed(await feed('me', 'w_1', 'pl')).entries).toEqual([]);
    expect(parsed(await feed('nobody', null, 'pl')).entries).toEqual([]);
    await expect(feed('nobody', 'w_1', 'pl')).rejects.toMatchObject({ code: 'watch_not_found' });
    await expect(feed('me', 'w_9', 'pl')).rejects.toMatchObject({ code: 'watch_not_found' });
  });

  test('hostile text stays text, and characters that XML cannot hold are left out', async () => {
    const { db } = database;
    const evil = ']]>&lt;<script>alert("1")</script>&amp;\u0001\ufffe\u001b 🙂';
    await addWatch(db, { label: evil, place: JSON.stringify({ name: evil }) });
    await inventedRecord(db).review('w_1', { review_id: 'r_1', url: 'javascript:alert(1)' }, [
      { author: evil, text: evil, stars: 1 },
    ]);
    const after = JSON.stringify({ text: `${evil}\nline\ud800` });
    await addEvent(db, 1, [], { type: 'review.edited', review_id: 'r_1', before: null, after });
    const { title, entries } = parsed(await feedOf()('me', 'w_1', 'pl'));
    const [entry] = entries;
    const shown = ']]>&lt;<script>alert("1")</script>&amp; 🙂';
    expect(title).toBe(`Obserwowane: ${shown}`);
    // Title and content are HTML in XML: a reader shows them without running anything.
    const asPage = (html: string | null | undefined) => openDom(html ?? '').window.document.body;
    const heading = asPage(entry?.title);
    expect(heading.querySelector('script')).toBe(null);
    const words = ']]>&lt;<script>alert("1")</script>&amp;  🙂';
    expect(heading.textContent).toBe(`Opinia się zmieniła: ${words}: „${words} line”`);
    const page = asPage(entry?.content);
    expect(page.querySelector('script')).toBe(null);
    expect(page.textContent).toContain(`Autor: ${shown}`);
    expect(page.textContent).toContain(`Treść: ${shown}line`);
    expect(entry?.link).toBe('https://www.google.com/maps/place/?q=place_id:ChIJplace');
  });

  test('a feed has at most 50 events', async () => {
    await addWatch(database.db);
    for (let seq = 1; seq <= 55; seq += 1) await addEvent(database.db, seq, []);
    const { entries } = parsed(await feedOf()('me', null, 'pl'));
    expect(entries).toHaveLength(50);
    expect(entries[0]?.id).toBe('urn:place-lookup:e_55');
  });
});
