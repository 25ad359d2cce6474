import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { loadCases, loadPlaceCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import type { ProviderDrift } from '../../fixtures/provider/drift.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { loadRecording } from '../../fixtures/provider/recorded.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { readRecorded } from '../../fixtures/recorded-reading.js';
import { doctorData } from '../../src/capabilities/doctor/published.js';
import type { OperatorRules } from '../../src/core/provider/rules/rules-file.js';
import { readyBody } from '../../src/core/published/health.js';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import { isLongRun } from '../support/long-run.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { test } from './cli-test.js';
import { run, runProcess } from './command.js';

// The whole way of docs/operation.md#when-the-provider-changes, with one service before and one after the new rules:
// rules are read at the start. How many answers without a field are a drift: test/core/provider/field-drift.spec.ts.

/** A change of the provider, how the service shows it, and the line of the rules that puts it right. */
interface Change {
  readonly drift: ProviderDrift;
  /** Requests that meet it. */
  readonly paths: readonly string[];
  /** A form in /readyz, or a field that answers no longer have. */
  readonly shows: { readonly form: string } | { readonly source: string; readonly field: string };
  /** The arguments of `record`. */
  readonly record: readonly string[];
  /** What a person looks for in the answers of the recording; null = nothing that stands in an answer. */
  readonly sought: string | null;
  /** A line of the rules that puts it right. */
  readonly right: OperatorRules;
}

const place = loadPlaceCase('place--full-polish').place;
const PLACE = placeIdOf(place.featureId);
const DETAILS = ['full-polish', 'hotel', 'nbsp-grouping']
  .map((name) => placeIdOf(loadPlaceCase(`place--${name}`).place.featureId))
  .map((id) => `/api/details?placeid=${id}`);
const LIST = placeIdOf(loadReviewsCase('reviews--seven').place.featureId);
const LISTS = ['seven', 'ten']
  .map((name) => placeIdOf(loadReviewsCase(`reviews--${name}`).place.featureId))
  .map((id) => `/api/place-reviews?placeid=${id}&max_pages=1`);
const SEARCHES = loadCases()
  .filter(({ id }) => ['search--chain', 'search--list-with-ads', 'search--chain-short-list'].includes(id))
  .flatMap((one) => ('request' in one ? [one.request.replace(/^GET /, '')] : []));

const COUNT = [[4, 9]];
const RATING = 'div.Hn4Lge span[aria-hidden="true"]';

const ALL_CHANGES: readonly Change[] = [
  {
    drift: 'consent_form',
    paths: DETAILS,
    shows: { form: 'consent_form' },
    record: [PLACE],
    sought: null,
    right: { selectors: { consentReject: ['form:has(input[name="cookie_choice"][value="none"])'] } },
  },
  {
    drift: 'moved_path',
    paths: DETAILS,
    shows: { source: 'payload', field: PLACE_FIELDS.reviewCount },
    record: [PLACE],
    sought: String(place.reviewCount),
    right: { paths: { placePayload: { reviewCount: COUNT } } },
  },
  {
    drift: 'changed_envelope',
    paths: SEARCHES,
    shows: { form: 'search_answer' },
    record: ['pierogi zmyślone kraków'],
    sought: null,
    right: { paths: { searchSince2025: { list: [[66]] } } },
  },
  {
    drift: 'new_frame_id',
    paths: LISTS,
    shows: { form: 'list_frame' },
    record: [LIST, '--reviews', '--batches', '1'],
    sought: 'Vq7Rle',
    right: { frameIds: { reviews: ['Vq7Rle'] } },
  },
  {
    drift: 'renamed_class',
    paths: LISTS,
    shows: { source: 'panel', field: PLACE_FIELDS.rating },
    record: [PLACE],
    sought: null,
    right: { selectors: { rating: [RATING] } },
  },
];

/** `LONG_RUN=1`: all of them; otherwise a path in the data. */
const CHANGES = ALL_CHANGES.filter(({ drift }) => isLongRun || drift === 'moved_path');

const AT_ONCE = 3;
const MOST_ANSWERS = 50;
/** A form that is not recognised would drift after so many answers. */
const RIGHT_ANSWERS = 6;

async function drifting({ url }: ServiceProcess): Promise<readonly string[]> {
  const answer = await fetch(`${url}/readyz`);
  expect(answer.status).toBe(200);
  return readyBody.parse(await answer.json()).checks.drift;
}

async function metricsOf({ url }: ServiceProcess): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** Sends requests, some at once: of different places, as equal lookups are made once for all. */
async function ask({ url }: ServiceProcess, paths: readonly string[], count: number): Promise<void> {
  const atOnce = Math.min(AT_ONCE, paths.length);
  for (let sent = 0; sent < count; sent += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => (await fetch(url + (paths[index] ?? ''))).text()),
    );
}

/** Asks until the drift that /readyz reports is as expected; the number of answers is limited. */
async function askUntil(
  service: ServiceProcess,
  paths: readonly string[],
  isReached: (names: readonly string[]) => boolean,
): Promise<void> {
  for (let asked = 0; asked <= MOST_ANSWERS; asked += Math.min(AT_ONCE, paths.length)) {
    if (isReached(await drifting(service))) return;
    await ask(service, paths, 1);
  }
  throw new Error(`after ${MOST_ANSWERS} answers there drift: ${(await drifting(service)).join(', ')}`);
}

/** Does what a person does: records the page, and looks for the value in the answers. */
async function recordPage(
  standIn: StandIn,
  folder: string,
  { drift, record, sought }: Change,
): Promise<void> {
  const env = {
    EGRESS_OVERRIDE: standIn.address,
    CHROMIUM_PATH: chromiumForTests(),
    CHROMIUM_SANDBOX: 'off',
  };
  const recorded = await runProcess(['record', ...record, '--out', folder, '--name', drift], { env });
  const name = `recorded--${drift}`;
  expect(recorded).toMatchObject({ code: 0, stdout: `${join(folder, name)}\n` });
  expect(recorded.stderr).toContain('Zapisano nagranie');
  const recording = loadRecording(name, folder);
  const { about, bodies } = recording;
  expect(about).toMatchObject({ anonymous: false, reviewed: false });
  expect(about.kind === 'consent').toBe(drift === 'consent_form');
  if (about.kind === 'place') {
    expect(about.parts.map(({ kind }) => kind)).toContain('payload');
    expect(JSON.stringify(readRecorded(recording))).toContain(PLACE);
  }
  expect(Object.values(bodies).join('\n')).toContain(sought ?? '');
}

/** Rules of several files as one: here no list is in two of them. */
function together(files: readonly unknown[]): object {
  const whole: Record<string, Record<string, unknown>> = {};
  for (const file of files)
    for (const [group, part] of Object.entries(Object(file) as object))
      for (const [name, lists] of Object.entries(part as Record<string, unknown>)) {
        whole[group] ??= {};
        const before = whole[group][name];
        whole[group][name] = Array.isArray(lists) ? lists : { ...Object(before), ...Object(lists) };
      }
  return whole;
}

/** In how many answers the field was, and in how many it could have been. */
async function presence({ url }: ServiceProcess, source: string, field: string) {
  const { data } = (await (await fetch(`${url}/api/doctor?last=true`)).json()) as { data: unknown };
  const one = doctorData.parse(data).fields.find((entry) => entry.source === source && entry.field === field);
  return { present: one?.present ?? 0, total: one?.total ?? 0 };
}

async function expectShown(service: ServiceProcess, standIn: StandIn, { drift, paths, shows }: Change) {
  if ('form' in shows) {
    standIn.set({ drift });
    await askUntil(service, paths, (names) => names.includes(`form.${shows.form}`));
    const gauge = `place_lookup_field_drift{field="${shows.form}",source="form"} 1`;
    expect(await metricsOf(service)).toContain(gauge);
    return;
  }
  const path = paths.slice(0, 1);
  standIn.set({ drift: null });
  await ask(service, path, 1);
  const before = await presence(service, shows.source, shows.field);
  expect(before.present).toBeGreaterThan(0);
  standIn.set({ drift });
  await ask(service, path, 1);
  const after = await presence(service, shows.source, shows.field);
  expect(after.present).toBe(before.present);
  expect(after.total).toBeGreaterThan(before.total);
}

test('a change of the provider is reported, recorded, and repaired by new rules and a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'provider-changes-'));
  const rulesFile = join(folder, 'rules.json');
  await writeFile(rulesFile, '{}');
  const standIn = await startStandIn({ consent: 'script' });
  const start = () =>
    startServiceProcess(standIn, {
      PROVIDER_RULES: rulesFile,
      BROWSER_CONTEXTS: String(AT_ONCE),
      DETAILS_CACHE_SECONDS: '0',
      IDENTIFIER_CACHE_SECONDS: '0',
    });
  const end = async (service: ServiceProcess) => {
    service.signal('SIGTERM');
    await service.ended;
  };
  let service = await start();
  try {
    for (const change of CHANGES) {
      await test.step(change.drift, async () => {
        await expectShown(service, standIn, change);
        await recordPage(standIn, folder, change);
      });
    }
    await writeFile(rulesFile, JSON.stringify(together(CHANGES.map(({ right }) => right))));
    expect(await run(['rules', 'check', rulesFile])).toMatchObject({ code: 0 });
    await end(service);
    service = await start();
    for (const { drift, paths, shows } of CHANGES) {
      await test.step(`${drift}, with the new rules`, async () => {
        standIn.set({ drift });
        await ask(service, paths, 'form' in shows ? RIGHT_ANSWERS : 1);
        expect(await drifting(service)).toEqual([]);
        if ('field' in shows)
          expect((await presence(service, shows.source, shows.field)).present).toBeGreaterThan(0);
      });
    }
  } finally {
    await end(service);
    await standIn.close();
    await rm(folder, { recursive: true });
  }
});
