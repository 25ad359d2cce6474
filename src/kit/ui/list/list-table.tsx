import { type Signal, useSignal } from '@preact/signals';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import { PLACE_FIELDS } from '../../../core/published/place-fields.js';
import { Button } from '../button.js';
import { useConsole, useParts, useTexts } from '../context.js';
import { Table, type TableColumn } from '../data-table.js';
import { saveFile } from '../downloads.js';
import { ExternalLink, webAddress } from '../external-link.js';
import { Moment } from '../moment.js';
import { Tick, type Ticked } from '../selection.js';
import { Mark } from '../signs.js';
import { formatRoute } from '../state/route.js';
import { UNSTOPPED } from '../state/runs.js';
import { setter } from '../state/ui-signals.js';
import { type ListRow, type RowKind, shortName } from './list-rows.js';
import { type OwnColumn, RowDetails, reasonOf } from './row-details.js';

/**
 * The table of a list, of links to reviews or of places. Every row is one line; its reason opens the details. `own`: the
 * columns of the user that are shown; `numbered`: the column that has the numbers of the rows, instead of their own.
 */
export function ListTable(props: {
  rows: readonly ListRow[];
  page: Signal<number>;
  columns: readonly OwnColumn[];
  own: readonly OwnColumn[];
  numbered: OwnColumn | null;
  /** Whether rows may still get a result. */
  isOpen: boolean;
  placeNames: ReadonlyMap<string, string>;
  ticked: Ticked;
}) {
  const { rows, page, columns, own, numbered, isOpen, placeNames, ticked } = props;
  const texts = useTexts();
  const { t } = texts;
  const open = useSignal<number | null>(null);
  const failed = useSignal<{ readonly index: number; readonly failure: Failure } | null>(null);
  const makesProof = useParts().some(({ linkProof }) => linkProof !== undefined);
  const toggle = ({ index }: ListRow) => setter(open)(open.value === index ? null : index);
  const isOfPlaces = rows.some(({ isReview }) => !isReview);
  const shown: TableColumn<ListRow>[] = [
    {
      ...{ header: t('links.columns.number'), width: numbered === null ? '4.75rem' : '8rem' },
      class: 'number muted',
      cell: ({ index, cells, query }) => {
        const number = (numbered && cells?.[numbered.index]) || texts.formats.number(index + 1);
        return (
          <div class="switch">
            <Tick ticked={ticked} rows={[String(index)]} name={shortName(query)} />{' '}
            <span title={number}>{number}</span>
          </div>
        );
      },
    },
    ...own.map(({ header, index }) => ({
      header,
      class: 'own',
      width: '11%',
      cell: (row: ListRow) => <OwnValue header={header} value={row.cells?.[index] ?? ''} />,
    })),
    {
      header: t(isOfPlaces ? 'titles.place' : 'links.columns.link'),
      class: 'address',
      cell: (row) => <Subject row={row} placeNames={placeNames} />,
    },
    {
      header: t('links.columns.verdict'),
      width: '8.75rem',
      class: 'verdict',
      cell: ({ found }) => (
        <FoundMark kind={found.kind === 'waiting' && !isOpen ? 'unchecked' : found.kind} />
      ),
    },
    {
      header: t(isOfPlaces ? 'details' : 'links.columns.reason'),
      width: own.length === 0 ? '30%' : '19%',
      class: 'reason',
      cell: (row) => <Reason row={row} isOpen={open.value === row.index} toggle={() => toggle(row)} />,
    },
    {
      header: t('links.columns.checked'),
      width: '5.75rem',
      class: 'checked muted',
      cell: ({ checkedAt }) => checkedAt !== null && <Moment at={checkedAt} />,
    },
  ];
  if (makesProof && rows.some(isProvable))
    shown.push({
      header: t('links.proof'),
      width: '5.25rem',
      class: 'proof',
      cell: (row) =>
        isProvable(row) && (
          <ProofButton
            class="quiet tiny"
            row={row}
            fail={(failure) => {
              failed.value = failure === null ? null : { index: row.index, failure };
              if (failure !== null) open.value = row.index;
            }}
          />
        ),
    });
  return (
    <Table
      class="verdicts links"
      name={t('links.results')}
      columns={shown}
      rows={rows}
      page={page}
      keyOf={({ index }) => index}
      below={(row) =>
        open.value === row.index && (
          <RowDetails
            row={row}
            columns={columns}
            placeNames={placeNames}
            failure={failed.value?.index === row.index ? failed.value.failure : null}
          />
        )
      }
    />
  );
}

/** Whether the service can prove what it says about a row: it can load every link to a review. */
export function isProvable({ found, query, isReview }: ListRow): boolean {
  if (found.kind !== 'failed') return 'verdict' in found;
  const { code } = found.failure;
  return isReview && webAddress(query) !== null && code !== 'invalid_request' && code !== 'no_results';
}

/** Makes and saves the proof of a row. */
export function ProofButton(props: {
  row: ListRow;
  fail: (failure: Failure | null) => void;
  class?: string;
}) {
  const { row, fail } = props;
  const here = useConsole();
  const { t } = useTexts();
  const isBusy = useSignal(false);
  const proof = useParts().find(({ linkProof }) => linkProof !== undefined)?.linkProof;
  const make = async () => {
    isBusy.value = true;
    fail(null);
    try {
      const [content, name] = (await proof?.(here, row.query, UNSTOPPED)) ?? [];
      if (content !== undefined && name !== undefined) saveFile(content, name);
    } catch (error) {
      fail(failureOf(error, UNSTOPPED));
    }
    isBusy.value = false;
  };
  return (
    <Button
      text={t(isBusy.value ? 'links.proofBusy' : 'links.proof')}
      class={props.class ?? 'quiet'}
      title={t('links.evidenceTakes')}
      aria-label={`${t('links.proof')}: ${shortName(row.query)}`}
      isOff={isBusy.value}
      onClick={() => void make()}
    />
  );
}

function OwnValue({ header, value }: { header: string; value: string }) {
  if (value.trim() === '') return null;
  return (
    <span title={value}>
      <span class="label muted">{header}: </span>
      {webAddress(value) === null ? value : <ExternalLink href={value}>{shortName(value)}</ExternalLink>}
    </span>
  );
}

/** Whether the row asks for a place by its name. */
export function hasName({ isReview, query }: ListRow): boolean {
  return !isReview && /\s/.test(query);
}

/** What the row is about, in one line: the review or place that was found, otherwise the short link. */
function Subject({ row, placeNames }: { row: ListRow; placeNames: ReadonlyMap<string, string> }) {
  const { t } = useTexts();
  const { found, query, cells } = row;
  if (found.kind === 'place' || found.kind === 'reviews') {
    const { place_id: id } = found.kind === 'place' ? found.place : found.list;
    const name = found.kind === 'place' ? found.place.details[PLACE_FIELDS.name] : null;
    const link = <a href={formatRoute({ view: 'place', query: id })}>{name ?? shortName(query)}</a>;
    return <span title={query}>{[cells === null && hasName(row) ? `${query} → ` : null, link]}</span>;
  }
  const words = 'verdict' in found ? reviewWords(found.verdict.review, placeNames) : '';
  if (found.kind === 'none') return <span class="muted">{t('links.noLink')}</span>;
  return (
    <span title={query}>
      <ExternalLink href={query} {...(words !== '' && { about: shortName(query) })}>
        {words || shortName(query)}
      </ExternalLink>
    </span>
  );
}

type Review = Extract<ListRow['found'], { verdict: object }>['verdict']['review'];

function reviewWords(review: Review, placeNames: ReadonlyMap<string, string>): string {
  if (review === null) return '';
  const { stars, author_name: author, place_name: place, place_id: id } = review;
  const words = [author, place ?? placeNames.get(id ?? '') ?? null]
    .filter((text) => text !== null)
    .join(' · ');
  return stars === null ? words : `${stars} ★ ${words}`;
}

const MARKS = {
  visible: ['good', '✓'],
  hidden: ['bad', '✕'],
  unclear: ['changed', '?'],
  several: ['changed', '?'],
  failed: ['warn', '!'],
  waiting: ['plain', '…'],
  unchecked: ['plain', '–'],
  none: ['plain', '–'],
  place: ['good', '✓'],
  reviews: ['good', '✓'],
} as const;

export function FoundMark({ kind }: { kind: RowKind | 'unchecked' }) {
  const [tone, sign] = MARKS[kind];
  return <Mark tone={tone} sign={sign} text={useTexts().t(`links.${kind}`)} />;
}

/** The reason in one line; it opens the details of the row. */
function Reason({ row, isOpen, toggle }: { row: ListRow; isOpen: boolean; toggle: () => void }) {
  const text = reasonOf(useTexts(), row);
  return (
    <button type="button" class="plain" aria-expanded={isOpen} title={text} onClick={toggle}>
      {text || useTexts().t('details')}
    </button>
  );
}
