import { extractPlace, placeBodies } from '../../../core/places/extractors/extract-place.js';
import { placeArray } from '../../../core/places/wire/place-payload.js';
import { rawPlacePage } from '../../../core/provider/navigation/navigate.js';
import type { Origin, Origins } from '../../../core/provider/origins.js';
import { BUILT_IN, type IndexPath } from '../../../core/provider/rules/built-in.js';
import { currentRules } from '../../../core/provider/rules/current.js';
import { entryText, listIn } from '../../../core/provider/rules/found-at.js';
import { loadRules } from '../../../core/provider/rules/load-rules.js';
import type { ToolResult } from '../../../core/provider/rules/print-rules.js';
import { parseGuarded } from '../../../core/provider/wire/envelope.js';
import { anythingAt, valueAt } from '../../../core/provider/wire/path-table.js';
import type { Language } from '../../../core/published/language.js';
import { extractReview, recordOrigins } from '../../../core/reviews/extractors/extract-review.js';
import { cardOrigins, extractCard } from '../../../core/reviews/extractors/review-card.js';
import { frameIdsIn, readReviewsBatch } from '../../../core/reviews/wire/reviews-batch.js';
import { catalogue } from '../../../core/texts/catalogue.js';
import { type Recording, RecordingFault, readRecording, viewOf } from '../recording.js';
import en from './en.json' with { type: 'json' };
import { AUTHOR_LIST, FIELDS, isWanted, parseWant, type Want } from './explained-fields.js';
import pl from './pl.json' with { type: 'json' };

const explainTexts = catalogue(en, pl);

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

/** The position of a wanted value, for one list of the rules that finds its field. */
interface Standing {
  readonly list: string;
  /** The entry in use that finds the value; null = no entry finds it. */
  readonly readBy: string | null;
  /** Rules files of one entry each that would make the service find the value, the best first. */
  readonly rules: readonly object[];
}

/** An entry for a list of the rules, e.g. `[4,9]` for `paths.placePayload.reviewCount`. */
type RuleLine = readonly [list: string, entry: string | IndexPath];

const MAX_RULES = 3;

/** Finds the positions of a wanted value in the data of a recording, list by list. */
function standings(recording: Recording, want: Want): readonly Standing[] {
  const { of, paths } = want.field;
  const roots = of === 'place' ? placeRoots(recording) : recordRoots(recording);
  return paths.map(({ list, type }) =>
    standingInData(list, list.startsWith(AUTHOR_LIST) ? roots.map(authorRoot) : roots, (value) => {
      const parsed = type.safeParse(value);
      return parsed.success && isWanted(want, parsed.data);
    }),
  );
}

/** A nested array that a table of paths reads. */
interface DataRoot {
  /** The array at which the paths start; null when it is not at its known position. */
  readonly value: unknown;
  /** The whole answer that contains `value`. */
  readonly whole: unknown;
  /** The list of the rules that leads from the answer to `value`. */
  readonly container: string;
}

function placeRoots(recording: Recording): readonly DataRoot[] {
  return placeBodies(rawPlacePage(viewOf(recording))).map((body) => ({
    value: placeArray(body),
    whole: parseGuarded(body),
    container: 'paths.placeAnswer.place',
  }));
}

/** The review records of a recording. */
function recordRoots({ about, bodies }: Recording): readonly DataRoot[] {
  return about.parts.flatMap(({ kind, status, file }): DataRoot[] => {
    const body = bodies[file] ?? '';
    if (status !== 200) return [];
    if (kind === 'batch') {
      const reading = readReviewsBatch(body);
      const records = reading.kind === 'batch' ? reading.batch.records : [];
      return records.map((value) => ({ value, whole: value, container: 'paths.reviewsPayload.record' }));
    }
    if (kind !== 'review') return [];
    const whole = parseGuarded(body);
    const value = anythingAt(whole, currentRules().paths.reviewAnswer.record) ?? null;
    return [{ value, whole, container: 'paths.reviewAnswer.record' }];
  });
}

function authorRoot({ value }: DataRoot): DataRoot {
  const paths = currentRules().paths.reviewRecord.authorSince2024;
  const part = paths.map((path) => valueAt(value, path)).find(Array.isArray) ?? null;
  return { value: part, whole: value, container: 'paths.reviewRecord.authorSince2024' };
}

function standingInData(
  list: string,
  roots: readonly DataRoot[],
  isIt: (value: unknown) => boolean,
): Standing {
  const inUse = pathsIn(currentRules(), list);
  const readBy = inUse.find((path) => roots.some(({ value }) => isIt(valueAt(value, path))));
  if (readBy !== undefined) return { list, readBy: entryText(readBy), rules: [] };
  const known = pathsIn(BUILT_IN, list);
  const likeness = (path: IndexPath) => Math.max(...known.map((one) => sharedSteps(one, path)));
  const lines = roots.flatMap(({ value, whole, container }): RuleLine[] => {
    const paths = pathsTo(value ?? whole, isIt).toSorted((one, other) => likeness(other) - likeness(one));
    if (value !== null) return paths.map((path) => [list, path]);
    // The array may have moved inside the answer. Then a known path still leads from the array to the value.
    return paths.flatMap((path) =>
      known
        .filter((end) => endsWith(path, end))
        .map((end) => [container, path.slice(0, -end.length)] as const),
    );
  });
  return { list, readBy: null, rules: rulesOf(lines) };
}

/** The first different entries, each as a rules file. */
function rulesOf(lines: readonly RuleLine[]): readonly object[] {
  const different = new Map(lines.map((line) => [line.join(), line]));
  return [...different.values()].slice(0, MAX_RULES).map((line) => ruleOf(...line));
}

/** A whole rules file with one entry. */
function ruleOf(...[list, entry]: RuleLine): object {
  return list.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), [entry]);
}

function pathsIn(rules: unknown, list: string): readonly IndexPath[] {
  return (listIn(rules, list) ?? []).filter((entry) => typeof entry !== 'string');
}

const MAX_DEPTH = 24;

/** The paths in nested arrays that lead to a value. */
function pathsTo(
  root: unknown,
  isIt: (value: unknown) => boolean,
  path: IndexPath = [],
): readonly IndexPath[] {
  if (!Array.isArray(root) || path.length >= MAX_DEPTH) return [];
  return root.flatMap((item, index) => {
    const to = [...path, index];
    return [...(isIt(item) ? [to] : []), ...pathsTo(item, isIt, to)];
  });
}

function endsWith(path: IndexPath, end: IndexPath): boolean {
  const start = path.length - end.length;
  return start > 0 && end.every((step, index) => path[start + index] === step);
}

function sharedSteps(one: IndexPath, other: IndexPath): number {
  const firstOther = one.findIndex((step, index) => step !== other[index]);
  return firstOther < 0 ? one.length : firstOther;
}

export interface ExplainRequest {
  readonly folder: string;
  /** `field=value`, as typed. */
  readonly wants: readonly string[];
  /** A file with the operator's rules; null = only the built-in rules. */
  readonly rules: string | null;
  readonly isJson: boolean;
  readonly language: Language;
}

/** Explains a recording, with the operator's rules in use, without opening a connection. A missing value is a problem. */
export async function runExplain(request: ExplainRequest): Promise<ToolResult> {
  const { folder, rules, isJson, language } = request;
  const t = explainTexts(language);
  const wants = request.wants.map(parseWant);
  const wrong = request.wants.filter((_, index) => wants[index] === null);
  if (wrong.length > 0) {
    const expected = t('wantExpected');
    return { faults: wrong.map((given) => `--want ${given}: ${expected}`) };
  }
  await loadRules(rules ?? undefined);
  try {
    const recording = await readRecording(folder);
    const explanation = explain(
      recording,
      wants.filter((want) => want !== null),
    );
    const isNowhere = ({ readBy, rules: found }: Standing) => readBy === null && found.length === 0;
    return {
      text: isJson
        ? `${JSON.stringify(explanation, null, 2)}\n`
        : explanationText(folder, explanation, language),
      isGood: !explanation.wanted.some(({ lists }) => lists.every(isNowhere)),
    };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (!(error instanceof RecordingFault) && code === undefined) throw error;
    const what = error instanceof RecordingFault ? error.file : `${folder}: ${code}`;
    return { faults: [t('notARecording', { what })] };
  }
}

/** Maximum characters of a value. */
const MAX_SHOWN = 60;

/** Writes an explanation for people. */
export function explanationText(
  folder: string,
  { kind, recordedAt, fields, wanted }: Explanation,
  language: Language,
): string {
  const t = explainTexts(language);
  const lines = [
    `${folder} (${kind}, ${recordedAt})`,
    ...fields.map(({ names, value, origin }) => {
      if (origin === null) return `  ${names.join(', ')}: ${t('notRead')}`;
      const ofFile = origin.set === 'operator' ? t('ofRulesFile') : '';
      return `  ${names.join(', ')}: ${JSON.stringify(value).slice(0, MAX_SHOWN)} ← ${origin.source} ${origin.list} ${origin.entry}${ofFile}`;
    }),
    ...wanted.flatMap(({ what, lists }) => [what, ...lists.flatMap((one) => standingLines(one, t))]),
  ];
  return `${lines.join('\n')}\n`;
}

function standingLines(
  { list, readBy, rules }: Standing,
  t: ReturnType<typeof explainTexts>,
): readonly string[] {
  if (readBy !== null) return [`  ${list}: ${t('readBy')} ${readBy}`];
  if (rules.length === 0) return [`  ${list}: ${t('notFound')}`];
  return [`  ${list}: ${t('rulesThatFit')}`, ...rules.map((rule) => `    ${JSON.stringify(rule)}`)];
}
