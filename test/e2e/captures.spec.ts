import { expect } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import { CAPTURES_ABSENT, capturesOf } from '../support/captures.js';
import { test } from '../support/service.js';

// Recorded pages, scripts and all, sent to a real Chromium in place of the stand-in's documents.

interface Expected {
  view: string;
  place: {
    placeId: string;
    cid: string;
    name: string;
    address: string | null;
    category: string | null;
    rating: number | null;
    reviewCount: number | null;
    histogram: Record<string, number> | null;
  };
  results: { placeId: string; sponsored: boolean }[];
}

test('recorded pages are there', () => {
  test.skip(CAPTURES_ABSENT !== false, CAPTURES_ABSENT || '');
  expect(capturesOf('page-rendered').length).toBeGreaterThan(0);
});

const pages = [...capturesOf<Expected>('page-rendered'), ...capturesOf<Expected>('page-initial')];
for (const { name, body, expected } of pages.filter((page) => page.expected.view !== 'none')) {
  test(`/details of ${name}`, async ({ service, standIn }) => {
    sendDocument(standIn, body);
    const { place } = expected;
    const answer = await service.get(`/api/details?placeid=${place.placeId}`);
    const stars = (count: number) => place.histogram?.[String(count)] ?? null;
    expect(answer.body).toEqual({
      status: 'success',
      data: {
        place_id: place.placeId,
        details: {
          cid: place.cid,
          nazwa_wizytowki: place.name,
          adres: place.address,
          kategoria: place.category,
          srednia_ocen: place.rating,
          liczba_opinii: place.reviewCount,
          liczba_5_gwiazdek: stars(5),
          liczba_4_gwiazdek: stars(4),
          liczba_3_gwiazdek: stars(3),
          liczba_2_gwiazdek: stars(2),
          liczba_1_gwiazdka: stars(1),
        },
      },
    });
  });
}

for (const { name, body, expected } of capturesOf<Expected>('search-rendered')) {
  test(`/search on ${name}: the first result that is no advertisement`, async ({ service, standIn }) => {
    sendDocument(standIn, body);
    const real = expected.results.find((result) => !result.sponsored);
    expect(await service.get('/api/search?query=Dentist')).toMatchObject({
      status: 200,
      body: { data: { place_id: real?.placeId } },
    });
  });
}

for (const { name, body } of capturesOf('wall')) {
  test(`${name}: 503 provider_blocked`, async ({ service, standIn }) => {
    sendDocument(standIn, body);
    expect(await service.get('/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8')).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_blocked' } },
    });
  });
}

for (const { name, body } of capturesOf('consent')) {
  test(`${name}: is declined by its own form, once`, async ({ start, standIn }) => {
    const path = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
    const target = 'https://www.google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8';
    standIn.set({ consent: 'script' });
    standIn.fault({
      kind: 'body',
      contentType: 'text/html; charset=utf-8',
      body: body.replaceAll('https://www.google.com/maps/search/windows+installer/', target),
      match: (host, asked) => host === 'consent.google.com' && asked.startsWith('/m'),
    });
    const service = await start({ BROWSER_CONTEXTS: '1' });
    expect((await service.get(path)).status).toBe(200);
    expect((await service.get(path)).status).toBe(200);
    const saves = standIn.requests.filter((request) => request.path.startsWith('/save'));
    expect(saves).toHaveLength(1);
  });
}

function sendDocument(standIn: StandIn, body: string): void {
  standIn.fault({
    kind: 'body',
    contentType: 'text/html; charset=utf-8',
    body,
    match: (host, path) => host === 'www.google.com' && /^\/maps\/(?:place|search)\//.test(path),
  });
}
