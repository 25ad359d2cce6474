import { expect } from '@playwright/test';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import { test } from '../support/service.js';

// Share links through the service and its browser. What becomes of each answer: test/core/places/share-links.spec.ts.

const CODE = 'PoLsKa1Zmysl7';
const SHARE = `https://maps.app.goo.gl/${CODE}`;
const SEARCH = `/api/search?query=${encodeURIComponent(SHARE)}`;
const VISIBLE = { status: 200, body: { data: { is_visible: true } } };
const UNAVAILABLE = { status: 503, body: { error: { code: 'provider_unavailable' } } };
const NO_RESULTS = { status: 404, body: { error: { code: 'no_results' } } };

const isShare = (host: string) => host === 'maps.app.goo.gl';

test('a page of JavaScript that leads to share.google/error leads nowhere', async ({ service, standIn }) => {
  standIn.fault({
    kind: 'body',
    contentType: 'text/html',
    body: "<script>location.replace('https://share.google/error')</script>",
    match: (host, path) => host === 'share.google' && path === '/NigdyNieByl12',
  });
  const link = encodeURIComponent('https://share.google/NigdyNieByl12');
  expect(await service.get(`/api/review-visibility?url=${link}`)).toMatchObject(NO_RESULTS);
});

test('a review link that only a browser can follow is judged as its review', async ({ service, standIn }) => {
  const to = loadReviewCase('review--visible').link;
  standIn.fault({
    kind: 'body',
    contentType: 'text/html',
    body: `<script>location.replace(${JSON.stringify(to)})</script>`,
    match: (host) => host === 'share.google',
  });
  const link = encodeURIComponent('https://share.google/OpiniaSkrypt1');
  expect(await service.get(`/api/review-visibility?url=${link}`)).toMatchObject(VISIBLE);
});

test('distinguishes a page without a place from one that leads nowhere', async ({ service, standIn }) => {
  const page = (to: string) =>
    ({ kind: 'body', contentType: 'text/html', body: `<script>location.replace('${to}')</script>` }) as const;
  standIn.fault({ ...page('https://www.google.com/maps/@52.2,21.0,12z'), match: isShare, times: 2 });
  expect(await service.get(SEARCH)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
  });
  standIn.reset();
  standIn.fault({ kind: 'body', contentType: 'text/html', body: '<p>nothing</p>', match: isShare });
  expect(await service.get(SEARCH)).toMatchObject(UNAVAILABLE);
});
