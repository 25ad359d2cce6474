import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RawPageState, RawReviewCard } from '../../core/provider/raw-state.js';
import { type DomNode, domNode } from './dom-tree.js';

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
  /** Milliseconds from the request to the end of the answer. */
  ms: z.number().nullable(),
});

/** `case.json` of a recording. */
export const recordingCase = z.strictObject({
  format: z.literal(1),
  /** The kind of the recorded page; `consent`: a consent page that could not be declined. */
  kind: z.enum(['place', 'search', 'reviews', 'review', 'consent']),
  title: z.string(),
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
  review: z
    .strictObject({
      reviewId: z.string().nullable(),
      authorId: z.string().nullable(),
      cid: z.string().nullable(),
    })
    .nullable(),
  /** True: a consent page was declined before the page was reached. */
  consent: z.boolean(),
  /** Milliseconds until the page had settled. */
  loadMs: z.number(),
  /** How the list ended, or that the requested batches were read; null = no list was read. */
  listEnd: z.string().nullable(),
  /** Reasons for missing parts, by part. */
  omitted: z.record(z.string(), z.string()),
  parts: z.array(part),
});
export type RecordingCase = z.infer<typeof recordingCase>;
export type RecordingPart = z.infer<typeof part>;

/** A recording in memory. */
export interface Recording {
  readonly about: RecordingCase;
  /** Bodies by the file name of their part. */
  readonly bodies: Readonly<Record<string, string>>;
  /** The state of the settled page. */
  readonly state: RawPageState | null;
  /** The cards of the review list. */
  readonly cards: readonly RawReviewCard[];
  /** The markup of the side panel of the settled page, and of the list at its end. */
  readonly panel: DomNode | null;
  readonly list: DomNode | null;
}

const text = z.string().nullable();
const ofEach = <K extends string, T>(type: T, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<K, T>;
const reviewPart = z.strictObject({
  ...ofEach(text, 'id', 'stars', 'author', 'text'),
  ...ofEach(z.array(z.string()), 'authorIds', 'starLabels'),
  hasSection: z.boolean(),
});
/** The entry that matched, by the name of its list of selectors. */
const matched = z.record(z.string(), z.string()).default({});
/** The shape of `RawPageState` in src/core/provider/raw-state.ts. */
const pageState: z.ZodType<RawPageState> = z.object({
  panel: z
    .object({
      ...ofEach(text, 'category', 'addressLabel', 'rating', 'reviewCountLabel'),
      name: z.string(),
      histogramLabels: z.array(z.string()),
      saysNoReviews: z.boolean(),
      reviewsTab: z.number(),
      matched,
    })
    .nullable(),
  cards: z.array(z.object({ href: z.string(), sponsored: z.boolean() })).nullable(),
  review: z
    .object({
      ...ofEach(text, 'placeHref', 'cardHeading'),
      ...ofEach(z.boolean(), 'hasCard', 'saysGone', 'mentionsReview'),
      cards: z.array(reviewPart),
      loose: reviewPart,
    })
    .nullable(),
  /** Recordings of earlier versions have neither of both. */
  reviewIds: z.array(z.string()).default([]),
  notices: z.array(z.string()).default([]),
  ...ofEach(z.boolean(), 'limitedView', 'errorMessage', 'saysNotFound', 'blockPage', 'consent'),
});
const reviewCard: z.ZodType<RawReviewCard> = z.object({
  ...ofEach(text, 'author', 'profileUrl', 'avatarUrl', 'authorLine', 'starsLabel', 'score', 'dateText'),
  ...ofEach(text, 'text', 'likes'),
  id: z.string(),
  cutOff: z.boolean(),
  photos: z.array(z.string()),
  matched,
  reply: z.object({ text, dateText: text }).nullable(),
});

const shown = z.strictObject({
  state: pageState.nullable(),
  cards: z.array(reviewCard),
  panel: domNode.nullable(),
  list: domNode.nullable(),
});

/**
 * Reads the folder of a recording. @throws RecordingFault when a file does not fit its schema; the error of the file
 * system
 */
export async function readRecording(folder: string): Promise<Recording> {
  const about = await readJson(join(folder, 'case.json'), recordingCase);
  const bodies = await Promise.all(
    about.parts.map(async ({ file }) => [file, await readText(join(folder, file))] as const),
  );
  return {
    about,
    bodies: Object.fromEntries(bodies),
    ...(await readJson(join(folder, 'shown.json'), shown)),
  };
}

/** Writes the folder of a recording, with the values that the extractors read. @throws Error when the folder exists */
export async function writeRecording(folder: string, recording: Recording, expected: unknown): Promise<void> {
  const { about, bodies, ...rest } = recording;
  await mkdir(folder);
  for (const [file, body] of Object.entries(bodies)) await writeFile(join(folder, file), body);
  await writeFile(join(folder, 'shown.json'), `${JSON.stringify(rest)}\n`);
  await writeFile(join(folder, 'expected.json'), jsonOf(expected));
  await writeFile(join(folder, 'case.json'), jsonOf(about));
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
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

/** Maximum size of a file, larger than any page. The folder may come from a third party. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

async function readText(file: string): Promise<string> {
  const found = await stat(file);
  if (!found.isFile()) throw new RecordingFault(file, 'this is not a file');
  if (found.size > MAX_FILE_BYTES)
    throw new RecordingFault(file, `the file is larger than ${MAX_FILE_BYTES} bytes`);
  return readFile(file, 'utf8');
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = (await readText(file)).replace(/^\uFEFF/, '');
  let parsed: ReturnType<typeof schema.safeParse>;
  try {
    parsed = schema.safeParse(JSON.parse(text));
  } catch (error) {
    // Both parsers recurse once per level of nesting.
    const isDeep = error instanceof RangeError;
    throw new RecordingFault(file, isDeep ? 'it is nested too deeply' : 'this is not JSON');
  }
  if (parsed.success) return parsed.data;
  throw new RecordingFault(file, z.prettifyError(parsed.error));
}
