import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from '../browser/executable.js';
import { readConfig } from '../config/config.js';
import { isAppError, SettingsError } from '../contract/errors.js';
import { createLogger } from '../runtime/logger.js';
import { noChromium } from './no-chromium.js';
import { record } from './record.js';
import { readRecorded } from './recorded-reading.js';
import { type Recording, writeRecording } from './recording.js';
import { sanitise } from './sanitise.js';

export interface RecordRequest {
  readonly link: string;
  /** Where the folder of the recording is made. */
  readonly out: string;
  /** Null = by what is recorded. */
  readonly name: string | null;
  /** Batches of the review list to read; 0 = none. */
  readonly batches: number;
  readonly anonymous: boolean;
  readonly signal: AbortSignal;
  readonly onStep: (step: 'resolving' | 'opening' | 'listing') => void;
}

/** What came of it. Only `written` leaves anything on the disk. */
export type RecordOutcome =
  /** `isConsent`: a consent page that could not be declined, in place of what was asked for. */
  | { readonly kind: 'written'; readonly folder: string; readonly parts: number; readonly isConsent: boolean }
  | { readonly kind: 'blocked'; readonly seen: string | null }
  | { readonly kind: 'no_results' }
  /** Something is wrong with the request or the settings (`unusable`), or the page could not be read (`failed`). */
  | { readonly kind: 'unusable' | 'failed'; readonly error: unknown; readonly seen: string | null }
  | { readonly kind: 'unwritable'; readonly folder: string; readonly error: unknown };

/** Records a page with the settings of the service and writes it without anything of people. */
export async function runRecord(request: RecordRequest): Promise<RecordOutcome> {
  let recording: Recording;
  try {
    const config = readConfig();
    const chromium = findChromium({
      chromiumPath: config.CHROMIUM_PATH,
      playwrightBrowsersPath: config.PLAYWRIGHT_BROWSERS_PATH,
    });
    if (chromium === null) throw noChromium();
    recording = await record({
      ...request,
      config,
      executablePath: chromium.path,
      log: createLogger('silent'),
      version: await packageVersion(),
    });
  } catch (error) {
    return failureOf(error);
  }
  return keep(recording, request);
}

async function keep(recording: Recording, { out, name, anonymous }: RecordRequest): Promise<RecordOutcome> {
  const folder = join(out, `recorded--${name ?? defaultName(recording)}`);
  try {
    const clean = sanitise(recording, { seed: randomBytes(32).toString('hex'), anonymous });
    await writeRecording(folder, clean, readRecorded(clean));
    const { parts, kind } = clean.about;
    return { kind: 'written', folder, parts: parts.length, isConsent: kind === 'consent' };
  } catch (error) {
    return { kind: 'unwritable', folder, error };
  }
}

function failureOf(error: unknown): RecordOutcome {
  const seen = isAppError(error) ? seenIn(error.cause) : null;
  if (isAppError(error, 'provider_blocked')) return { kind: 'blocked', seen };
  if (isAppError(error, 'no_results')) return { kind: 'no_results' };
  const isUnusable = error instanceof SettingsError || isAppError(error, 'invalid_request');
  return { kind: isUnusable ? 'unusable' : 'failed', error, seen };
}

/** The breaker passes an error on as the cause of its own. Playwright adds its log to the first line of a message. */
function seenIn(cause: unknown): string | null {
  if (isAppError(cause)) return seenIn(cause.cause);
  const text = cause instanceof Error ? cause.message : cause;
  return typeof text === 'string' ? (text.split('\n')[0] ?? null) : null;
}

/** Kind and moment: a name from the page might name a person. */
function defaultName({ about }: Recording): string {
  return `${about.kind}-${about.recordedAt.slice(0, 19).replace(/\D/g, '')}`;
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
