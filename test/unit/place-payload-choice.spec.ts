import { expect, test } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { extractPlace, type RawPlacePage } from '../../src/provider/extractors/place.js';

const asked = loadPlaceCase('place--full-polish');
const neighbour = loadPlaceCase('place--hotel');
const other = loadPlaceCase('place--one-review');

const pageOf = (payloads: readonly string[]): RawPlacePage => ({
  url: `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${asked.place.featureId}`,
  html: null,
  payloads,
  state: null,
});

test('a neighbour fetched after the place does not take its part', () => {
  const reading = extractPlace(pageOf([placePayload(asked), placePayload(neighbour)]));
  expect(reading?.place).toMatchObject({ featureId: asked.place.featureId, name: asked.place.name });
});

test('a place that replaced the one asked for is believed when the page speaks of it alone', () => {
  expect(extractPlace(pageOf([placePayload(neighbour)]))?.place.featureId).toBe(neighbour.place.featureId);
});

test('two strange places are no answer', () => {
  expect(extractPlace(pageOf([placePayload(neighbour), placePayload(other)]))).toBeNull();
});
