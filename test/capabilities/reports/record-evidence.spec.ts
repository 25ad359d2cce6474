import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVIDENCE_UNAVAILABLE } from '../../../src/capabilities/evidence/errors.js';
import type { Evidence } from '../../../src/capabilities/evidence/packs.js';
import { createEvidenceStore } from '../../../src/capabilities/reports/evidence-store.js';
import { createEvidenceRecorder } from '../../../src/capabilities/reports/record-evidence.js';
import type { Database, NewRow } from '../../../src/capabilities/watch/schema.js';
import { AppError, PROVIDER_BLOCKED } from '../../../src/core/errors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { testsOnBothDatabases } from '../../support/both-databases.js';
import { message } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord, versionBefore } from '../../support/watch-record.js';
import { usable } from '../../support/watched.js';

const log = createLogger('silent');
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 23, 12);

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packs-'));
});

/** Packs whose verdict `visible` decides by link; `asked` has the links in order. */
function inventedEvidence(visible: (link: string) => boolean = () => false) {
  const asked: string[] = [];
  const seen: unknown[] = [];
  const make: Evidence['make'] = async (link, options) => {
    asked.push(link);
    seen.push(options.seen);
    const isVisible = visible(link);
    return {
      verdict: { is_visible: isVisible, reason: isVisible ? 'visible' : 'no_business_card' },
      ...{ place: null, author: null, madeAt: NOW },
      zip: [Buffer.from(`PK ${link}`)],
    };
  };
  const key = async () => ({}) as Awaited<ReturnType<Evidence['key']>>;
  return { evidence: { make, key }, asked, seen };
}

function recorderOf(db: Database, evidence: Pick<Evidence, 'make' | 'key'>, more: object = {}) {
  const store = createEvidenceStore({ folder, maxBytes: 100_000_000, log });
  const parts = { db, store, evidence, usable, replica: 'one', log, now: () => NOW, hasRoom: () => true };
  return createEvidenceRecorder({ ...parts, ...more });
}

/** A review that is not visible any more, and the event of its loss, which needs a pack. */
async function addLoss(db: Database, event: Partial<NewRow<'event'>> = {}) {
  const record = inventedRecord(db);
  const watch = await record.watch();
  const review_id = await record.review(watch, { url: 'link' });
  await record.event(watch, { id: 'e', at: NOW, review_id, ...event });
  return { record, watch, review_id };
}

const packsIn = (db: Database) => db.selectFrom('event').select(['id', 'evidence']).orderBy('seq').execute();

const onBoth = testsOnBothDatabases({
  'losses have a pack if the watch wants it; other events have none': async (db) => {
    const record = inventedRecord(db);
    for (const evidence of ['never', 'on_loss'] as const) {
      await record.watch({ id: evidence, evidence });
      for (const review of ['gone', 'new'])
        await record.review(evidence, {
          review_id: review,
          url: `link ${evidence} ${review}`,
          status: review === 'gone' ? 'not_visible' : 'visible',
          first_seen_at: NOW - HOUR,
        });
      for (const [review_id, type] of Object.entries({ new: 'review.appeared', gone: 'review.not_visible' }))
        await record.event(evidence, { id: `${evidence}-${review_id}`, at: NOW - HOUR, review_id, type });
      await record.event(evidence, { at: NOW, type: 'review.edited', review_id: 'new' });
    }
    const single = await record.watch({ id: 'single', kind: 'review', subject: 'link of the review' });
    await record.review(single, { review_id: 'r', url: null });
    await record.event(single, { id: 'single-gone', at: NOW, review_id: 'r' });
    const { evidence, asked } = inventedEvidence();
    const recorder = recorderOf(db, evidence);
    expect(await recorder.tick()).toBe(2);
    expect(asked).toEqual(['link on_loss gone', 'link of the review']);
    const packs = ['on_loss-gone.zip', 'single-gone.zip'];
    expect((await packsIn(db)).flatMap((row) => row.evidence ?? [])).toEqual(packs);
    expect(readdirSync(folder).sort()).toEqual(packs);
    expect(await recorder.tick()).toBe(0);
    expect(asked).toHaveLength(2);
  },

  'a verdict that contradicts the event, or cannot be proven, leaves no pack': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch();
    await record.review(watch, { review_id: 'back', url: 'back' });
    await record.review(watch, { review_id: 'blocked', url: 'blocked' });
    await record.review(watch, { review_id: 'no link', url: null });
    for (const review_id of ['back', 'blocked', 'no link']) await record.event(watch, { at: NOW, review_id });
    let clock = NOW;
    const { evidence, asked } = inventedEvidence((link) => {
      if (link === 'blocked') throw new AppError(PROVIDER_BLOCKED, message('providerUnreachable'));
      return true;
    });
    const recorder = recorderOf(db, evidence, { now: () => clock });
    for (const [minutes, links] of [
      [0, ['back', 'blocked']],
      [4, []],
      [5, ['blocked']],
      [24, []],
      [25, ['blocked']],
      [24 * 60 + 1, []],
    ] as const) {
      clock = NOW + minutes * 60_000;
      asked.splice(0);
      await recorder.tick();
      expect(asked, `after ${minutes} minutes`).toEqual(links);
    }
    expect((await packsIn(db)).every((row) => row.evidence === null)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  },

  'a pack that ends its process waits longer each time': async (db) => {
    await addLoss(db);
    const { key } = inventedEvidence().evidence;
    const begun: number[] = [];
    for (const minutes of [0, 9, 11, 22, 30, 32, 60, 110, 120]) {
      const asked = deferred<void>();
      // It never ends, as if its process was killed.
      const make = () => {
        begun.push(minutes);
        asked.resolve();
        return new Promise<never>(() => undefined);
      };
      const recorder = recorderOf(db, { key, make }, { now: () => NOW + minutes * 60_000 });
      await Promise.race([recorder.tick(), asked.promise]);
    }
    expect(begun).toEqual([0, 11, 32, 120]);
  },

  'a restart finds the events of the last 24 hours that need a pack': async (db) => {
    const { record, watch, review_id } = await addLoss(db, { id: 'old', at: NOW - 24 * HOUR - 1 });
    await record.event(watch, { id: 'young', at: NOW - 23 * HOUR, review_id });
    let isClosed = false;
    const make: Evidence['make'] = (_link, _options, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isClosed = true;
          reject(signal.reason);
        });
        void first.close();
      });
    const first = recorderOf(db, { ...inventedEvidence().evidence, make });
    expect(await first.tick()).toBe(0);
    expect(isClosed).toBe(true);
    expect(await recorderOf(db, inventedEvidence().evidence).tick()).toBe(1);
    expect(readdirSync(folder)).toEqual(['young.zip']);
  },

  'replicas make packs in turns, and a frozen replica loses its turn': async (db) => {
    await addLoss(db);
    const [frozen, begun] = [deferred<void>(), deferred<void>()];
    const late = inventedEvidence();
    const slow: Evidence['make'] = async (...given) => {
      begun.resolve();
      await frozen.promise;
      return late.evidence.make(...given);
    };
    const first = recorderOf(db, { ...late.evidence, make: slow }, { replica: 'frozen' });
    const firstRun = first.tick();
    await begun.promise;
    const other = inventedEvidence();
    expect(await recorderOf(db, other.evidence, { replica: 'two' }).tick()).toBe(0);
    const after = { replica: 'two', now: () => NOW + 11 * 60_000 };
    expect(await recorderOf(db, other.evidence, after).tick()).toBe(1);
    frozen.resolve();
    await firstRun;
    expect(await packsIn(db)).toEqual([{ id: 'e', evidence: 'e.zip' }]);
    expect(readdirSync(folder)).toEqual(['e.zip']);
  },

  'an event that is deleted while its pack is made leaves no file': async (db) => {
    const { watch } = await addLoss(db);
    const { evidence } = inventedEvidence();
    const make: Evidence['make'] = async (...given) => {
      await db.deleteFrom('watch').where('id', '=', watch).execute();
      return evidence.make(...given);
    };
    expect(await recorderOf(db, { ...evidence, make }).tick()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  },

  'a pack of a loss repeats the review as the ledger last saw it': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch();
    const was = versionBefore({ stars: 5, text: 'Dobre', author: 'Jan' });
    const last = { stars: 1, text: 'x'.repeat(20_000), author: null, read_at: NOW };
    const review_id = await record.review(watch, { status: 'not_visible', ...last });
    await record.event(watch, { review_id, type: 'review.edited', was });
    await record.event(watch, { at: NOW, review_id });
    const { evidence, seen } = inventedEvidence();
    await recorderOf(db, evidence).tick();
    // The whole text, by the service's own earlier checks: first read, and last seen.
    const times = { read_on: '1970-01-01T00:00:00.000Z', on: '2026-11-23T12:00:00.000Z' };
    expect(seen).toEqual([{ author: null, rating: 1, text: 'x'.repeat(20_000), ...times }]);
  },

  'without a key, and in a full store, no load is spent, and the loss waits for its pack': async (db) => {
    await addLoss(db);
    const { evidence, asked } = inventedEvidence();
    const key = async () => {
      throw new AppError(EVIDENCE_UNAVAILABLE, message('evidenceWithoutKey'));
    };
    await recorderOf(db, { ...evidence, key }).tick();
    writeFileSync(join(folder, 'other.zip'), Buffer.alloc(4_000_000));
    const storeOf = (maxBytes: number) => createEvidenceStore({ folder, maxBytes, log });
    const written: string[] = [];
    const noted = createLogger('warn', { write: (line) => void written.push(line) });
    const full = recorderOf(db, evidence, { store: storeOf(10_000_000), log: noted });
    await full.tick();
    await recorderOf(db, evidence, { hasRoom: () => false }).tick();
    await full.tick();
    await recorderOf(db, evidence, { hasRoom: () => false }).tick();
    expect(asked).toEqual([]);
    expect(full.state()).toMatchObject({ store: 'full', bytes: 4_000_000, waiting: 1 });
    // The log says once that the store is full.
    expect(written).toEqual([expect.stringContaining('EVIDENCE_MAX_MB')]);
    expect(await recorderOf(db, evidence, { store: storeOf(40_000_000) }).tick()).toBe(1);
    expect(asked).toEqual(['link']);
  },

  'packs that wait or can never be made do not hide a later loss, whichever replica looks': async (db) => {
    const record = inventedRecord(db);
    const watch = await record.watch();
    for (const review_id of ['back', 'blocked', 'gone'])
      await record.review(watch, { review_id, url: review_id });
    const events = Array.from({ length: 240 }, (_, index) => ({
      ...{ seq: 1_000 + index, id: `e${index}`, watch_id: watch, owner: 'o', at: NOW, check_id: 'c' },
      ...{ type: 'review.not_visible', review_id: index % 2 === 0 ? 'back' : 'blocked' },
    }));
    await db.insertInto('event').values(events).execute();
    const { evidence, asked } = inventedEvidence((link) => {
      if (link === 'blocked') throw new AppError(PROVIDER_BLOCKED, message('providerUnreachable'));
      return link === 'back';
    });
    const recorder = recorderOf(db, evidence);
    expect(await recorder.tick()).toBe(0);
    expect(asked).toHaveLength(240);
    await record.event(watch, { id: 'later', seq: 9_999, at: NOW, review_id: 'gone' });
    const other = recorderOf(db, evidence, { replica: 'two' });
    expect(await other.tick()).toBe(1);
    expect(asked.slice(240)).toEqual(['gone']);
    // The rows go with their events.
    await db.deleteFrom('watch').execute();
    expect(await db.selectFrom('pack').selectAll().execute()).toEqual([]);
  },

  'owners take turns for packs': async (db) => {
    const record = inventedRecord(db);
    for (const [owner, count] of [
      ['a', 4],
      ['b', 2],
    ] as const) {
      const watch = await record.watch({ owner });
      for (let index = 0; index < count; index += 1) {
        const review_id = await record.review(watch, { url: `${owner}${index}` });
        await record.event(watch, { at: NOW, owner, review_id });
      }
    }
    const { evidence, asked } = inventedEvidence();
    expect(await recorderOf(db, evidence).tick()).toBe(6);
    expect(asked).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
  },

  'a folder that cannot be read is reported until it can be read again': async (db) => {
    const at = join(folder, 'evidence');
    const store = createEvidenceStore({ folder: at, maxBytes: 100_000_000, log });
    const recorder = recorderOf(db, inventedEvidence().evidence, { store });
    writeFileSync(at, 'a file where the folder should be');
    await expect(recorder.tick()).rejects.toThrow('ENOTDIR');
    expect(recorder.state().store).toBe('unavailable');
    rmSync(at);
    await recorder.tick();
    expect(recorder.state().store).toBe('ok');
  },
});
test.describe(onBoth);
