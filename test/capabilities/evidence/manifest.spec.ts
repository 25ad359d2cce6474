import {
  canonicalBytes,
  FORMAT,
  type Manifest,
  ManifestError,
  manifestBytes,
  readManifest,
} from '../../../src/capabilities/evidence/proof/pack-manifest.js';
import { inventedDraft, readPackManifest } from '../../support/evidence-pack.js';
import { expect, test } from '../../support/test.js';

const manifest = (draft = inventedDraft()): Manifest => ({
  ...draft,
  format: FORMAT,
  timestamp: { status: 'none', authority: null, why: null },
  files: [],
});

test('refuses a manifest of another format', () => {
  for (const format of ['place-lookup-evidence/1', 'place-lookup-evidence/3', null])
    expect(() => readManifest(canonicalBytes({ ...manifest(), format }))).toThrow(
      'the field format does not fit place-lookup-evidence/2',
    );
});

test('refuses a manifest whose loads do not name their browser contexts', () => {
  const { loads, ...rest } = manifest();
  const unnamed = loads.map(({ context, ...load }) => load);
  expect(() => readManifest(canonicalBytes({ ...rest, loads: unnamed }))).toThrow(
    'the field loads.0.context',
  );
});

test('a text that is cut within an emoji becomes a text that JSON can hold', () => {
  const draft = inventedDraft();
  const bytes = manifestBytes(
    manifest({ ...draft, review: { ...draft.review, text: 'Pierogi 🥟'.slice(0, -1) } }),
  );
  expect(readPackManifest(bytes).review.text).toBe('Pierogi \uFFFD');
});

test('unknown fields are passed over, other values of known fields are refused by name', () => {
  const { made_at_utc, ...rest } = manifest();
  const read = (value: object) => readManifest(canonicalBytes(value));
  expect(read({ ...rest, made_at_utc, later: 1 })).not.toHaveProperty('later');
  expect(() => read(rest)).toThrow('the field made_at_utc does not fit place-lookup-evidence/2');
  expect(() => read({ ...rest, made_at_utc: '2026-11-23 16:05' })).toThrow('the field made_at_utc');
  const bad = { ...rest, made_at_utc, verdict: { is_visible: false, reason: 'removed' } };
  expect(() => read(bad)).toThrow('the field verdict.reason');
  expect(() =>
    manifestBytes({ ...manifest(), files: [{ path: '../a', bytes: 1, sha256: 'ab'.repeat(32) }] }),
  ).toThrow();
});

test('JSON that has no canonical form is refused, not thrown on', () => {
  const text = manifestBytes(manifest()).toString();
  for (const extra of ['"zz":"\\ud800"', `"zz":${'['.repeat(50_000)}${']'.repeat(50_000)}`, '"format":1'])
    expect(() => readManifest(Buffer.from(`${text.slice(0, -1)},${extra}}`))).toThrow(ManifestError);
});
