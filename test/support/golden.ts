import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Answer } from './service.js';

/** A long list's golden: its summary, and a fingerprint of `data.reviews`. */
interface FingerprintGolden {
  readonly summary: object;
  readonly count: number;
  readonly sha256: string;
}

const MOMENTS =
  /"(extracted_at|checked_at|seen_at|seen_at_utc)":"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:(?:\.\d{3})?Z)?"/g;

/** An answer as its golden has it: the times are "<now>". */
export function withoutMoments(body: unknown) {
  return JSON.parse(JSON.stringify(body).replaceAll(MOMENTS, '"$1":"<now>"'));
}

/** Compares an answer with its case's golden. Times are "<now>" there; errors name only their code. */
export function expectGolden({ status, body }: Answer, golden: unknown): void {
  const plain = withoutMoments(body);
  if (isFingerprint(golden)) {
    const { reviews, ...summary } = plain.data;
    expect(summary).toEqual(golden.summary);
    expect(reviews).toHaveLength(golden.count);
    expect(reviewsDigest(reviews)).toBe(golden.sha256);
    return;
  }
  if (isError(golden)) {
    expect(plain).toMatchObject(golden);
    expect(status).toBeGreaterThanOrEqual(400);
    return;
  }
  expect(plain).toEqual(golden);
  expect(status).toBe(200);
}

function isFingerprint(golden: unknown): golden is FingerprintGolden {
  return typeof golden === 'object' && golden !== null && 'sha256' in golden;
}

function isError(golden: unknown): golden is Record<string, unknown> {
  return typeof golden === 'object' && golden !== null && 'status' in golden && golden.status === 'error';
}

/** JSON with sorted keys and no spaces, the same text for the same value (python: `sort_keys`, `ensure_ascii=False`). */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** The digest that stands for `data.reviews` in the goldens of long lists; `fixtures/goldens/reviews.py` makes the same. */
function reviewsDigest(reviews: readonly unknown[]): string {
  return createHash('sha256').update(canonicalJson(reviews)).digest('hex');
}
