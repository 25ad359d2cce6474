import { loadEntry } from '../../../src/capabilities/evidence/make/load-entry.js';
import { nothingObserved } from '../../../src/core/provider/navigation/observation.js';
import { dataAnswer } from '../../../src/core/provider/wire/envelope.js';
import { expect, test } from '../../support/test.js';

const OWN = '0x1:0x3f5c81d2ab904e16';
const answerOf = (featureId: string) =>
  dataAnswer(JSON.stringify([...Array(6).fill(null), [...Array(10).fill(null), featureId, 'Pierogarnia']]));
const OTHER = answerOf('0x1:0x2b67');
const documentWith = (...places: (typeof OTHER)[]) => ({
  ...{ url: '', status: 200, html: null, embedded: { state: [], places, searches: [] } },
});

/** The data answer in the entry of a page of the place. */
function keptOf(seen: Partial<ReturnType<typeof nothingObserved>>): string | undefined {
  const asked = 'https://www.google.com/maps?cid=4565666864068316694&hl=pl&gl=pl';
  const view = { asked, url: asked, state: null, settled: true, dataOverdue: false, readAt: 1 };
  const load = {
    ...{ isSubject: false, isForName: false, mergedInto: null, asked, finalUrl: asked, exchanges: [] },
    ...{ context: { id: 'one', cookiesBefore: null, cookiesAfter: null }, startedAt: 1, endedAt: 2 },
    view: { ...view, seen: { ...nothingObserved(), ...seen } },
    end: { reading: { reading: { place: { featureId: OWN } }, inlineRecords: [] } },
    snapshot: { picture: null, url: asked, takenAt: 2, isCut: false, page: null, tls: null, missing: [] },
  };
  const { files } = loadEntry(load, 1, null, { utc: String, local: String });
  return files.find(({ path }) => path.endsWith('answer.json'))?.bytes.toString();
}

test('the answer of a page of a place is the answer with this place, wherever it stands', () => {
  const own = answerOf(OWN);
  expect(keptOf({ payloads: [own, OTHER] })).toBe(own.body);
  expect(keptOf({ documents: [documentWith(own)], payloads: [OTHER], searches: [OTHER] })).toBe(own.body);
  expect(keptOf({ searches: [OTHER] })).toBe(OTHER.body);
  expect(keptOf({})).toBeUndefined();
});
