import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorKey, hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { ALL_CLIENTS } from '../../../src/core/api/state.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { onWatching, type WatchingHttp } from '../../support/watching-http.js';

// What was deleted on request is in no file of DATA_DIR any more, also not in the write-ahead log.

const AUTHOR = '110483770106878901976';
const TEXT = 'Gburowata obsługa, nie polecam tego lokalu nikomu.';

/** The files of the folder that have the text anywhere. */
const filesWith = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(TEXT))
    .map(({ name }) => name);

/** Writes a watch with a review of the author, and returns the id of the watch. */
async function record({ db, watch }: WatchingHttp): Promise<string> {
  const owner = watch.ownerOf(ALL_CLIENTS.name);
  const made = inventedRecord(db);
  const id = await made.watch({ owner });
  const author_key = authorKey(await hashKeyOf(db), AUTHOR);
  await made.review(id, { author_key }, [{ author: 'Jan', text: TEXT, stars: 1 }]);
  return id;
}

test(
  'a forgotten text is in no file of the data',
  onWatching({}, async (service) => {
    await record(service);
    expect(filesWith(service.folder)).toEqual(['watch.db-wal']);
    const { status, body } = await service.ask('POST', 'forget-author', { author: AUTHOR });
    expect([status, body.reviews]).toEqual([200, 1]);
    expect(filesWith(service.folder)).toEqual([]);
  }),
);

test(
  'the texts of a removed watch are in no file of the data',
  onWatching({}, async (service) => {
    const id = await record(service);
    expect((await service.ask('DELETE', `watches/${id}`)).status).toBe(200);
    expect(filesWith(service.folder)).toEqual([]);
  }),
);
