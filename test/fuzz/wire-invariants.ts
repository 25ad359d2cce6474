import assert from 'node:assert/strict';
import { isPartial, parseFeatureId } from '../../src/core/identifiers/feature-id.js';
import type { Place } from '../../src/core/places/place.js';

// What must be true of everything that is read from a page or its answers: unknown is null, never '' or 0.5.

export function assertPlace(place: Place): void {
  assertFeature(place.featureId);
  for (const words of [place.name, place.address, place.category]) if (words !== null) assertText(words);
  const { rating, reviewCount, stars } = place;
  assertNumbers(rating, reviewCount, stars);
  if (stars !== null && reviewCount !== null) {
    assert.equal(
      stars.reduce((sum, one) => sum + one, 0),
      reviewCount,
    );
  }
  if (reviewCount === 0) assert.equal(rating, null, 'a rating without reviews');
}

export function assertNumbers(
  rating: number | null,
  reviewCount: number | null,
  stars: readonly number[] | null,
): void {
  if (rating !== null) assert.ok(rating >= 1 && rating <= 5, `a rating of ${rating}`);
  if (reviewCount !== null) assertCount(reviewCount);
  if (stars === null) return;
  assert.equal(stars.length, 5);
  stars.forEach(assertCount);
}

export function assertCount(value: number): void {
  assert.ok(Number.isSafeInteger(value) && value >= 0, `a count of ${value}`);
}

export function assertText(value: string): void {
  assert.equal(typeof value, 'string');
  assert.notEqual(value, '');
  assert.equal(value.trim(), value);
}

/** A whole feature id in its canonical spelling. */
export function assertFeature(id: string): void {
  assert.equal(parseFeatureId(id), id);
  assert.equal(isPartial(id), false);
}
