import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lineFailure } from '../../../core/published/failure.js';
import { PLACE_FIELDS } from '../../../core/published/place-fields.js';
import { endingText } from '../../../core/texts/outcomes.js';
import { foundBy } from '../../../kit/lists/place-columns.js';
import { useStore, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { ExternalLink, shortUrl } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import type { TableRow } from '../../../kit/ui/links/link-rows.js';
import { LinkTable } from '../../../kit/ui/links/links-table.js';
import { Pager } from '../../../kit/ui/pager.js';
import { Mark } from '../../../kit/ui/signs.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { Job, JobRow } from '../published.js';
import { jobBoard, PAGE } from './jobs-store.js';

/** The results of a job, one page at a time. */
export function JobResults({ job }: { job: Job }) {
  const board = useStore(jobBoard);
  const { t } = useTexts();
  const page = useSignal(0);
  useEffect(() => void board.openResults(job, page.value), [job.id, job.done, page.value]);
  const shown = board.results.value;
  const rows = shown?.id === job.id ? shown.rows : [];
  const failure = shown?.failure ?? null;
  return (
    <section class="stack" aria-labelledby="job-results">
      <h3 id="job-results">{t('links.results')}</h3>
      {job.done > 0 && <p class="small muted">{t('jobs.order')}</p>}
      {failure !== null && (
        <FailureNotice
          failure={failure}
          invalid={t('jobs.invalid')}
          again={() => void board.openResults(job, page.value)}
        />
      )}
      {rows.length > 0 && <RowTable job={job} rows={rows} />}
      {rows.length === 0 && failure === null && (
        <p class="muted">{job.done === 0 ? t('jobs.noResults') : t('loading')}</p>
      )}
      <Pager page={page.value} all={job.done} size={PAGE} turn={setter(page)} />
    </section>
  );
}

function RowTable({ job, rows }: { job: Job; rows: readonly JobRow[] }) {
  if (job.type === 'review-visibility') return <LinkTable rows={rows.map(linkRow)} />;
  return <PlaceTable job={job} rows={rows} />;
}

/** Converts a result to a row for the table of review links. */
function linkRow(row: JobRow): TableRow {
  const url = 'review_url' in row ? row.review_url : row.query;
  const result =
    row.type === 'result' && 'is_visible' in row ? { verdict: row } : { failure: lineFailure(row) };
  return {
    index: row.index,
    own: null,
    link: { url, first: row.index, result, retried: false, seen: null },
    repeats: null,
  };
}

function PlaceTable({ job, rows }: { job: Job; rows: readonly JobRow[] }) {
  const texts = useTexts();
  const { t } = texts;
  const outcome = (row: JobRow) =>
    row.type === 'error' ? (
      <Mark tone="warn" sign="!" text={texts.t('links.failed')} />
    ) : (
      <Mark tone="good" sign="✓" text={job.type === 'place-details' ? t('jobs.found') : t('jobs.read')} />
    );
  return (
    <Table<JobRow>
      class="verdicts links"
      name={texts.t('links.results')}
      rows={rows}
      keyOf={({ position }) => position}
      numberOf={({ index }) => index + 1}
      columns={[
        {
          header: texts.t('places.query'),
          class: 'address',
          cell: (row) =>
            'query' in row && <ExternalLink href={row.query}>{shortUrl(row.query)}</ExternalLink>,
        },
        { header: t('links.columns.verdict'), class: 'verdict', cell: outcome },
        { header: t('details'), class: 'reason', cell: (row) => <Details row={row} job={job} /> },
        {
          header: t('links.columns.checked'),
          class: 'checked muted',
          cell: (row) => ('checked_at' in row ? texts.formats.moment(row.checked_at ?? '') : null),
        },
      ]}
    />
  );
}

function Details({ row, job }: { row: JobRow; job: Job }) {
  const texts = useTexts();
  const { decimal } = texts.formats;
  if (row.type === 'error') {
    const failure = lineFailure(row);
    if (failure.code !== 'invalid_request') return texts.whyFailed(failure);
    return job.type === 'place-details' ? texts.t('jobs.notAPlace') : texts.t('jobs.notAPlaceId');
  }
  if ('reviews' in row) {
    const ending = row.complete ? null : endingText(texts.language, row);
    return [texts.t('count.reviews', { count: row.reviews.length }), ending]
      .filter((part) => part !== null)
      .join(' – ');
  }
  if (!('details' in row)) return null;
  const { details } = row;
  const rating = details[PLACE_FIELDS.rating];
  const count = details[PLACE_FIELDS.reviewCount];
  const facts = [
    details[PLACE_FIELDS.address],
    rating === null ? null : `${decimal(rating)} ★`,
    count === null ? null : texts.t('count.reviews', { count }),
    row.source === 'search_result' ? foundBy(texts.language, row.source) : null,
  ];
  return (
    <>
      <ExternalLink href={row.maps_url}>
        {details[PLACE_FIELDS.name] ?? texts.t('place.nameless')}
      </ExternalLink>
      <br />
      {facts.filter((fact) => fact !== null).join(' · ')}
    </>
  );
}
