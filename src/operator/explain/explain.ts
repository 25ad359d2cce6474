import { extractPlace } from '../../places/extractors/place.js';
import { rawPlacePage } from '../../provider/navigation/navigate.js';
import type { Origin, Origins } from '../../provider/origins.js';
import { currentRules, useRules } from '../../provider/rules/current.js';
import { mergeRules } from '../../provider/rules/merge-rules.js';
import { readRulesFile } from '../../provider/rules/read-rules-file.js';
import { extractReview, recordOrigins } from '../../reviews/extractors/review.js';
import { cardOrigins, extractCard } from '../../reviews/extractors/review-card.js';
import { frameIdsIn, readReviewsBatch } from '../../reviews/wire/reviews-batch.js';
import { viewOf } from '../recorded-reading.js';
import { type Recording, RecordingFault, readRecording } from '../recording.js';
import { failureLines, type Say } from '../rules-texts.js';
import { FIELDS, parseWant, type Want } from './fields.js';
import { recordRoots, ruleOf, type Standing, standings } from './where.js';

/** The fields read from a recording with their rules, and the positions of wanted values. */
type Explanation = ReturnType<typeof explain>;

/** Explains a recording by the rules in use. Reads only its arguments. */
export function explain(recording: Recording, wants: readonly Want[]) {
  const { about } = recording;
  return {
    kind: about.kind,
    recordedAt: about.recordedAt,
    fields: [...placeFields(recording), ...reviewFields(recording)],
    /** `what`: a wanted value, or the frame of a batch of reviews that cannot be read. */
    wanted: [
      ...unreadBatches(recording),
      ...wants.map((want) => ({ what: `${want.name}=${want.text}`, lists: standings(recording, want) })),
    ],
  };
}

/** `value`: null = not found; for a field of reviews, the value of the first review that has it. */
interface ExplainedField {
  readonly names: readonly string[];
  readonly internal: string;
  readonly value: unknown;
  readonly origin: Origin | null;
}

function placeFields(recording: Recording): ExplainedField[] {
  const { kind } = recording.about;
  const reading =
    kind === 'consent' || kind === 'review' ? null : extractPlace(rawPlacePage(viewOf(recording)));
  return reading === null ? [] : fieldsOf('place', [{ values: reading.place, origins: reading.origins }]);
}

function reviewFields(recording: Recording): ExplainedField[] {
  const { kind } = recording.about;
  if (kind !== 'reviews' && kind !== 'review') return [];
  // If the records of a list cannot be read, its cards are used.
  return fieldsOf('review', [
    ...recordRoots(recording).map(({ value }) => ({
      values: extractReview(value),
      origins: recordOrigins(value),
    })),
    ...recording.cards.map((card) => ({ values: extractCard(card), origins: cardOrigins(card) })),
  ]);
}

function fieldsOf(
  of: 'place' | 'review',
  sources: readonly { readonly values: unknown; readonly origins: Origins }[],
): ExplainedField[] {
  return FIELDS.filter((field) => field.of === of).map(({ name, published }) => {
    const read = sources.find(({ origins }) => origins[name] != null);
    const value = read === undefined ? null : valueNamed(read.values, name);
    return { names: published, internal: name, value, origin: read?.origins[name] ?? null };
  });
}

function valueNamed(values: unknown, name: string): unknown {
  const inside = (part: unknown, key: string) => (Object(part) as Readonly<Record<string, unknown>>)[key];
  return name.split('.').reduce(inside, values) ?? null;
}

function unreadBatches({ about, bodies }: Recording): { what: string; lists: readonly Standing[] }[] {
  const list = 'frameIds.reviews';
  return about.parts
    .filter(({ kind, status }) => kind === 'batch' && status === 200)
    .map(({ file }) => ({ what: file, body: bodies[file] ?? '' }))
    .filter(({ body }) => !['batch', 'empty'].includes(readReviewsBatch(body).kind))
    .map(({ what, body }) => {
      const ids = frameIdsIn(body).filter((id) => !currentRules().frameIds.reviews.includes(id));
      return { what, lists: [{ list, readBy: null, rules: ids.map((id) => ruleOf(list, id)) }] };
    });
}

export interface ExplainRequest {
  readonly folder: string;
  /** `field=value`, as typed. */
  readonly wants: readonly string[];
  /** A file with the operator's rules; null = only the built-in rules. */
  readonly rules: string | null;
  readonly isJson: boolean;
  readonly say: Say;
}

/** A text for standard output, or lines with the reasons of a failure. `isMissing`: a wanted value was not found. */
export type ExplainResult =
  | { readonly text: string; readonly isMissing: boolean }
  | { readonly faults: readonly string[] };

/** Explains a recording, with the operator's rules in use, without opening a connection. */
export async function runExplain(request: ExplainRequest): Promise<ExplainResult> {
  const { folder, rules, isJson, say } = request;
  const wants = request.wants.map((given) => parseWant(given, say));
  const faults = wants.filter((want) => typeof want === 'string');
  if (faults.length > 0) return { faults };
  if (rules !== null) {
    const reading = await readRulesFile(rules);
    if (reading.kind !== 'rules') return { faults: failureLines(rules, reading, say) };
    useRules(mergeRules(reading.rules));
  }
  try {
    const recording = await readRecording(folder);
    const explanation = explain(
      recording,
      wants.filter((want) => typeof want !== 'string'),
    );
    const isNowhere = ({ readBy, rules: found }: Standing) => readBy === null && found.length === 0;
    return {
      text: isJson ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(folder, explanation, say),
      isMissing: explanation.wanted.some(({ lists }) => lists.every(isNowhere)),
    };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (!(error instanceof RecordingFault) && code === undefined) throw error;
    const what = error instanceof RecordingFault ? error.file : `${folder}: ${code}`;
    return { faults: [say(`To nie jest nagranie: ${what}`, `This is not a recording: ${what}`)] };
  }
}

/** Maximum characters of a value. */
const MAX_SHOWN = 60;

/** Writes an explanation for people. */
export function explanationText(
  folder: string,
  { kind, recordedAt, fields, wanted }: Explanation,
  say: Say,
): string {
  const lines = [
    `${folder} (${kind}, ${recordedAt})`,
    ...fields.map(({ names, value, origin }) => {
      if (origin === null) return `  ${names.join(', ')}: ${say('nie odczytano', 'not read')}`;
      const ofFile = origin.set === 'operator' ? say(' (z pliku reguł)', ' (rules file)') : '';
      return `  ${names.join(', ')}: ${JSON.stringify(value).slice(0, MAX_SHOWN)} ← ${origin.source} ${origin.list} ${origin.entry}${ofFile}`;
    }),
    ...wanted.flatMap(({ what, lists }) => [
      what,
      ...lists.flatMap((standing) => standingLines(standing, say)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function standingLines({ list, readBy, rules }: Standing, say: Say): readonly string[] {
  if (readBy !== null) return [`  ${list}: ${say('odczytuje reguła', 'read by')} ${readBy}`];
  if (rules.length === 0) return [`  ${list}: ${say('nie znaleziono', 'not found')}`];
  return [
    `  ${list}: ${say('pasujące reguły, najlepsza pierwsza:', 'rules that fit, the best first:')}`,
    ...rules.map((rule) => `    ${JSON.stringify(rule)}`),
  ];
}
