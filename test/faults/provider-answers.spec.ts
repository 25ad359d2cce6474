import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { askStandIn } from '../../fixtures/provider/ask.js';
import { pathOf } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { test } from '../support/service.js';
import type { ServiceProcess } from '../support/service-process.js';

// A provider, or whoever answers in its place, that sends far too much. Circles: test/core/provider/navigation/trouble.spec.ts.

type Fault = Parameters<StandIn['fault']>[0];

const PLACES = ['full-polish', 'hotel', 'one-review', 'xhr-payload'].map((name) => pathOf(`place--${name}`));
const [DETAILS = ''] = PLACES;
/** Two spellings of one link: each is followed by itself. */
const SHARES = [1, 2].map(
  (x) => `/api/all?url=${encodeURIComponent(`https://maps.app.goo.gl/PoLsKa1Zmysl7?x=${x}`)}`,
);

const isPlace = (_host: string, path: string) => path.startsWith('/maps/place');
const isData = (_host: string, path: string) => path.startsWith('/maps/preview/place');
const isShareHost = (host: string) => host === 'maps.app.goo.gl';

test.describe('answers of 30 MB', () => {
  const BLANKS = Buffer.alloc(30_000_000, ' ');
  /** What so many answers at once would take if they were kept is twice as much. */
  const GROWTH_MB = 150;
  const TIMEOUT_MS = 15_000;

  // What the HTTP fast path gives up is rendered: both meet these answers.
  test('are answered in time, in bounded memory, and the next request is fine', {
    tag: '@gate',
  }, async ({ standIn, startProcess }) => {
    test.skip(NO_PROCESS_LIST !== false, NO_PROCESS_LIST || '');
    const service = await startProcess({
      REQUEST_TIMEOUT_MS: String(TIMEOUT_MS),
      BREAKER_COOLDOWN_MS: '0',
      BROWSER_CONTEXTS: '3',
      IDENTIFIER_CACHE_SECONDS: '0',
      DETAILS_CACHE_SECONDS: '0',
    });
    const truths = new Map<string, Record<string, unknown>>();
    for (const path of [...PLACES, ...SHARES]) {
      const { status, body } = await ask(service, path);
      expect(status).toBe(200);
      truths.set(path, body);
    }
    const before = peakMegabytes(service);
    const launchesBefore = await launches(service);
    for (const [what, paths, fault] of await floods(standIn, BLANKS)) {
      standIn.requests.length = 0;
      const repair = standIn.fault(fault);
      const since = performance.now();
      const answers = await Promise.all(paths.map((path) => ask(service, path)));
      expect(performance.now() - since, what).toBeLessThan(TIMEOUT_MS + 10_000);
      const flooded = standIn.requests.filter(({ host, path }) => fault.match(host, path));
      expect(flooded.length, what).toBeGreaterThanOrEqual(paths.length);
      for (const [index, { status, body }] of answers.entries()) {
        expect([200, 503], what).toContain(status);
        const truth = truths.get(paths[index] ?? '');
        expect(body, what).toMatchObject(status === 200 && truth !== undefined ? truth : UNAVAILABLE);
      }
      repair();
      const [path = ''] = paths;
      expect(await ask(service, path), what).toEqual({ status: 200, body: truths.get(path) });
    }
    expect(peakMegabytes(service) - before).toBeLessThan(GROWTH_MB);
    expect(await launches(service), 'no flood costs a browser').toBe(launchesBefore);
  });
});

const UNAVAILABLE = {
  status: 'error',
  error: { code: expect.stringMatching(/^(?:provider_unavailable|deadline_exceeded)$/) },
};

/** What is flooded, what is asked of it at once, and how. */
async function floods(standIn: StandIn, blanks: Buffer): Promise<[string, string[], Fault][]> {
  const asked = standIn.requests.find(({ host, path }) => isData(host, path));
  const data = await askStandIn(standIn, `https://www.google.com${asked?.path}`);
  expect({ ...data, isWhole: data.body.length > 10_000 }).toMatchObject({ status: 200, isWhole: true });
  const html = { kind: 'body', contentType: 'text/html; charset=UTF-8' } as const;
  const json = { kind: 'body', contentType: 'application/json; charset=UTF-8' } as const;
  const longer = Buffer.concat([Buffer.from(data.body), blanks]);
  return [
    ['documents of nothing', PLACES, { ...html, body: blanks, match: isPlace }],
    ['share links of nothing', SHARES, { ...html, body: blanks, match: isShareHost }],
    ['a data answer with a long end', [DETAILS], { ...json, body: longer, match: isData }],
  ];
}

async function ask(
  service: ServiceProcess,
  path: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(service.url + path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function launches(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/_browser_launches_total (\d+)$/m.exec(text)?.[1]);
}

/** The most memory the service's own process has held so far. */
function peakMegabytes(service: ServiceProcess): number {
  const [pid] = service.processes();
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
