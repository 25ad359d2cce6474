import type { Language } from '../../core/published/language.js';
import { MAX_EXCERPT } from '../../core/published/review-fields.js';
import { catalogue } from '../../core/texts/catalogue.js';
import { caveatText, noticeTexts, reasonSentence } from '../../core/texts/outcomes.js';
import type { CheckedReview, Verdict } from '../lists/checked-links.js';
import type { CellValue, Column } from '../lists/table.js';
import type { ErrorText, VerdictRow } from '../lists/verdict-columns.js';
import { filledSheet, workbookBlob } from '../lists/write-xlsx.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

// The workbook that a user hands to a client or a lawyer: one sheet with the reviews, in words, and one sheet that says
// how they were checked and what the results do not prove. The tables of verdict-columns.ts are for programs.

const reportTexts = catalogue(en, pl);

/** What the report explains, in this order. */
const NOTES = ['what', 'how', 'visible', 'hidden', 'unclear', 'failed', 'origin', 'zone'] as const;
const NOT_PROVEN = ['cause', 'moment', 'future'] as const;
/** Maximum sheets for the texts of one of the user's columns. */
const MAX_GROUPS = 100;

/** One review of the report. */
export interface ReportRow {
  readonly url: string;
  /** Null: the review was not checked. */
  readonly result: VerdictRow | null;
  /** The review as an earlier check saw it, if `result` does not show it; null when no check saw it. */
  readonly earlier: {
    readonly review: CheckedReview;
    /** `YYYY-MM-DD HH:MM:SS`, as the service wrote it. */
    readonly checkedAt: string;
  } | null;
  /** The cells of the user's columns. */
  readonly own?: readonly CellValue[];
}

/**
 * Makes the report as a workbook. Each link has one row, also if the list repeats it. `errorText`: see
 * `verdictColumns`. `own`: the headings of the user's columns; the texts of the first one that sorts the reviews into
 * groups, such as the client, have a sheet each.
 */
export async function reportBlob(
  rows: readonly ReportRow[],
  language: Language,
  errorText: ErrorText,
  own: readonly string[] = [],
): Promise<Blob> {
  const reviews = [...new Map(rows.map((row) => [JSON.stringify([row.url, row.own]), row])).values()];
  const t = reportTexts(language);
  const [number, ...ofReview] = reportColumns(language, errorText);
  const ofUser = own.map((header, index): typeof number => ({
    header,
    width: 18,
    form: 'own',
    value: (row) => row.own?.[index] ?? null,
  }));
  const columns = [number, ...ofUser, ...ofReview];
  const notes: Column<readonly [string, string]>[] = [
    { header: t('question'), width: 30, value: ([question]) => question },
    { header: t('answer'), width: 110, value: ([, answer]) => answer },
  ];
  const sheetOf = (name: string, some: readonly ReportRow[]) =>
    filledSheet({ name, columns, layout: 'document' }, [
      some.map((row, index) => ({ ...row, number: index + 1 })),
    ]);
  return workbookBlob([
    sheetOf(t('sheet.reviews'), reviews),
    filledSheet({ name: t('sheet.how'), columns: notes, layout: 'notes' }, [notesOn(reviews, language)]),
    // The number makes the names of the sheets differ where a workbook cuts them, or ignores letters.
    ...groupsOf(reviews, own).map(([text, some], index) =>
      sheetOf(`${index + 1} ${text.replaceAll("'", '’')}`, some),
    ),
  ]);
}

function groupsOf(rows: readonly ReportRow[], own: readonly string[]): [text: string, rows: ReportRow[]][] {
  const named = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '');
  const isGrouping = ({ length }: string[]) => length > 1 && length < rows.length && length <= MAX_GROUPS;
  const columns = own.map((_, column) => rows.map((row) => String(row.own?.[column] ?? '').trim()));
  const texts = columns.find((one) => isGrouping(named(one))) ?? [];
  return named(texts).map((text) => [text, rows.filter((_, index) => texts[index] === text)]);
}

type NumberedRow = ReportRow & { readonly number: number };

function reportColumns(
  language: Language,
  errorText: ErrorText,
): [Column<NumberedRow>, ...Column<NumberedRow>[]] {
  const t = reportTexts(language);
  const ofReview = (value: (review: CheckedReview) => CellValue) => (row: ReportRow) => {
    const review = verdictOf(row)?.review ?? row.earlier?.review;
    return (review === undefined ? null : value(review)) ?? t('unknown');
  };
  return [
    { header: t('column.number'), width: 5, value: (row) => row.number },
    { header: t('column.place'), width: 20, value: ofReview((review) => review.place_name) },
    { header: t('column.author'), width: 16, value: ofReview((review) => review.author_name) },
    { header: t('column.stars'), width: 10, value: ofReview((review) => review.stars) },
    { header: t('column.date'), width: 12, form: 'time', value: ofReview((review) => review.date) },
    { header: t('column.text'), width: 46, value: ofReview((review) => wholeText(review, language)) },
    { header: t('column.verdict'), width: 14, value: (row) => t(`verdict.${kindOf(row)}`) },
    { header: t('column.shown'), width: 30, value: (row) => shownText(row, language, errorText) },
    {
      header: t('column.checked'),
      width: 18,
      value: (row) => {
        const verdict = verdictOf(row);
        return verdict === null ? null : momentText(verdict, language);
      },
    },
    { header: t('column.link'), width: 26, form: 'link', value: (row) => row.url },
  ];
}

function verdictOf({ result }: ReportRow): Verdict | null {
  return result?.type === 'result' ? result : null;
}

function kindOf({ result }: ReportRow): 'visible' | 'hidden' | 'unclear' | 'failed' | 'waiting' {
  if (result === null) return 'waiting';
  if (result.type === 'error') return 'failed';
  if (result.is_visible) return 'visible';
  return result.visibility_reason === 'no_business_data' ? 'unclear' : 'hidden';
}

/** The text of a review. Says so if only its beginning is known. */
function wholeText({ review_text: text, text_excerpt: excerpt }: CheckedReview, language: Language) {
  const t = reportTexts(language);
  if (text != null || excerpt === null) return text || (text === '' ? t('noText') : null);
  if (excerpt === '') return t('noText');
  const isWholeText = Array.from(excerpt).length < MAX_EXCERPT;
  return isWholeText ? excerpt : `${excerpt}… ${t('onlyBeginning')}`;
}

/** What the page of the review showed, or why there is no result, and where the data of the row come from. */
function shownText(row: ReportRow, language: Language, errorText: ErrorText): string | null {
  const t = reportTexts(language);
  const { result, earlier } = row;
  const parts: string[] = [];
  if (result?.type === 'error') {
    parts.push(errorText(language, result.error));
  } else if (result !== null) {
    parts.push(reasonSentence(language, result.visibility_reason));
    if (result.review?.is_edited === true) {
      const day = result.review.edited_date;
      parts.push(day === null ? t('edited') : t('editedOn', { day: dayText(day, language) }));
    }
    parts.push(...noticeTexts(language, result, (at) => localText(at, language)));
  }
  if (earlier !== null && verdictOf(row)?.review == null) {
    parts.push(t('seenAt', { moment: localText(earlier.checkedAt, language) }));
  }
  return parts.length === 0 ? null : parts.join(' ');
}

/** When a verdict was found, with the distance of its time zone from UTC. */
function momentText({ checked_at: local, checked_at_utc: utc }: Verdict, language: Language): string {
  return `${localText(local, language)} (${offsetText(local, utc)})`;
}

const MINUTE_MS = 60_000;

/** `UTC+01:00`. `local`: `YYYY-MM-DD HH:MM:SS`; `utc`: the same moment in ISO 8601. */
function offsetText(local: string, utc: string): string {
  const minutes = Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) - Date.parse(utc)) / MINUTE_MS);
  const pad = (value: number) => String(value).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
}

/** `22.11.2026, 22:55:10` from `2026-11-22 22:55:10`; in English the date stays as it is. */
function localText(moment: string, language: Language): string {
  const [day = '', clock = ''] = moment.split(' ');
  return `${dayText(day, language)}, ${clock}`;
}

function dayText(day: string, language: Language): string {
  return language === 'pl' ? day.split('-').toReversed().join('.') : day;
}

/** Questions and answers on the check. */
function notesOn(rows: readonly ReportRow[], language: Language): readonly (readonly [string, string])[] {
  const t = reportTexts(language);
  const verdicts = rows
    .flatMap((row) => verdictOf(row) ?? [])
    .toSorted((one, other) => Date.parse(one.checked_at_utc) - Date.parse(other.checked_at_utc));
  const [first, last] = [verdicts[0], verdicts.at(-1)];
  const count = (kind: ReturnType<typeof kindOf>) => rows.filter((row) => kindOf(row) === kind).length;
  const note = (about: (typeof NOTES)[number]) => [t(`question.${about}`), t(`answer.${about}`)] as const;
  const [what, ...others] = NOTES;
  return [
    note(what),
    [t('when'), first === undefined || last === undefined ? t('never') : periodText(first, last, language)],
    [
      t('howMany'),
      t('counts', {
        all: rows.length,
        ...{ visible: count('visible'), hidden: count('hidden'), unclear: count('unclear') },
        ...{ failed: count('failed'), waiting: count('waiting') },
      }),
    ],
    ...others.map(note),
    ...[
      caveatText(language, 'notShown'),
      ...NOT_PROVEN.map((what) => t(`notProven.${what}`)),
      caveatText(language, 'author'),
    ].map((answer, index) => [index === 0 ? t('whatNot') : '', answer] as const),
  ];
}

/** When the first and the last verdict were found. */
function periodText(first: Verdict, last: Verdict, language: Language): string {
  const t = reportTexts(language);
  const [from, to] = [momentText(first, language), momentText(last, language)];
  return from === to ? t('at', { moment: from }) : t('between', { first: from, last: to });
}

/** The first part of the name of a report's file. */
export function reportName(language: Language): string {
  return reportTexts(language)('fileName');
}
