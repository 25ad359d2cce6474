import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { unzipSync } from 'fflate';
import { type Case, loadCases, loadReviewCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { checkPack, isProven } from '../../src/capabilities/evidence/proof/check-pack.js';
import { checkSignature } from '../../src/capabilities/evidence/proof/check-signature.js';
import { sha256Of } from '../../src/capabilities/evidence/proof/digest.js';
import { TOOLS } from '../../src/capabilities/evidence/proof/node-tools.js';
import type { Manifest } from '../../src/capabilities/evidence/proof/pack-manifest.js';
import { readPublicKey } from '../../src/capabilities/evidence/proof/signature.js';
import { readPackManifest } from '../support/evidence-pack.js';
import { type Service, startService, test } from '../support/service.js';
import { localServer, opensslAuthority, stamping } from '../support/stamp-authority.js';

// A pack says "not visible" on the same evidence as a verdict, and shows it. What the files are like as files:
// test/capabilities/evidence.

const linkOf = (id: string) => loadReviewCase(id).link;
const VISIBLE = linkOf('review--visible');
const OTHER_VISIBLE = linkOf('review--long-text');
/** The page says in words that it is gone. */
const REMOVED = linkOf('review--removed');
/** The page says nothing. */
const HIDDEN = linkOf('review--no-rating-section');
const PLACE_OF_HIDDEN = 'reviews--two-hundred';
const subjectOf = (link: string) => /!1s(\w[\w-]+)/.exec(link)?.[1] ?? 'none';

const EVIDENCE_KEY_FILE = join(mkdtempSync(join(tmpdir(), 'place-lookup-evidence-')), 'key.pem');
// A pack is read by rendered pages alone, also where the service may use the HTTP fast path.
test.use({ serviceEnv: { EVIDENCE_KEY_FILE }, serviceTuning: { usesFastPath: true } });

const pathOf = (link: string, query = '') => `/api/review-evidence?url=${encodeURIComponent(link)}${query}`;

interface Pack {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly manifest: Manifest;
}

const packIn = (bytes: Uint8Array, name = ''): Pack => {
  const files = unzipSync(bytes);
  return { name, bytes, files, manifest: readPackManifest(files['manifest.json'] ?? new Uint8Array()) };
};

async function packOf(service: Service, link: string, query = ''): Promise<Pack> {
  const response = await fetch(service.url + pathOf(link, query));
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, Buffer.from(bytes).toString().slice(0, 500)).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return packIn(bytes, response.headers.get('content-disposition') ?? '');
}

/** `verify-evidence` finds nothing wrong with a pack of the key. */
async function expectProven(pack: Pack, keyId: string) {
  const found = await checkPack(
    Buffer.from(pack.bytes),
    { keyIds: [keyId], trusted: [], now: Date.now() },
    TOOLS,
  );
  expect(found.problems).toEqual([]);
  expect(isProven(found)).toBe(true);
}

const orderOf = ({ loads }: Manifest) => loads.map(({ purpose, outcome }) => `${purpose} ${outcome}`);
/** The loads without the search for a control. */
const proofOf = (manifest: Manifest) => orderOf(manifest).filter((load) => load !== 'place read');
const textOf = (pack: Pack, file: string | null | undefined) =>
  Buffer.from(pack.files[file ?? ''] ?? new Uint8Array()).toString();
const codeOf = ({ body }: { readonly body: unknown }) =>
  (body as { error?: { code: string } }).error?.code ?? 'none';
const verdicts = async (service: Service) =>
  ((await service.get('/readyz')).body as { checks: { verdicts: string } }).checks.verdicts;
const TWO_ROUNDS = ['review absent', 'control shown', 'review absent', 'control shown'];
const documents = (standIn: StandIn) =>
  standIn.requests.filter(({ path }) => path.startsWith('/maps/reviews/'));

test('a visible review is one load, with its text and stars as shown', async ({ service, standIn }) => {
  const pack = await packOf(service, VISIBLE);
  const { manifest, files } = pack;
  expect(pack.name).toMatch(
    /filename="dowod-opinii-zurkownia-zazolc-lucja-wymyslona-kes-\d{4}-\d\d-\d\d-\d{6}\.zip"/,
  );
  expect(decodeURIComponent(pack.name)).toMatch(
    /filename\*=UTF-8''dowod-opinii_Żurkownia-Zażółć_Łucja-Wymyślona-Kęs_\d{4}-\d\d-\d\d-\d{6}\.zip$/,
  );
  expect(orderOf(manifest)).toEqual(['review shown']);
  expect(documents(standIn)).toHaveLength(1);
  expect(manifest).toMatchObject({
    link: { given: VISIBLE, hops: [{ url: VISIBLE.split('?')[0] }] },
    verdict: { is_visible: true, reason: 'visible' },
    review: {
      stars: 5,
      author_name: 'Łucja Wymyślona-Kęs',
      text: expect.stringContaining('Zażółć gęślą jaźń'),
    },
    seen_by_requester: null,
    place: { name: 'Żurkownia „Zażółć”', cid: expect.stringMatching(/^\d+$/) },
    settings: { language: 'pl', region: 'pl' },
    options: { lang: 'pl', blur: 'others' },
    timestamp: { status: 'none' },
  });
  // Every file is listed with its hash, and nothing else is there.
  const listed = manifest.files.map(({ path }) => path);
  expect(Object.keys(files).sort()).toEqual([...listed, 'manifest.json', 'signature.json'].sort());
  for (const { path, bytes, sha256 } of manifest.files) {
    expect(files[path]?.length).toBe(bytes);
    expect(sha256Of(files[path] ?? new Uint8Array())).toBe(sha256);
  }
  const { body } = await service.get('/api/evidence-key');
  const key = (body as { data: { key_id: string; public_key: string; earlier_keys: unknown[] } }).data;
  expect(readPublicKey(key.public_key)?.id).toBe(key.key_id);
  expect(key.earlier_keys).toEqual([]);
  await expectProven(pack, key.key_id);
  const check = await checkSignature(
    files['signature.json'] ?? new Uint8Array(),
    files['manifest.json'] ?? new Uint8Array(),
    TOOLS,
  );
  expect(check).toEqual({ state: 'valid', keyId: key.key_id });
});

test('a review that is gone without words: its proof, notices and loads', async ({ service, standIn }) => {
  const notices = [{ code: 3, words: { pl: 'Usunięto od 11 do 20 opinii.' } }];
  const noticed = (one: Case): Case =>
    one.kind === 'reviews' && one.id === PLACE_OF_HIDDEN ? { ...one, place: { ...one.place, notices } } : one;
  // This test is the first one that asks for the place: the service knows its notices for a day.
  standIn.set({ cases: loadCases().map(noticed) });
  const pack = await packOf(service, HIDDEN, '&lang=en&blur=none');
  standIn.set({ cases: loadCases() });
  expect(pack.manifest.place.notices).toMatchObject([{ text: 'Usunięto od 11 do 20 opinii.' }]);
  const { loads } = pack.manifest;
  expect(proofOf(pack.manifest)).toEqual(TWO_ROUNDS);
  expect(loads.length).toBeLessThanOrEqual(10);
  expect(pack.manifest.verdict).toEqual({ is_visible: false, reason: 'no_rating_section' });
  expect(pack.manifest.place.name).toEqual(expect.any(String));
  expect(Object.keys(pack.files)).toContain('report.pdf');
  const times = loads.flatMap(({ started_at_utc, ended_at_utc }) => [started_at_utc, ended_at_utc]);
  expect(times).toEqual(times.toSorted());
  for (const { files, missing, tls, requests, ...load } of loads) {
    expect(missing).toEqual([]);
    expect(tls).toMatchObject({ subject: 'www.google.com', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(requests.every(({ status }) => status === 200 || status === 302)).toBe(true);
    expect(
      Buffer.from(pack.files[files.picture ?? ''] ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(textOf(pack, files.page)).toContain('multipart/related');
    expect(JSON.parse(textOf(pack, files.state))).toMatchObject({ asked: load.asked_url });
  }
  // Each load without the review has a context of its own, which begins with what the consent page left.
  const absences = loads.filter(({ outcome }) => outcome === 'absent');
  const ids = absences.map(({ context }) => context?.id);
  expect(new Set(ids).size).toBe(absences.length);
  expect(ids).not.toContain(undefined);
  for (const { context } of loads) expect(context?.cookies_after?.join(' ')).toMatch(/google\.com/);
  const [first] = loads;
  expect(first).toMatchObject({
    outcome: 'absent',
    signals: {
      reason: 'no_rating_section',
      says_gone: false,
      has_place_card: true,
      has_record: false,
      slots: 12,
    },
  });
  expect(textOf(pack, first?.files.answer).startsWith(")]}'")).toBe(true);
  const control = loads.find(({ purpose }) => purpose === 'control');
  expect(control?.signals).toMatchObject({ reason: null, has_record: true, has_rating_section: true });
});

test('a review whose place is gone has a pack, and the page that shows no place is in it', async ({
  service,
}) => {
  const gone = HIDDEN.replace(/(0x0:0x\w{15})\w/, '$1f');
  expect(gone).not.toBe(HIDDEN);
  const pack = await packOf(service, gone);
  const { verdict, place, loads } = pack.manifest;
  expect(verdict).toEqual({ is_visible: false, reason: 'no_business_data' });
  expect(place.name).toBeNull();
  expect(orderOf(pack.manifest).filter((load) => load === 'place no_place')).toHaveLength(1);
  expect(loads.filter(({ purpose }) => purpose === 'place_name')).toEqual([]);
  const { body } = await service.get('/api/evidence-key');
  await expectProven(pack, (body as { data: { key_id: string } }).data.key_id);
});

// A page that is never drawn: test/stand-in/evidence-pictures.spec.ts.
test('a page that is drawn late is waited for', async ({ service, standIn }) => {
  standIn.set({ renderDelayMs: 3_000 });
  const late = await packOf(service, VISIBLE);
  expect(orderOf(late.manifest)).toEqual(['review shown']);
  expect(late.manifest.loads[0]?.signals).toMatchObject({
    ...{ has_place_card: true, has_rating_section: true, has_record: true },
    stars_label: expect.stringContaining('5'),
  });
});

test('a share link is followed hop by hop; a silent hop is named', async ({ service, standIn }) => {
  const share = 'https://maps.app.goo.gl/RevShortMapsApp';
  const isFirst = once();
  standIn.fault({ kind: 'reset', match: (host) => host === 'maps.app.goo.gl' && isFirst() });
  const { manifest } = await packOf(service, share);
  const { given, hops } = manifest.link;
  expect(given).toBe(share);
  expect(hops.slice(0, 2)).toEqual([
    { url: share, status: null },
    { url: share, status: 302 },
  ]);
  expect(hops.at(-1)?.url).toContain('/maps/reviews/data=');
  expect(orderOf(manifest)[0]).toBe('review shown');
});

test.describe('a service with an authority for time stamps', () => {
  let openssl: ReturnType<typeof opensslAuthority>;
  let authority: Awaited<ReturnType<typeof localServer>>;
  let isRefusing = false;
  const logins: (string | undefined)[] = [];
  const lines: string[] = [];
  let service: Service;
  test.beforeAll(async ({ standIn }) => {
    openssl = opensslAuthority(test.info().outputPath());
    const answer = stamping(openssl.answer);
    authority = await localServer((request, response) => {
      logins.push(request.headers.authorization);
      if (isRefusing) response.writeHead(503).end();
      else answer(request, response);
    });
    const env = { EVIDENCE_KEY_FILE, LOG_LEVEL: 'trace', CONTROL_REVIEWS: OTHER_VISIBLE };
    const address = authority.url.replace('//', '//kancelaria:tajne-hasło@');
    service = await startService(
      standIn,
      { ...env, TSA_URL: `${address}?token=tajny-żeton`, PUBLIC_URL: 'https://opinie.test/mapy' },
      { write: (line) => lines.push(line) },
    );
  });
  test.afterAll(async () => {
    await service.close();
    authority.close();
  });

  test('names the place, although no page of the review shows its name', async () => {
    const { manifest } = await packOf(service, linkOf('review--no-data'));
    expect(manifest.verdict.reason).toBe('no_business_data');
    expect(proofOf(manifest)).toEqual(TWO_ROUNDS);
    expect(manifest.place.name).toBe(loadReviewsCase(PLACE_OF_HIDDEN).place.name);
    expect(manifest.controls?.map(({ outcome }) => outcome)).toEqual(['shown', 'shown']);
  });

  // These steps follow each other in one service: what it has seen decides what the next proof needs.
  test('stamps its packs, shows no secret, makes no pack while suspended', async ({ standIn }) => {
    standIn.set({ reviewQuirks: { bare: once(), only: (review) => review === subjectOf(VISIBLE) } });
    const elsewhere = await service.get(pathOf(VISIBLE));
    expect([elsewhere.status, codeOf(elsewhere)], 'only the page of the place shows it').toEqual([
      ...[503, 'provider_unavailable'],
    ]);
    const pack = await packOf(service, VISIBLE);
    expect(proofOf(pack.manifest), 'a review that comes back is visible').toEqual(['review shown']);
    expect(pack.manifest.verdict.is_visible).toBe(true);
    expect(pack.manifest.timestamp).toEqual({ status: 'requested', authority: authority.url, why: null });
    expect(pack.manifest.operator.key_url).toBe('https://opinie.test/mapy/api/evidence-key');
    expect(new Set(logins)).toEqual(
      new Set([`Basic ${Buffer.from('kancelaria:tajne-hasło').toString('base64')}`]),
    );
    const options = { keyIds: null, trusted: [openssl.ca], now: Date.now() };
    expect(await checkPack(Buffer.from(pack.bytes), options, TOOLS)).toMatchObject({
      ...{ problems: [], stamp: { state: 'valid', signer: 'CN=Invented Stamps' } },
    });

    standIn.set({ reviewQuirks: {} });
    isRefusing = true;
    const unstamped = await packOf(service, VISIBLE);
    expect(unstamped.manifest.timestamp).toEqual({
      ...{ status: 'failed', authority: authority.url, why: 'the authority answered with status 503' },
    });
    expect(Object.keys(unstamped.files)).not.toContain('timestamp.tsr');

    // How many rounds a proof then needs, and when it is refused: test/core/reviews/controls.
    standIn.set({ reviewQuirks: { limited: (_load, review) => review !== subjectOf(REMOVED) } });
    const verdict = await service.get(`/api/review-visibility?url=${encodeURIComponent(REMOVED)}`);
    expect([verdict.status, codeOf(verdict)]).toEqual([503, 'provider_unavailable']);
    expect(await verdicts(service), 'a control that is not shown suspends').toBe('suspended');
    standIn.set({ reviewQuirks: {} });
    expect(await service.get(pathOf(REMOVED)), 'a verdict suspends packs, too').toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('three good controls') } },
    });

    const texts = [pack, unstamped].flatMap(({ files }) => Object.values(files));
    const told = await Promise.all(
      ['/readyz', '/api/capabilities', '/api/evidence-key'].map((path) => service.get(path)),
    );
    const everything = [
      ...lines,
      ...texts.map((bytes) => Buffer.from(bytes).toString()),
      JSON.stringify(told),
    ].join('\n');
    for (const secret of ['tajn', 'kancelaria', String(logins[0]).slice('Basic '.length)])
      expect(everything).not.toContain(secret);
  });
});

/** True at its first call. */
function once(): () => boolean {
  let isFirst = true;
  return () => {
    const was = isFirst;
    isFirst = false;
    return was;
  };
}
