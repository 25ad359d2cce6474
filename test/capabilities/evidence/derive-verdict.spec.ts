import { deriveVerdict } from '../../../src/capabilities/evidence/proof/derive-verdict.js';
import type { EvidenceLoad, Manifest } from '../../../src/capabilities/evidence/proof/pack-manifest.js';
import { inventedDraft } from '../../support/evidence-pack.js';
import { expect, test } from '../../support/test.js';

// The verdict of a pack is derived from its loads again: each rule of docs/provider/verdicts.md that is not kept is
// named.

type Proof = Pick<Manifest, 'verdict' | 'review' | 'loads' | 'place'>;

const proof = (change: (loads: EvidenceLoad[]) => EvidenceLoad[] = (loads) => loads): Proof => {
  const { verdict, review, loads, place } = inventedDraft();
  const changed = change(structuredClone(loads)).map((load, index) => ({ ...load, number: index + 1 }));
  return { verdict, review, place, loads: changed };
};
const derived = (given: Proof, files: Readonly<Record<string, string>> = {}) => {
  const contents = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
  return deriveVerdict(given, new Map(contents));
};
const flaw = (name: string, ...loads: number[]) => ({ follows: false, flaw: name, loads });
/** The load at an index, changed. */
const withLoad = (index: number, change: (load: EvidenceLoad) => Partial<EvidenceLoad>) =>
  proof((loads) => loads.map((load, at) => (at === index ? { ...load, ...change(load) } : load)));
const signalsWith = (load: EvidenceLoad, signals: Partial<NonNullable<EvidenceLoad['signals']>>) => ({
  signals: load.signals && { ...load.signals, ...signals },
});

test('two absences in different contexts, each followed by a control in full, carry "not visible"', () => {
  expect(derived(proof())).toEqual({ follows: true, reviews: [1, 3], controls: [2, 4] });
});

test('the words of the page replace the control between, never the control at the end', () => {
  const without = (index: number) => proof((loads) => loads.filter((_load, at) => at !== index));
  expect(derived(without(1))).toMatchObject({ follows: true, reviews: [1, 2], controls: [3] });
  expect(derived(without(3))).toEqual(flaw('no_control', 3));
  const silent = proof((loads) =>
    loads
      .filter((_load, at) => at !== 1)
      .map((load) => ({ ...load, ...signalsWith(load, { says_gone: false }) })),
  );
  expect(derived(silent)).toEqual(flaw('no_control', 1));
});

test('names what is missing in a verdict "not visible"', () => {
  const cases: readonly (readonly [Proof, ReturnType<typeof flaw>])[] = [
    [proof((loads) => loads.slice(0, 1)), flaw('too_few_absences', 1)],
    [proof((loads) => loads.slice(2)), flaw('too_few_absences', 1)],
    [proof(() => []), flaw('too_few_absences')],
    [withLoad(2, () => ({ outcome: 'shown' })), flaw('review_shown', 3)],
    [withLoad(2, () => ({ outcome: 'failed' })), flaw('too_few_absences', 1)],
    [withLoad(2, (load) => signalsWith(load, { reason: 'no_business_card' })), flaw('reasons_differ', 3)],
    [
      withLoad(2, ({ context }) => ({ context: context && { ...context, id: 'context-1' } })),
      flaw('same_context', 1, 3),
    ],
    [withLoad(3, () => ({ outcome: 'absent' })), flaw('no_control', 3)],
    [withLoad(3, () => ({ started_at_utc: '2020-01-01T00:00:00Z' })), flaw('no_control', 3)],
    [withLoad(3, (load) => signalsWith(load, { stars_label: null })), flaw('no_control', 3)],
    [withLoad(3, (load) => signalsWith(load, { has_record: false })), flaw('no_control', 3)],
    [withLoad(3, (load) => signalsWith(load, { has_place_card: false })), flaw('no_control', 3)],
    [withLoad(3, () => ({ asked_url: proof().loads[0]?.asked_url ?? '' })), flaw('no_control', 3)],
    [
      withLoad(3, ({ asked_url: asked }) => ({ asked_url: byAuthor(asked) })),
      flaw('control_of_other_form', 4),
    ],
    // An address of the right form that is not the one built from its ids.
    [
      withLoad(2, ({ asked_url: asked }) => ({ asked_url: asked.replace('?', '!3m1!1s2@1:X%7CY%7C?') })),
      flaw('control_of_other_form', 3),
    ],
    [
      { ...proof(), verdict: { is_visible: true, reason: 'no_rating_section' } },
      flaw('verdict_contradicts_reason'),
    ],
    [{ ...proof(), verdict: { is_visible: false, reason: 'visible' } }, flaw('verdict_contradicts_reason')],
    [{ ...proof(), verdict: { is_visible: false, reason: 'no_rating' } }, flaw('reasons_differ', 1, 3)],
  ];
  for (const [given, expected] of cases) expect(derived(given)).toEqual(expected);
});

/** The answer with the data of a place, and with other things beside them. */
const placeData = (featureId: string, ...others: readonly unknown[]) =>
  JSON.stringify([...Array(6).fill(null), [...Array(10).fill(null), featureId, 'Pierogarnia', ...others]]);
const OWN = '0x1:0x3f5c81d2ab904e16';

/** The page of the place as a load, with its data in place.json. */
function placePage(over: Partial<EvidenceLoad> = {}): EvidenceLoad {
  const [first] = proof().loads;
  if (first === undefined) throw new Error('no load');
  return {
    ...{ ...first, purpose: 'place', outcome: 'read', signals: null },
    asked_url: 'https://www.google.com/maps?cid=4565666864068316694&hl=pl&gl=pl',
    files: { ...first.files, answer: 'place.json' },
    ...over,
  };
}

const byAuthor = (address: string) =>
  address.replace(/!4m6.*(?=\?)/, '!4m5!14m4!1m3!1m2!1s117000000000000000009!2s0x0:0x3f5c81d2ab904e16');

test('without the words of the page, the page of the place is one of the loads, with its data and without the review', () => {
  const { review } = inventedDraft();
  const page = placePage;
  const silent = (...pages: EvidenceLoad[]) =>
    proof((loads) => [
      ...loads.map((load) => ({ ...load, ...signalsWith(load, { says_gone: load.number === 1 }) })),
      ...pages,
    ]);
  const data = { 'place.json': placeData(OWN, 'inna opinia') };
  expect(derived(silent(page()), data)).toEqual({ follows: true, reviews: [1, 3], controls: [2, 4] });
  for (const [name, given, files] of [
    ['no page', silent(), data],
    ['a page that failed', silent(page({ outcome: 'failed' })), data],
    ['a page for the name alone', silent(page({ purpose: 'place_name' })), data],
    [
      'the page of another place',
      silent(page({ asked_url: page().asked_url.replace('4565', '4566') })),
      data,
    ],
    ['a page without its data', silent(page()), {}],
    ['the data of another place', silent(page()), { 'place.json': placeData('0x1:0x3f5c81d2ab904e17') }],
    [
      'the data of another place that only mentions this one',
      silent(page()),
      { 'place.json': placeData('0x1:0x3f5c81d2ab904e17', [OWN]) },
    ],
    ['a place whose id begins alike', silent(page()), { 'place.json': placeData(`${OWN.slice(0, -1)}60`) }],
    ['no data of a place', silent(page()), { 'place.json': JSON.stringify([OWN]) }],
  ] as const)
    expect(derived(given, files), name).toEqual(flaw('no_place_page', 1, 3));
  const holds = { 'place.json': JSON.stringify([review.id]) };
  expect(derived(silent(page()), holds)).toEqual(flaw('review_in_data', 5));
  // A link by author names no id: the record of its author at this place is the review.
  const named = silent(page());
  const authored = named.loads.map((load) => ({ ...load, asked_url: byAuthor(load.asked_url) }));
  const author = ['Ktoś', null, null, '117000000000000000009'];
  const record = ['Ch', ['0x0:0x3f5c81d2ab904e16', null, 1, 1, [...Array(5).fill(null), author]], [[5]]];
  expect(
    derived(
      { ...named, review: { ...review, id: null }, loads: authored },
      { 'place.json': JSON.stringify([record]) },
    ),
  ).toEqual(flaw('review_in_data', 5));
});

for (const [what, reason, over, answer, flawOf] of [
  ['carries it', 'no_business_data', {}, null, null],
  ['counts if its answer names no place', 'no_business_data', {}, '[[["x"]]]', null],
  ['is not believed beside data of a place', 'no_business_data', {}, placeData(OWN), 'no_place_page'],
  ['carries no other reason', 'no_rating', {}, null, 'no_place_page'],
  [
    'is the page of this place',
    'no_business_data',
    { asked_url: 'https://www.google.com/maps?cid=7' },
    null,
    'no_place_page',
  ],
  ['failed', 'no_business_data', { outcome: 'failed' }, null, 'no_place_page'],
] as const)
  test(`a review whose place is gone: the page of the place, which shows no place, ${what}`, () => {
    const given = proof((loads) => [
      ...loads.map((load) => ({
        ...load,
        ...signalsWith(load, { says_gone: false, reason: load.outcome === 'absent' ? reason : null }),
      })),
      placePage({ outcome: 'no_place', ...over }),
    ]);
    const files = answer === null ? {} : { 'place.json': answer };
    expect(derived({ ...given, verdict: { is_visible: false, reason } }, files)).toEqual(
      flawOf === null ? { follows: true, reviews: [1, 3], controls: [2, 4] } : flaw(flawOf, 1, 3),
    );
  });

test('the id of the review in the data of another load contradicts "not visible"', () => {
  const given = proof((loads) => [
    ...loads.slice(0, 1),
    ...loads.slice(0, 1).map((load) => ({
      ...load,
      purpose: 'place' as const,
      outcome: 'read' as const,
      files: { ...load.files, answer: 'loads/02-place/answer.json' },
      signals: null,
    })),
    ...loads.slice(1),
  ]);
  const id = given.review.id ?? '';
  expect(derived(given, { 'loads/02-place/answer.json': '[["inna opinia"]]' })).toMatchObject({
    follows: true,
  });
  expect(derived(given, { 'loads/02-place/answer.json': `[["${id}"]]` })).toEqual(flaw('review_in_data', 2));
});

test('a control that its place still lists, or two missing controls, are a disturbance of the place', () => {
  const control = proof().loads[1];
  if (control === undefined) throw new Error('no control');
  const missing = (id: string): EvidenceLoad => ({
    ...control,
    outcome: 'absent',
    asked_url: control.asked_url.replace(/1sChB\w+/, `1s${id}`),
  });
  const page: EvidenceLoad = {
    ...{ ...control, purpose: 'place', outcome: 'read', signals: null },
    asked_url: 'https://www.google.com/maps?cid=4565666864068316694&hl=pl&gl=pl',
    files: { ...control.files, answer: 'place.json' },
  };
  const elsewhere = { ...page, asked_url: 'https://www.google.com/maps?cid=11111&hl=pl&gl=pl' };
  const [one, two] = ['ChBDSUhNMG9nS0VJQ0FnSUQz', 'ChBDSUhNMG9nS0VJQ0FnSUQ0'];
  const after = (...more: EvidenceLoad[]) =>
    proof((loads) => [...loads.slice(0, 1), ...more, ...loads.slice(1)]);
  expect(derived(after(missing(one)))).toMatchObject({ follows: true });
  expect(derived(after(missing(one), missing(two)))).toEqual(flaw('controls_missing', 2, 3));
  expect(derived(after(page, missing(one)), { 'place.json': `["${one}"]` })).toEqual(
    flaw('controls_missing', 3),
  );
  const both = [missing(one), missing(two)];
  expect(derived(after(page, ...both), { 'place.json': placeData(OWN) })).toMatchObject({ follows: true });
  // Only the page of this place says that they are gone.
  for (const [other, data] of [
    [elsewhere, placeData('0x1:0x2b67')],
    [page, placeData('0x1:0x2b67', [OWN])],
    [page, '[]'],
  ] as const)
    expect(derived(after(other, ...both), { 'place.json': data })).toEqual(flaw('controls_missing', 3, 4));
});

test('"visible" needs the review in full in the state after its picture, and the picture', () => {
  const shown = (over: Partial<EvidenceLoad> = {}) => {
    const [first] = proof().loads;
    if (first === undefined) throw new Error('no load');
    const full = { reason: null, has_rating_section: true, has_record: true, stars_label: '5 gwiazdek' };
    const load = { ...first, outcome: 'shown' as const, ...signalsWith(first, full) };
    const verdict = { is_visible: true, reason: 'visible' as const };
    return { ...proof(), verdict, loads: [{ ...load, ...over }] };
  };
  expect(derived(shown())).toEqual({ follows: true, reviews: [1], controls: [] });
  const [load] = shown().loads;
  if (load === undefined) throw new Error('no load');
  for (const part of [
    { has_place_card: false },
    { has_rating_section: false },
    { has_record: false },
    { stars_label: null },
  ])
    expect(derived(shown(signalsWith(load, part)))).toEqual(flaw('not_shown_in_full', 1));
  expect(derived(shown({ files: { ...load.files, picture: null } }))).toEqual(flaw('no_picture', 1));
  expect(derived({ ...shown(), loads: [] })).toEqual(flaw('not_shown_in_full'));
});
