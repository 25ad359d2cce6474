import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placePresence } from '../../src/core/places/extractors/extract-place.js';
import { createFieldDrift } from '../../src/core/provider/field-drift.js';
import { OUTCOMES, wholePage } from '../support/case-pages.js';
import { expect, test } from '../support/test.js';

/** What a settled page of a case says about its fields. */
async function presenceOf(id: string) {
  const one = loadPlaceCase(id);
  return placePresence(await wholePage(one, OUTCOMES[one.serve.view].last), null, true);
}

for (const id of ['place--no-reviews', 'place--no-reviews-silent']) {
  test(`${id}: asked for again and again, no statistics drift`, async () => {
    const drift = createFieldDrift();
    const usual = await presenceOf('place--hotel');
    const odd = await presenceOf(id);
    expect(usual.payload).toMatchObject({ reviewCount: true });
    const note = ({ payload, panel }: typeof usual) => {
      drift.note('payload', payload ?? {});
      drift.note('panel', panel ?? {});
    };
    for (let answers = 0; answers < 60; answers += 1) note(usual);
    for (let answers = 0; answers < 40; answers += 1) note(odd);
    expect(drift.drifting()).toEqual([]);
  });
}
