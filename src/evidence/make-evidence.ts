import type { ChromiumSupervisor } from '../browser/chromium.js';
import type { Config } from '../config/config.js';
import { AppError } from '../contract/errors.js';
import type { SeenEarlier } from '../contract/evidence.js';
import type { Blur } from '../contract/evidence-limits.js';
import type { Language } from '../contract/language.js';
import { message } from '../contract/messages.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import type { RulesInfo } from '../provider/rules/load-rules.js';
import { identityOf, shownPlaceName } from '../reviews/extractors/visibility.js';
import type { Inspection } from '../reviews/inspect-review.js';
import { type Scope, startInnerScope } from '../runtime/scope.js';
import { clockState } from './clock.js';
import { type Compositor, openCompositor, printReport } from './compositor.js';
import { loadEntry, type PackTimes, rawOf } from './load-entry.js';
import type { ManifestDraft } from './manifest.js';
import { makePack, zipStream } from './pack.js';
import {
  createLoadRecorder,
  type EvidenceProvider,
  type LoadRecorder,
  LoadsUsedUp,
  MAX_LOADS,
  type RecordedLoad,
  reviewReading,
} from './record-loads.js';
import type { Picture } from './report.js';
import type { EvidenceKey } from './signature.js';
import { createStampAuthority } from './timestamp.js';

/** How a pack is made. */
export interface PackOptions {
  /** Language of the report and of the instructions. */
  readonly lang: Language;
  /** `others`: the reviews of other people are covered in the pictures. */
  readonly blur: Blur;
  /** The review as the client saw it earlier; null = the client did not say. */
  readonly seen: SeenEarlier | null;
}

/** A finished pack. */
export interface EvidencePack {
  readonly verdict: ManifestDraft['verdict'];
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** Writes the pack as a ZIP. */
  readonly zip: () => AsyncGenerator<Uint8Array>;
}

/** The parts of the service that make a pack or that a pack describes. */
export interface EvidenceParts {
  readonly provider: EvidenceProvider;
  /** The browser that draws pictures. */
  readonly browser: Pick<ChromiumSupervisor, 'acquire' | 'info'>;
  readonly config: Pick<
    Config,
    | 'TIME_ZONE'
    | 'PROVIDER_LANGUAGE'
    | 'PROVIDER_REGION'
    | 'EGRESS_GROUP'
    | 'TSA_URL'
    | 'TSA_USER'
    | 'TSA_PASSWORD'
  >;
  /** The key that signs packs. */
  readonly key: EvidenceKey;
  readonly rules: readonly RulesInfo[];
  readonly version: string;
}

/** Maximum time of one pack, in milliseconds, without the wait for its turn. */
const PACK_MS = 120_000;
const RETRY_SECONDS = 30;
const COVER: Readonly<Record<Language, string>> = {
  pl: 'Opinia innej osoby (zakryta)',
  en: "Another person's review (covered)",
};

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
    const recorder = createLoadRecorder({
      link,
      urls: provider.urls,
      cover: options.blur === 'others' ? COVER[options.lang] : null,
      timeoutMs: PACK_MS,
    });
    const inspection = await provider.open(recorder).details(link, inner).catch(asTooManyLoads);
    const chromium = await browser.acquire();
    const compositor = await openCompositor(chromium);
    try {
      const times = timesIn(config.TIME_ZONE);
      const madeAt = Date.now();
      const drawing = { compositor, version: parts.version, lang: options.lang, times, signal: inner.signal };
      const { entries, pictures } = await entriesOf(recorder.all(), drawing);
      const draft: ManifestDraft = {
        ...(await draftOf({ ...parts, link, recorder, inspection, options, times, madeAt })),
        loads: entries.map(({ entry }) => entry),
      };
      inner.signal.throwIfAborted();
      const files = await makePack({
        draft,
        pictures,
        key,
        print: (report) => printReport(chromium, report),
        signal: inner.signal,
        files: entries.flatMap((one) => one.files),
        authority: authorityOf(config),
      });
      return { verdict: draft.verdict, madeAt, zip: () => zipStream(files, new Date(madeAt)) };
    } finally {
      await compositor.close().catch(() => undefined);
    }
  } finally {
    inner.dispose();
  }
}

function asTooManyLoads(error: unknown): never {
  if (!(error instanceof LoadsUsedUp)) throw error;
  throw new AppError('provider_unavailable', message('evidenceLoadsUsedUp', { most: MAX_LOADS }), {
    cause: error,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

function authorityOf({ TSA_URL: url, TSA_USER: user, TSA_PASSWORD: password }: EvidenceParts['config']) {
  if (url === undefined) return null;
  return createStampAuthority({ url, user: user ?? null, password: password ?? null });
}

interface Drawing {
  readonly compositor: Compositor;
  readonly version: string;
  readonly lang: Language;
  readonly times: PackTimes;
  readonly signal: AbortSignal;
}

/** The loads as the manifest lists them, and a small picture of each load for the report. */
async function entriesOf(
  loads: readonly RecordedLoad[],
  { compositor, version, lang, times, signal }: Drawing,
) {
  const entries: ReturnType<typeof loadEntry>[] = [];
  const pictures = new Map<number, Picture>();
  for (const [index, load] of loads.entries()) {
    signal.throwIfAborted();
    const { picture: taken, url, takenAt, isCut } = load.snapshot;
    const bar = { address: url, utc: times.utc(takenAt), local: times.local(takenAt), isCut };
    const picture = taken === null ? null : await compositor.withBar(taken, bar, lang).catch(() => null);
    entries.push(loadEntry(load, index + 1, picture, { times, version }));
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

/** The manifest without its loads. */
async function draftOf(parts: DraftParts): Promise<Omit<ManifestDraft, 'loads'>> {
  const { link, recorder, inspection, options, config, times, madeAt, browser, rules, version } = parts;
  const { reason, review, shown } = inspection;
  const target = recorder.target();
  const identity = target === null ? null : identityOf(target);
  const seconds = (value: number | null | undefined) => (value == null ? null : times.utc(value * 1_000));
  return {
    made_at_utc: times.utc(madeAt),
    made_at_local: times.local(madeAt),
    time_zone: config.TIME_ZONE,
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
    seen_by_requester: options.seen && claimOf(options.seen),
    place: placeOf(parts, identity?.cid ?? null),
    software: {
      service: version,
      chromium: browser.info().version,
      rules: [...rules],
    },
    clock: await clockState(),
    settings: {
      language: config.PROVIDER_LANGUAGE,
      region: config.PROVIDER_REGION,
      egress_group: config.EGRESS_GROUP,
    },
    options: { lang: options.lang, blur: options.blur },
  };
}

function claimOf({ author, rating, text, on }: SeenEarlier): ManifestDraft['seen_by_requester'] {
  const given = { author: author ?? null, rating: rating ?? null, text: text ?? null, on: on ?? null };
  return { is_verified: false, ...given };
}

/** The place as the pages of the review show it. */
function placeOf({ recorder, inspection, times }: DraftParts, cid: string | null): ManifestDraft['place'] {
  const pages = recorder
    .all()
    .filter(({ isSubject }) => isSubject)
    .flatMap((load) => rawOf(load, 'reading' in load.end ? reviewReading(load.end.reading) : null) ?? []);
  const [name = null] = pages.flatMap((raw) => shownPlaceName(raw) ?? []);
  const [named = null] = pages.flatMap(({ data }) =>
    data?.namesPlace === true ? (data.featureId ?? []) : [],
  );
  const featureId = inspection.featureId ?? named;
  return {
    name: inspection.placeName ?? name,
    cid: featureId === null ? cid : cidOfFeature(featureId),
    feature_id: featureId,
    place_id: featureId === null ? null : placeIdOfFeature(featureId),
    notices: inspection.notices.map(({ kind, text, seenAt }) => ({
      kind,
      text,
      seen_at_utc: times.utc(seenAt),
    })),
  };
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
