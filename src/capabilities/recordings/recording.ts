import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PageView } from '../../core/provider/navigation/navigate.js';
import { nothingObserved } from '../../core/provider/navigation/observation.js';
import { rawPageState, rawReviewCard } from '../../core/provider/raw-state-shape.js';
import { readRegularFile } from '../../core/runtime/regular-file.js';

const part = z.strictObject({
  /** File name in the folder of the recording. */
  file: z.string().regex(/^[\w-]+\.(?:html|txt)$/),
  /** The document, the data of a place, a search or a review, or a batch of a list. */
  kind: z.enum(['document', 'payload', 'search', 'review', 'batch']),
  url: z.url(),
  method: z.string(),
  status: z.number().int(),
  /** The relevant headers: content-type, cache-control, location and age. */
  headers: z.record(z.string(), z.string()),
});

const maybe = z.string().nullable();
/** `case.json` of a recording. */
export const recordingCase = z.strictObject({
  format: z.literal(2),
  /** The kind of the recorded page; `consent`: a consent page that could not be declined. */
  kind: z.enum(['place', 'search', 'reviews', 'review', 'consent']),
  /** The link as given, with the identifiers of people replaced. */
  link: z.string(),
  /** `asked`: the address that was opened. `url`: the tab's address at the end. */
  asked: z.url(),
  url: z.string(),
  /** The source of the pages. Scripts of the real provider are not recorded, so a browser cannot replay its pages. */
  provider: z.enum(['real', 'stand-in']),
  /** True: the place is replaced as well. */
  anonymous: z.boolean(),
  /** True once a person has compared expected.json with the page. */
  reviewed: z.boolean(),
  recordedAt: z.iso.datetime(),
  versions: z.strictObject({ node: z.string(), chromium: z.string(), placeLookup: z.string() }),
  locale: z.strictObject({ language: z.string(), region: z.string(), timeZone: z.string() }),
  /** The requested review; null unless the recording shows a review. */
  review: z.strictObject({ reviewId: maybe, authorId: maybe, cid: maybe }).nullable(),
  parts: z.array(part),
});
export type RecordingCase = z.infer<typeof recordingCase>;
export type RecordingPart = z.infer<typeof part>;

/** `shown.json`. A person may have changed it, and the functions that read pages trust the shape of what they get. */
const shown = z.strictObject({
  /** The state of the settled page. */
  state: rawPageState.nullable(),
  /** The cards of the review list. */
  cards: z.array(rawReviewCard),
  /** The markup of the side panel of the settled page, and of the list at its end. */
  ...{ panel: maybe, list: maybe },
});

/** A recording in memory. */
export interface Recording extends Readonly<z.infer<typeof shown>> {
  readonly about: RecordingCase;
  /** Bodies by the file name of their part. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** Maximum size of each file. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the folder of a recording. @throws RecordingFault when a file does not fit its schema; the error of the file
 * system
 */
export async function readRecording(folder: string): Promise<Recording> {
  const about = await readJson(join(folder, 'case.json'), recordingCase);
  const bodies = await Promise.all(
    about.parts.map(async ({ file }) => [file, await readPart(join(folder, file))] as const),
  );
  return {
    about,
    bodies: Object.fromEntries(bodies),
    ...(await readJson(join(folder, 'shown.json'), shown)),
  };
}

/** Writes the folder of a recording. @throws Error when the folder exists */
export async function writeRecording(folder: string, recording: Recording): Promise<void> {
  const { about, bodies, ...rest } = recording;
  await mkdir(folder);
  for (const [file, body] of Object.entries(bodies)) await writeFile(join(folder, file), body);
  await writeFile(join(folder, 'shown.json'), `${JSON.stringify(rest)}\n`);
  await writeFile(join(folder, 'case.json'), `${JSON.stringify(about, null, 2)}\n`);
}

/** A file that does not belong to a recording. */
export class RecordingFault extends Error {
  override readonly name = 'RecordingFault';
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.file = file;
  }
}

/** @throws RecordingFault unless it is a regular file of at most `MAX_BYTES` */
async function readPart(file: string): Promise<string> {
  const read = await readRegularFile(file, MAX_BYTES);
  if ('text' in read) return read.text;
  throw new RecordingFault(file, read.fault === 'large' ? 'this is too large' : 'this is no regular file');
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const json = await readPart(file);
  try {
    return schema.parse(JSON.parse(json));
  } catch (error) {
    throw new RecordingFault(file, error instanceof z.ZodError ? z.prettifyError(error) : 'this is not JSON');
  }
}

/** The settled page of a recording, for the functions that read pages. */
export function viewOf(recording: Recording): PageView {
  const { about, bodies, state } = recording;
  const documents = about.parts
    .filter(({ kind, status }) => kind === 'document' && (status < 300 || status >= 400))
    .map(({ url, status, file }) => ({ url, status, html: bodies[file] ?? null }));
  const seen = {
    ...nothingObserved(),
    documents,
    payloads: bodiesOf(recording, 'payload'),
    searches: bodiesOf(recording, 'search'),
    reviews: bodiesOf(recording, 'review'),
    loaded: true,
  };
  return { asked: about.asked, url: about.url, seen, state, settled: true, dataOverdue: false };
}

/** The bodies of the answers of a kind. */
export function bodiesOf({ about, bodies }: Recording, wanted: RecordingPart['kind']): string[] {
  return about.parts
    .filter(({ kind, status }) => kind === wanted && status === 200)
    .flatMap(({ file }) => bodies[file] ?? []);
}
