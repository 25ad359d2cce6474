import { lineFailure } from '../contract/failure.js';
import type { Job, JobRow } from '../contract/lines.js';
import { createFormats } from '../contract/texts/formats.js';
import { endingText, jobStateText, jobTypeText, noticeTexts } from '../contract/texts/outcomes.js';
import type { Column } from '../lists/table.js';
import type { Table } from './output.js';
import { requestFailureText } from './request-failure.js';
import type { Session } from './session.js';
import { cardText, labelled, plainLine } from './text.js';
import { verdictTable } from './verdict-table.js';

/** True for a job that gets no more results. */
export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled';
}

type Counts = Pick<Job, 'total' | 'done' | 'visible' | 'not_visible' | 'failed'>;

/** How many links have a result, and which. */
export function countsText(
  { total, done, visible, not_visible, failed }: Counts,
  { say, language }: Session,
): string {
  const { number } = createFormats(language);
  const verdicts =
    visible === undefined || not_visible === undefined
      ? ''
      : say(
          ` Widoczne: ${number(visible)}, niewidoczne: ${number(not_visible)}.`,
          ` Visible: ${number(visible)}, not visible: ${number(not_visible)}.`,
        );
  return say(
    `Gotowe: ${number(done)} z ${number(total)}.${verdicts} Bez wyniku: ${number(failed)}.`,
    `Done: ${number(done)} of ${number(total)}.${verdicts} No result: ${number(failed)}.`,
  );
}

/** Jobs as a table; in the text format `line` for a list, otherwise a card. */
export function jobTable(session: Session, form: 'card' | 'line'): Table<Job> {
  const { say, language } = session;
  const columns: readonly (readonly [header: string, value: Column<Job>['value']])[] = [
    ['Id', (job) => job.id],
    [say('Rodzaj', 'Type'), (job) => jobTypeText(language, job.type)],
    [say('Stan', 'State'), (job) => jobStateText(language, job.state)],
    [say('Linki', 'Links'), (job) => job.total],
    [say('Gotowe', 'Done'), (job) => job.done],
    [say('Widoczne', 'Visible'), (job) => job.visible ?? null],
    [say('Niewidoczne', 'Not visible'), (job) => job.not_visible ?? null],
    [say('Bez wyniku', 'No result'), (job) => job.failed],
    [say('Utworzono', 'Created'), (job) => job.created_at],
    [say('Zakończono', 'Ended'), (job) => job.ended_at],
    [say('Szacowany koniec', 'Estimated end'), (job) => job.estimated_end_at],
    [say('Linki na minutę', 'Links per minute'), (job) => job.links_per_minute],
    [say('Wyniki dostępne do', 'Results kept until'), (job) => job.expires_at],
  ];
  return {
    name: say('Zlecenia', 'Jobs'),
    columns: columns.map(([header, value]) => ({ header, value })),
    line: (job) => job,
    text: (job) => (form === 'card' ? cardOf(job, session) : lineOf(job, session)),
  };
}

function lineOf(job: Job, session: Session): string {
  const { language } = session;
  const words = [jobStateText(language, job.state), jobTypeText(language, job.type)].join(', ');
  return plainLine(`${job.id}  ${job.created_at}  ${words}. ${countsText(job, session)}`);
}

function cardOf(job: Job, session: Session): string {
  const { say, language } = session;
  const { number, decimal } = createFormats(language);
  const failures = Object.entries(job.failures).map(([code, count]) => `${code}: ${number(count)}`);
  return labelled([
    ['Id', job.id],
    [say('Rodzaj', 'Type'), jobTypeText(language, job.type)],
    [say('Stan', 'State'), jobStateText(language, job.state)],
    [say('Postęp', 'Progress'), countsText(job, session)],
    [say('Przyczyny', 'Failures'), failures.length === 0 ? null : failures.join(', ')],
    [
      say('Linki na minutę', 'Links per minute'),
      job.links_per_minute === null ? null : decimal(job.links_per_minute),
    ],
    [say('Utworzono', 'Created'), job.created_at],
    [say('Szacowany koniec', 'Estimated end'), job.estimated_end_at],
    [say('Zakończono', 'Ended'), job.ended_at],
    [say('Wyniki dostępne do', 'Results kept until'), job.expires_at],
  ]);
}

/** Results of a job. CSV and workbooks are made by the service, so that they are in the order of the list. */
export function resultTable(session: Session): Table<JobRow> {
  const verdicts = verdictTable(session);
  return {
    name: session.say('Wyniki', 'Results'),
    columns: [],
    line: (row) => row,
    text: (row) => {
      if ('review_url' in row) return verdicts.text(row);
      const heading = plainLine(row.query);
      if (row.type === 'error') return `?  ${heading}\n   ${requestFailureText(lineFailure(row), session)}`;
      if ('details' in row) return `${heading}\n${cardText(row, session.language).replace(/^/gm, '   ')}\n`;
      const { number } = createFormats(session.language);
      const ending = row.complete ? session.say('komplet', 'complete') : endingText(session.language, row);
      const at = row.checked_at === undefined ? '' : `${plainLine(row.checked_at)}  `;
      const said = noticeTexts(session.language, row).map((text) => `\n   ${plainLine(text)}`);
      const count = `${session.say('opinie', 'reviews')}: ${number(row.reviews.length)}`;
      return `${at}${heading}  ${count} – ${ending}${said.join('')}`;
    },
  };
}
