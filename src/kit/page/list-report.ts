import type { Language, Words } from '../../core/published/language.js';
import { MAX_EXCERPT } from '../../core/published/review-fields.js';
import { caveatText, noticeTexts, reasonSentence } from '../../core/texts/outcomes.js';
import type { CheckedReview, Verdict } from '../lists/checked-links.js';
import { type CellValue, type Column, checkTime, instantOf } from '../lists/table.js';
import type { ErrorText, VerdictRow } from '../lists/verdict-columns.js';
import { filledSheet, workbookBlob } from '../lists/write-xlsx.js';

// The workbook that a user hands to a client or a lawyer: one sheet with the reviews, in words, and one sheet that says
// how they were checked and what the results do not prove. The tables of verdict-columns.ts are for programs.

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
}

/**
 * Makes the report as a workbook. Each link has one row, also if the list repeats it. `errorText`: see
 * `verdictColumns`.
 */
export async function reportBlob(
  rows: readonly ReportRow[],
  language: Language,
  errorText: ErrorText,
): Promise<Blob> {
  const reviews = [...new Map(rows.map((row) => [row.url, row])).values()];
  const numbered = reviews.map((row, index) => ({ ...row, number: index + 1 }));
  const words = TEXTS[language];
  const columns = reportColumns(language, errorText);
  const notes: Column<readonly [string, string]>[] = [
    { header: words.question, width: 30, value: ([question]) => question },
    { header: words.answer, width: 110, value: ([, answer]) => answer },
  ];
  return workbookBlob([
    filledSheet({ name: words.reviews, columns, layout: 'document' }, [numbered]),
    filledSheet({ name: words.how, columns: notes, layout: 'notes' }, [notesOn(reviews, language)]),
  ]);
}

function reportColumns(
  language: Language,
  errorText: ErrorText,
): Column<ReportRow & { readonly number: number }>[] {
  const { columns: headings, unknown } = TEXTS[language];
  const ofReview = (value: (review: CheckedReview) => CellValue) => (row: ReportRow) => {
    const review = verdictOf(row)?.review ?? row.earlier?.review;
    return (review === undefined ? null : value(review)) ?? unknown;
  };
  return [
    { header: headings.number, width: 5, value: (row) => row.number },
    { header: headings.place, width: 20, value: ofReview((review) => review.place_name) },
    { header: headings.author, width: 16, value: ofReview((review) => review.author_name) },
    { header: headings.stars, width: 10, value: ofReview((review) => review.stars) },
    { header: headings.date, width: 12, form: 'time', value: ofReview((review) => review.date) },
    { header: headings.text, width: 46, value: ofReview((review) => wholeText(review, language)) },
    { header: headings.verdict, width: 14, value: (row) => TEXTS[language].verdicts[kindOf(row)] },
    { header: headings.shown, width: 30, value: (row) => shownText(row, language, errorText) },
    {
      header: headings.checked,
      width: 18,
      value: (row) => {
        const verdict = verdictOf(row);
        return verdict === null ? null : momentText(verdict, language);
      },
    },
    { header: headings.link, width: 26, form: 'link', value: (row) => row.url },
  ];
}

function verdictOf({ result }: ReportRow): Verdict | null {
  return result?.type === 'result' ? result : null;
}

function kindOf({ result }: ReportRow): 'visible' | 'hidden' | 'failed' | 'waiting' {
  if (result === null) return 'waiting';
  if (result.type === 'error') return 'failed';
  return result.is_visible ? 'visible' : 'hidden';
}

/** The text of a review. Says so if only its beginning is known. */
function wholeText({ review_text: text, text_excerpt: excerpt }: CheckedReview, language: Language) {
  if (text != null || excerpt === null) return text || (text === '' ? TEXTS[language].noText : null);
  if (excerpt === '') return TEXTS[language].noText;
  const isWholeText = Array.from(excerpt).length < MAX_EXCERPT;
  return isWholeText ? excerpt : `${excerpt}… ${TEXTS[language].onlyBeginning}`;
}

/** What the page of the review showed, or why there is no result, and where the data of the row come from. */
function shownText(row: ReportRow, language: Language, errorText: ErrorText): string | null {
  const { editedOn, seenAt } = TEXTS[language];
  const { result, earlier } = row;
  const parts: string[] = [];
  if (result?.type === 'error') {
    parts.push(errorText(language, result.error));
  } else if (result !== null) {
    parts.push(reasonSentence(language, result.visibility_reason));
    if (result.review?.is_edited === true) {
      const day = result.review.edited_date;
      parts.push(editedOn(day === null ? null : dayText(day, language)));
    }
    parts.push(...noticeTexts(language, result, (at) => localText(at, language)));
  }
  if (earlier !== null && verdictOf(row)?.review == null) {
    parts.push(seenAt(localText(earlier.checkedAt, language)));
  }
  return parts.length === 0 ? null : parts.join(' ');
}

/** When a verdict was found, with the distance of its time zone from UTC. Earlier versions do not tell the zone. */
function momentText(
  { checked_at: local, checked_at_utc: utc }: Verdict & { readonly checked_at_utc?: string | undefined },
  language: Language,
): string {
  const zone = utc === undefined ? TEXTS[language].serviceTime : offsetText(local, utc);
  return `${localText(local, language)} (${zone})`;
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
  const words = TEXTS[language];
  const verdicts = rows
    .flatMap((row) => verdictOf(row) ?? [])
    .toSorted((one, other) => instantOf(checkTime(one)) - instantOf(checkTime(other)));
  const [first, last] = [verdicts[0], verdicts.at(-1)];
  const count = (kind: ReturnType<typeof kindOf>) => rows.filter((row) => kindOf(row) === kind).length;
  const [what, ...others] = words.notes;
  return [
    ...(what === undefined ? [] : [what]),
    [
      words.when,
      first === undefined || last === undefined
        ? words.never
        : words.between(momentText(first, language), momentText(last, language)),
    ],
    [
      words.howMany,
      words.counts(rows.length, count('visible'), count('hidden'), count('failed'), count('waiting')),
    ],
    ...others,
    ...[caveatText(language, 'notShown'), ...words.notProven, caveatText(language, 'author')].map(
      (answer, index) => [index === 0 ? words.whatNot : '', answer] as const,
    ),
  ];
}

const pl = {
  reviews: 'Opinie',
  how: 'Jak sprawdzono',
  question: 'Pytanie',
  answer: 'Odpowiedź',
  columns: {
    number: 'Lp.',
    place: 'Miejsce',
    author: 'Autor',
    stars: 'Gwiazdki',
    date: 'Data opinii',
    text: 'Treść opinii',
    verdict: 'Wynik',
    shown: 'Co pokazała strona',
    checked: 'Sprawdzono',
    link: 'Link do opinii',
  },
  verdicts: {
    visible: 'Widoczna',
    hidden: 'Niewidoczna',
    failed: 'Bez wyniku',
    waiting: 'Niesprawdzona',
  },
  unknown: 'brak danych',
  noText: '(opinia bez treści)',
  onlyBeginning: '[dalszej części nie odczytano]',
  serviceTime: 'czas ustawiony w usłudze',
  editedOn: (day: string | null) =>
    day === null ? 'Opinia była edytowana.' : `Ostatnia zmiana opinii: ${day}.`,
  seenAt: (moment: string) =>
    `Miejsce, autor, gwiazdki, data i treść pochodzą ze sprawdzenia z ${moment}, kiedy opinia była widoczna.`,
  when: 'Kiedy?',
  never: 'Żaden link nie ma wyniku.',
  between: (first: string, last: string) =>
    first === last ? `${first}.` : `Od ${first} do ${last}. Przy każdej opinii podano czas jej sprawdzenia.`,
  howMany: 'Ile opinii?',
  counts: (all: number, visible: number, hidden: number, failed: number, waiting: number) =>
    `Opinie: ${all}. Widoczne: ${visible}, niewidoczne: ${hidden}, bez wyniku: ${failed}, niesprawdzone: ${waiting}.`,
  /** The first note says what was checked. */
  notes: [
    [
      'Co sprawdzono?',
      'Czy osoba niezalogowana, która otworzy link do opinii, zobaczy tę opinię u dostawcy map (Mapy Google).',
    ],
    [
      'Jak sprawdzono?',
      'Usługa place-lookup otworzyła każdy link bez logowania i odczytała, co dostawca map pokazuje pod tym linkiem.',
    ],
    [
      'Co znaczy „Widoczna”?',
      'Dostawca map pokazał tę opinię. Usługa rozpoznała ją po identyfikatorze opinii albo po autorze i miejscu.',
    ],
    [
      'Co znaczy „Niewidoczna”?',
      'Co najmniej w dwóch próbach dostawca map odpowiedział poprawnie i nie pokazał opinii albo pokazał ją bez gwiazdek. Po ostatniej próbie usługa otworzyła w ten sam sposób inną opinię, o której wiadomo, że jest widoczna, i zobaczyła ją w całości. Tak usługa odróżnia brak opinii od zakłócenia.',
    ],
    [
      'Co znaczy „Bez wyniku”?',
      'Nie udało się ustalić, czy opinia jest widoczna, albo to nie jest link do opinii. To nie znaczy, że opinia jest niewidoczna.',
    ],
    [
      'Skąd pochodzą autor, gwiazdki, data i treść?',
      'Od dostawcy map, z chwili sprawdzenia. Jeśli opinia nie była wtedy widoczna, pochodzą z wcześniejszego sprawdzenia, a wiersz podaje jego datę. „Brak danych” znaczy, że usługa nie odczytała tej wartości.',
    ],
    [
      'Jaka to strefa czasowa?',
      'Czas strefy ustawionej w usłudze. Jeśli usługa podała różnicę względem czasu uniwersalnego (UTC), jest ona podana w nawiasie.',
    ],
  ] as readonly (readonly [question: string, answer: string])[],
  whatNot: 'Czego wynik nie dowodzi?',
  notProven: [
    'Wynik nie mówi, dlaczego opinia nie jest wyświetlana, od kiedy ani kto lub co to spowodowało. Opinia może znów być widoczna.',
    'Wynik dotyczy tylko chwili podanej w kolumnie „Sprawdzono”.',
    'Wynik „Widoczna” nie gwarantuje, że opinia pozostanie widoczna ani że jest wliczana do średniej ocen.',
  ],
};

type ReportTexts = typeof pl;

const en: ReportTexts = {
  reviews: 'Reviews',
  how: 'How it was checked',
  question: 'Question',
  answer: 'Answer',
  columns: {
    number: 'No.',
    place: 'Place',
    author: 'Author',
    stars: 'Stars',
    date: 'Review date',
    text: 'Review text',
    verdict: 'Result',
    shown: 'What the page showed',
    checked: 'Checked at',
    link: 'Review link',
  },
  verdicts: { visible: 'Visible', hidden: 'Not visible', failed: 'No result', waiting: 'Not checked' },
  unknown: 'unknown',
  noText: '(no text)',
  onlyBeginning: '[the rest was not read]',
  serviceTime: 'time zone of the service',
  editedOn: (day) => (day === null ? 'The review was edited.' : `Last change of the review: ${day}.`),
  seenAt: (moment) =>
    `Place, author, stars, date and text come from the check of ${moment}, when the review was visible.`,
  when: 'When?',
  never: 'No link has a result.',
  between: (first, last) =>
    first === last ? `${first}.` : `From ${first} to ${last}. Each review has a time of its own.`,
  howMany: 'How many reviews?',
  counts: (all, visible, hidden, failed, waiting) =>
    `Reviews: ${all}. Visible: ${visible}, not visible: ${hidden}, no result: ${failed}, not checked: ${waiting}.`,
  notes: [
    [
      'What was checked?',
      'Whether a signed-out visitor who opens the review link sees the review at the map provider (Google Maps).',
    ],
    [
      'How was it checked?',
      'The service place-lookup opened each link signed out, and read what the map provider shows there.',
    ],
    [
      'What does "Visible" mean?',
      'The map provider showed this review. The service recognised it by the identifier of the review, or by its author and place.',
    ],
    [
      'What does "Not visible" mean?',
      'In at least two attempts the map provider answered properly and did not show the review, or showed it without stars. After the last attempt, the service opened another review that is known to be visible in the same way, and saw it in full. This is how the service tells a missing review from a disturbance.',
    ],
    [
      'What does "No result" mean?',
      'The service could not tell whether the review is visible, or this is not a review link. It does not mean that the review is not visible.',
    ],
    [
      'Where do author, stars, date and text come from?',
      'From the map provider, at the time of the check. If the review was not visible then, they come from an earlier check, and the row gives its date. "Unknown" means that the service did not read the value.',
    ],
    [
      'Which time zone is it?',
      'The time zone set in the service. If the service gave its difference from Coordinated Universal Time (UTC), the difference is in brackets.',
    ],
  ],
  whatNot: 'What does a result not prove?',
  notProven: [
    'A result does not say who or what keeps a review from being shown, why, or since when. The review may be shown again.',
    'A result holds only for the moment in the column "Checked at".',
    'The result "Visible" does not mean that the review stays visible or counts towards the rating.',
  ],
};

const TEXTS: Readonly<Record<Language, ReportTexts>> = { pl, en };

const FILE_NAMES: Words = { pl: 'raport-opinie', en: 'report-reviews' };

/** The first part of the name of a report's file. */
export function reportName(language: Language): string {
  return FILE_NAMES[language];
}
