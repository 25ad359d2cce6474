import type { ChromiumSupervisor } from '../../../core/browser/chromium.js';
import type { Config, SettingsOf } from '../../../core/config/config.js';
import { AppError, isAppError, PROVIDER_UNAVAILABLE } from '../../../core/errors.js';
import { cidOfFeature } from '../../../core/identifiers/cid.js';
import { placeIdOfFeature } from '../../../core/identifiers/place-id.js';
import { identityOf } from '../../../core/identifiers/review-url.js';
import { RULES } from '../../../core/provider/rules/built-in.js';
import { LOCALE } from '../../../core/provider/urls.js';
import type { Language } from '../../../core/published/language.js';
import { shownPlaceName } from '../../../core/reviews/extractors/visibility.js';
import type { Inspection } from '../../../core/reviews/inspect-review.js';
import { type Scope, startInnerScope } from '../../../core/runtime/scope.js';
import { message } from '../messages.js';
import { deriveVerdict } from '../proof/derive-verdict.js';
import { sha256Of } from '../proof/digest.js';
import {
  canonicalBytes,
  type ManifestDraft,
  type RecordManifest,
  recordManifestBytes,
} from '../proof/pack-manifest.js';
import type { EvidenceKey } from '../proof/signature.js';
import { createStampAuthority } from '../proof/timestamp.js';
import type { EVIDENCE_SETTINGS } from '../settings.js';
import { evidenceTexts } from '../texts.js';
import type { Blur } from '../values.js';
import { type Compositor, openCompositor, printReport } from './compositor.js';
import { loadEntry, type PackTimes, rawOf } from './load-entry.js';
import { listed, makePack, type PackFile, seal, zipOf } from './pack-zip.js';
import {
  askedReview,
  type EvidenceProvider,
  LoadRecorder,
  LoadsUsedUp,
  MAX_LOADS,
  placeReading,
  type RecordedLoad,
  reviewReading,
} from './record-loads.js';
import type { Picture } from './report-page.js';

/** How a pack is made. */
export interface PackOptions {
  /** Language of the report and of the instructions. */
  readonly lang: Language;
  /** `others`: the reviews of other people are covered in the pictures. */
  readonly blur: Blur;
  /** The review as a watch of the service saw it earlier; null = no watch did. */
  readonly seen: SeenBefore | null;
}

/** What earlier checks of a watch read of the review. The pack repeats it apart from what its pages show. */
type SeenBefore = Omit<NonNullable<ManifestDraft['seen_by_requester']>, 'is_verified' | 'source'>;

/** A finished pack. */
export interface EvidencePack {
  readonly verdict: ManifestDraft['verdict'];
  /** Names of the place and of the author, for the name of the file; null = unknown. */
  readonly place: string | null;
  readonly author: string | null;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The pack as a ZIP, in parts. */
  readonly zip: readonly Uint8Array[];
}

/** The parts of the service that make a pack or that a pack describes. */
export interface EvidenceParts {
  readonly provider: EvidenceProvider;
  /** The browser that draws pictures. */
  readonly browser: Pick<ChromiumSupervisor, 'acquire' | 'info'>;
  readonly config: Pick<Config, 'TIME_ZONE' | 'OPERATOR_NAME' | 'OPERATOR_CONTACT' | 'PUBLIC_URL'> &
    SettingsOf<(typeof EVIDENCE_SETTINGS)['shape']>;
  /** The key that signs packs. */
  readonly key: EvidenceKey;
  readonly version: string;
}

/** Maximum time of one pack, in milliseconds, without the wait for its turn. */
const PACK_MS = 120_000;
const RETRY_SECONDS = 30;

/**
 * Makes the verdict on a review anew and packs everything that was seen. @throws AppError like a verdict: a verdict
 * that cannot be proven gives no pack
 */
export async function makeEvidence(
  parts: EvidenceParts,
  link: string,
  options: PackOptions,
  scope: Scope,
): Promise<EvidencePack> {
  const { provider, browser, config, key } = parts;
  const inner = startInnerScope(scope, PACK_MS);
  try {
    const cover = options.blur === 'others' ? evidenceTexts(options.lang)('cover') : null;
    const recorder = new LoadRecorder({ link, urls: provider.urls, cover, timeoutMs: PACK_MS });
    const inspection = await provider.open(recorder).details(link, inner).catch(asTooManyLoads);
    await readPlaceName(provider, recorder, inspection, inner);
    const chromium = await browser.acquire();
    const compositor = await openCompositor(chromium);
    try {
      const times = timesIn(config.TIME_ZONE);
      const madeAt = Date.now();
      const drawing = { compositor, lang: options.lang, times, signal: inner.signal };
      const loads = withOtherForm(recorder.all(), inspection, provider.urls);
      const { entries, pictures } = await entriesOf(loads, drawing);
      const draft: ManifestDraft = {
        ...(await draftOf({ ...parts, link, recorder, inspection, options, times, madeAt })),
        loads: entries.map(({ entry }) => entry),
      };
      inner.signal.throwIfAborted();
      const loadFiles = entries.flatMap((one) => one.files);
      assertDerivable(draft, loadFiles, scope);
      const files = await makePack({
        draft,
        pictures,
        key,
        print: (report) => printReport(chromium, report),
        signal: inner.signal,
        files: loadFiles,
        authority: authorityOf(config),
      });
      const { verdict, place, review, seen_by_requester: seen } = draft;
      const author = review.author_name ?? seen?.author ?? null;
      const zip = await zipOf(files, new Date(madeAt));
      inner.signal.throwIfAborted();
      return { verdict, place: place.name, author, madeAt, zip };
    } finally {
      await compositor.close().catch(() => undefined);
    }
  } finally {
    inner[Symbol.dispose]();
  }
}

/** The files of the record of a client as a signed ZIP, in parts. */
export async function sealRecord(
  { config, key }: Pick<EvidenceParts, 'config' | 'key'>,
  about: Pick<RecordManifest, 'client' | 'from' | 'to'>,
  files: readonly PackFile[],
  { signal }: Pick<Scope, 'signal'>,
): Promise<readonly Uint8Array[]> {
  const madeAt = Date.now();
  const manifest = { ...about, ...madeBy(config, madeAt), files: files.map(listed) };
  const contentWith = (timestamp: RecordManifest['timestamp']) => ({
    ...{ manifest: recordManifestBytes({ ...manifest, timestamp }), content: files },
  });
  const sealed = await seal(contentWith, { key, authority: authorityOf(config), signal });
  return zipOf(sealed, new Date(madeAt));
}

function authorityOf({ TSA_URL: url }: EvidenceParts['config']) {
  return url === undefined ? null : createStampAuthority(url);
}

/** When a manifest was made, and who runs the service. */
function madeBy(config: EvidenceParts['config'], madeAt: number) {
  const { utc, local } = timesIn(config.TIME_ZONE);
  const { OPERATOR_NAME: name = null, OPERATOR_CONTACT: contact = null, PUBLIC_URL: url } = config;
  return {
    made_at_utc: utc(madeAt),
    made_at_local: local(madeAt),
    time_zone: config.TIME_ZONE,
    operator: { name, contact, key_url: url === undefined ? null : keyAddress(url) },
  };
}

function asTooManyLoads(error: unknown): never {
  if (!(error instanceof LoadsUsedUp)) throw error;
  throw new AppError(PROVIDER_UNAVAILABLE, message('evidenceLoadsUsedUp', { most: MAX_LOADS }), {
    cause: error,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** A pack is never handed out if the check of packs would refuse its verdict. @throws AppError `provider_unavailable` */
function assertDerivable(draft: ManifestDraft, files: readonly PackFile[], { log }: Scope): void {
  const contents = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes)]));
  const derivation = deriveVerdict(draft, contents);
  if (derivation.follows) return;
  const { flaw, loads } = derivation;
  log.warn({ flaw, loads }, 'no evidence pack: its verdict does not follow from its loads');
  throw new AppError(PROVIDER_UNAVAILABLE, message('providerFails'), {
    cause: `the verdict does not follow from the loads: ${flaw}`,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/**
 * Opens the page of the place once if no load of the verdict shows the name of the place. A load that fails leaves the
 * name unknown.
 */
async function readPlaceName(
  provider: EvidenceProvider,
  recorder: LoadRecorder,
  { placeName, featureId, reason }: Inspection,
  scope: Scope,
): Promise<void> {
  // The page of the place, which may be gone itself, is one of the loads.
  if (reason === 'no_business_data') return;
  const target = recorder.target();
  const cid = (featureId && cidOfFeature(featureId)) ?? (target && identityOf(target).cid);
  if (placeName !== null || cid === null || namesIn(recorder.all(), cid).length > 0) return;
  await provider.openPlace(recorder, cid, scope).catch((error: unknown) => {
    scope.signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    scope.log.info({ err: error }, 'the name of the place of an evidence pack is not known');
  });
}

interface Drawing {
  readonly compositor: Compositor;
  readonly lang: Language;
  readonly times: PackTimes;
  readonly signal: AbortSignal;
}

/** The loads as the manifest lists them, and a small picture of each load for the report. */
async function entriesOf(loads: readonly RecordedLoad[], { compositor, lang, times, signal }: Drawing) {
  const entries: ReturnType<typeof loadEntry>[] = [];
  const pictures = new Map<number, Picture>();
  for (const [index, load] of loads.entries()) {
    signal.throwIfAborted();
    const { picture: taken, url, takenAt, isCut } = load.snapshot;
    const bar = { address: url, utc: times.utc(takenAt), local: times.local(takenAt), isCut };
    const picture = taken === null ? null : await compositor.withBar(taken, bar, lang).catch(() => null);
    entries.push(loadEntry(load, index + 1, picture, times));
    const small = taken === null ? null : await compositor.thumbnail(taken).catch(() => null);
    if (small !== null) pictures.set(index + 1, { type: 'image/jpeg', bytes: small });
  }
  return { entries, pictures };
}

interface DraftParts extends EvidenceParts {
  readonly link: string;
  readonly recorder: LoadRecorder;
  readonly inspection: Inspection;
  readonly options: PackOptions;
  readonly times: PackTimes;
  readonly madeAt: number;
}

/**
 * Marks the loads of the review under its own id, which follow the loads of a link that names its author: they are loads
 * of a review that was not tried as a control.
 */
function withOtherForm(
  loads: readonly RecordedLoad[],
  { controls }: Inspection,
  urls: EvidenceProvider['urls'],
): readonly RecordedLoad[] {
  const tried = new Set(controls.map(({ url }) => urls.review(url)));
  return loads.map((load) => {
    const isReview = load.asked !== null && askedReview(load.asked, null) !== null;
    const isOther = isReview && !load.isSubject && load.asked !== null && !tried.has(load.asked);
    return isOther ? { ...load, isSubject: true } : load;
  });
}

/** The manifest without its loads. */
async function draftOf(parts: DraftParts): Promise<Omit<ManifestDraft, 'loads'>> {
  const { link, recorder, inspection, options, config, times, madeAt, browser, version } = parts;
  const { reason, review, shown } = inspection;
  const target = recorder.target();
  const identity = target === null ? null : identityOf(target);
  const seconds = (value: number | null | undefined) => (value == null ? null : times.utc(value * 1_000));
  return {
    ...madeBy(config, madeAt),
    link: { given: link, hops: [...recorder.hops()] },
    verdict: { is_visible: reason === 'visible', reason },
    review: {
      id: review?.id ?? identity?.reviewId ?? null,
      author_id: review?.author.id ?? identity?.authorId ?? null,
      author_name: review?.author.name ?? shown?.author ?? null,
      stars: review?.stars ?? shown?.stars ?? null,
      text: review?.text ?? shown?.text ?? null,
      date_text: review?.dateText ?? null,
      published_at_utc: seconds(review?.publishedAt),
      edited_at_utc: seconds(review?.editedAt),
    },
    controls: inspection.controls.map(({ url, place, outcome, why, at }) => ({
      ...{ url, place, outcome: TRIED[outcome], why, at_utc: times.utc(at) },
    })),
    seen_by_requester: options.seen && { is_verified: false, source: 'watch', ...options.seen },
    place: placeOf(parts, identity?.cid ?? null),
    software: {
      service: version,
      chromium: browser.info().version,
      rules: [{ set: 'built-in', fingerprint: sha256Of(canonicalBytes(RULES)).slice(0, 12) }],
    },
    settings: LOCALE,
    options: { lang: options.lang, blur: options.blur },
  };
}

/** Where a service publishes its public keys (`GET /api/evidence-key`). */
const keyAddress = (publicUrl: string) => `${publicUrl.replace(/\/?$/, '/')}api/evidence-key`;

const TRIED = { seen: 'shown', not_seen: 'missing', skipped: 'skipped' } as const;

/** The place as the pages of the review show it. */
function placeOf({ recorder, inspection, times }: DraftParts, cid: string | null): ManifestDraft['place'] {
  const pages = recorder
    .all()
    .filter(({ isSubject }) => isSubject)
    .flatMap((load) => rawOf(load, 'reading' in load.end ? reviewReading(load.end.reading) : null) ?? []);
  const [named = null] = pages.flatMap(({ data }) => (data?.namesPlace ? (data.featureId ?? []) : []));
  const { placeName, notices } = inspection;
  const featureId = inspection.featureId ?? named;
  const itsCid = featureId === null ? cid : cidOfFeature(featureId);
  const [name = null] = namesIn(recorder.all(), itsCid);
  return {
    name: placeName ?? name,
    cid: itsCid,
    feature_id: featureId,
    place_id: featureId === null ? null : placeIdOfFeature(featureId),
    notices: notices.map(({ kind, text, seenAt }) => ({ kind, text, seen_at_utc: times.utc(seenAt) })),
  };
}

/** The names of the place with a CID in the loads: on the pages of its reviews, then on its own pages. */
function namesIn(loads: readonly RecordedLoad[], cid: string | null): string[] {
  const read = loads.flatMap((load) => ('reading' in load.end ? [{ load, reading: load.end.reading }] : []));
  const onReviews = read.flatMap(({ load, reading }) => {
    const raw = rawOf(load, reviewReading(reading));
    const isOfPlace = load.isSubject || (cid !== null && raw?.identity.cid === cid);
    return raw === null || !isOfPlace ? [] : (shownPlaceName(raw) ?? []);
  });
  const onPlaces = read.flatMap(({ reading }) => {
    const place = placeReading(reading);
    return place === null || cid === null || cidOfFeature(place.featureId) !== cid ? [] : (place.name ?? []);
  });
  return [...onReviews, ...onPlaces];
}

function timesIn(timeZone: string): PackTimes {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return {
    utc: (at) => new Date(at).toISOString(),
    local: (at) => {
      const name = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
      return `${format.format(at).replace(' ', 'T')}${name === 'GMT' ? '+00:00' : name.slice('GMT'.length)}`;
    },
  };
}
