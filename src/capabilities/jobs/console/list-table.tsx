import { type Signal, useSignal } from '@preact/signals';
import type { Failure } from '../../../core/published/failure.js';
import { PLACE_FIELDS } from '../../../core/published/place-fields.js';
import { useParts, useTexts } from '../../../kit/ui/context.js';
import { Table, type TableColumn } from '../../../kit/ui/data-table.js';
import { ExternalLink, webAddress } from '../../../kit/ui/external-link.js';
import { type ListRow, shortName } from '../../../kit/ui/list/list-rows.js';
import { type OwnColumn, RowDetails, reasonOf } from '../../../kit/ui/list/row-details.js';
import { FoundMark, isProvable, ProofButton } from '../../../kit/ui/list/row-parts.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Tick, type Ticked } from '../../../kit/ui/selection.js';
import { formatRoute } from '../../../kit/ui/state/route.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../../kit/ui/texts.js';

interface ListTableProps {
  rows: readonly ListRow[];
  page: Signal<number>;
  columns: readonly OwnColumn[];
  /** The columns of the user that are shown. */
  own: readonly OwnColumn[];
  /** The column that has the numbers of the rows, instead of their own. */
  numbered: OwnColumn | null;
  /** Whether rows may still get a result. */
  isOpen: boolean;
  placeNames: ReadonlyMap<string, string>;
  ticked: Ticked;
  /** Picks one of several places for a row. */
  pick: (row: ListRow, id: string) => void;
}

/** The table of a list, of links to reviews or of places. Every row is one line; its reason opens the details. */
export function ListTable(props: ListTableProps) {
  const { rows, page, columns, own, isOpen, placeNames, pick } = props;
  const texts = useTexts();
  const { t } = texts;
  const open = useSignal<number | null>(null);
  const failed = useSignal<{ readonly index: number; readonly failure: Failure } | null>(null);
  const makesProof = useParts().some(({ linkProof }) => linkProof !== undefined);
  const toggle = ({ index }: ListRow) => setter(open)(open.value === index ? null : index);
  const noteFailure = (index: number, failure: Failure | null) => {
    failed.value = failure === null ? null : { index, failure };
    if (failure !== null) open.value = index;
  };
  const proofs: TableColumn<ListRow> = {
    header: t('links.proof'),
    width: '5.25rem',
    class: 'proof',
    cell: (row) =>
      isProvable(row) && (
        <ProofButton class="quiet tiny" row={row} fail={(failure) => noteFailure(row.index, failure)} />
      ),
  };
  const isOfPlaces = rows.some(({ isReview }) => !isReview);
  const shown: TableColumn<ListRow>[] = [
    ...userColumns(props, texts),
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
      width: own.length === 0 ? '30%' : '16%',
      class: 'reason',
      cell: (row) => <Reason row={row} isOpen={open.value === row.index} toggle={() => toggle(row)} />,
    },
    {
      header: t('links.columns.checked'),
      width: '5.75rem',
      class: 'checked muted',
      cell: ({ checkedAt }) => checkedAt !== null && <Moment at={checkedAt} />,
    },
    ...(makesProof && rows.some(isProvable) ? [proofs] : []),
  ];
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
            pick={(id) => pick(row, id)}
          />
        )
      }
    />
  );
}

/** The numbers of the rows, and the columns of the user. */
function userColumns(
  { rows, own, numbered, ticked }: ListTableProps,
  { t, formats }: Texts,
): readonly TableColumn<ListRow>[] {
  const numberOf = ({ cells }: ListRow) => (numbered && cells?.[numbered.index]) || '';
  const hasLong = rows.some((row) => numberOf(row).length > 4);
  return [
    {
      ...{ header: t('links.columns.number'), width: hasLong ? '8rem' : '4.75rem' },
      class: 'number muted',
      cell: (row) => {
        const number = numberOf(row) || formats.number(row.index + 1);
        return (
          <div class="switch">
            <Tick ticked={ticked} rows={[String(row.index)]} name={shortName(row.query)} />{' '}
            <span title={number}>{number}</span>
          </div>
        );
      },
    },
    ...own.map(({ header, index }) => ({
      header,
      class: 'own',
      width: '9%',
      cell: (row: ListRow) => <OwnValue header={header} value={row.cells?.[index] ?? ''} />,
    })),
  ];
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

/** The end of a link to a review, where such links differ. Any other text stays as it is. */
const shortEnd = ({ query, isReview }: ListRow) =>
  isReview ? shortName(query).replace(/^[^/]+\/…?/, '…/') : shortName(query);

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
        {words || shortEnd(row)}
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

/** The reason in one line; it opens the details of the row. */
function Reason({ row, isOpen, toggle }: { row: ListRow; isOpen: boolean; toggle: () => void }) {
  const text = reasonOf(useTexts(), row);
  return (
    <button type="button" class="plain" aria-expanded={isOpen} title={text} onClick={toggle}>
      {text || useTexts().t('details')}
    </button>
  );
}
