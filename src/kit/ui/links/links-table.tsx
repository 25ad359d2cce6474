import { type Signal, useSignal } from '@preact/signals';
import type { Failure } from '../../../core/published/failure.js';
import { noticeTexts } from '../../../core/texts/outcomes.js';
import type { CheckedReview, Verdict } from '../../lists/checked-links.js';
import { isMapLink, linkFacts } from '../../lists/links-in-lists.js';
import type { OwnCell } from '../../lists/table.js';
import { useParts, useTexts } from '../context.js';
import { Table, type TableColumn } from '../data-table.js';
import { ExternalLink, shortUrl, webAddress } from '../external-link.js';
import { Moment } from '../moment.js';
import { Tick, type Ticked } from '../selection.js';
import { Mark, Stars } from '../signs.js';
import { formatRoute } from '../state/route.js';
import type { Texts } from '../texts.js';
import {
  kindOf,
  type LinkRow,
  REASONS,
  reasonTitle,
  sightingBefore,
  type TableRow,
  verdictOf,
} from './link-rows.js';

export interface ShownColumn {
  readonly header: string;
  readonly index: number;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * The table of links. `own`: the user's columns, to the left of the results. These columns may make the table wider
 * than the page.
 */
export function LinkTable(props: {
  rows: readonly TableRow[];
  page?: Signal<number>;
  own?: readonly ShownColumn[];
  placeNames?: ReadonlyMap<string, string>;
  /** Why links were left unchecked; null = no link was left. */
  left?: Failure | null;
  /** Links that the user ticked, for a table whose rows can be ticked. */
  ticked?: Ticked;
}) {
  const { rows, page, own = [], placeNames = NO_NAMES, left = null, ticked } = props;
  const { t } = useTexts();
  const ofLink = (cell: (link: LinkRow) => preact.ComponentChildren) => (row: TableRow) =>
    row.link === null ? null : cell(row.link);
  const shown: TableColumn<TableRow>[] = [
    ...own.map(({ header, index }) => ({
      header,
      class: 'own',
      cell: (row: TableRow) => <OwnValue header={header} value={row.own?.[index] ?? null} />,
    })),
    {
      header: t('links.columns.link'),
      class: 'address',
      cell: (row) => <Link row={row} placeNames={placeNames} />,
    },
    {
      header: t('links.columns.verdict'),
      width: '9.5rem',
      class: 'verdict',
      cell: ofLink((link) => <VerdictMark row={link} left={left} />),
    },
    {
      header: t('links.columns.reason'),
      width: own.length === 0 ? '28%' : undefined,
      class: 'reason',
      cell: ofLink((link) => <Reason row={link} left={left} />),
    },
    {
      header: t('links.columns.checked'),
      width: '6.5rem',
      class: 'checked muted',
      cell: ofLink((link) => {
        const verdict = verdictOf(link);
        return verdict === null ? null : <Moment at={verdict.checked_at} />;
      }),
    },
  ];
  return (
    <Table
      class={own.length === 0 ? 'verdicts links' : 'verdicts links with-own'}
      name={t('links.results')}
      columns={shown}
      rows={rows}
      {...(page !== undefined && { page })}
      keyOf={({ index }) => index}
      numberOf={({ index }) => index + 1}
      besideNumber={
        ticked && (({ link }) => link && <Tick ticked={ticked} row={link.url} name={shortUrl(link.url)} />)
      }
      scrolled={own.length === 0 ? undefined : t('links.scrolled')}
    />
  );
}

function Link({ row, placeNames }: { row: TableRow; placeNames: ReadonlyMap<string, string> }) {
  const { t } = useTexts();
  const { link, repeats } = row;
  if (link === null) return <span class="muted">{t('links.noLink')}</span>;
  return (
    <div class="review">
      <ReviewBehind row={link} placeNames={placeNames} />
      <p class="small">
        <ExternalLink href={link.url}>{shortUrl(link.url)}</ExternalLink>
        {repeats !== null && <span class="muted"> {t('links.repeated', { position: repeats + 1 })}</span>}
      </p>
    </div>
  );
}

/** Shows the review of a link: as read now, or else data from an earlier check and from the link. */
function ReviewBehind({ row, placeNames }: { row: LinkRow; placeNames: ReadonlyMap<string, string> }) {
  const { t, formats } = useTexts();
  const review = verdictOf(row)?.review ?? null;
  if (review !== null) return <ReviewFacts review={review} placeNames={placeNames} />;
  const before = row.result === null ? null : sightingBefore(row);
  return (
    <>
      {before !== null && (
        <>
          <p class="small muted">{t('links.seenBefore', { at: formats.moment(before.checkedAt) })}</p>
          <ReviewFacts review={before.review} placeNames={placeNames} />
        </>
      )}
      {row.result !== null && before === null && <LinkSays url={row.url} />}
    </>
  );
}

function ReviewFacts(props: { review: CheckedReview; placeNames: ReadonlyMap<string, string> }) {
  const { review, placeNames } = props;
  const { t, links: texts, formats } = useTexts();
  const { author_name: author, stars, date, is_edited: isEdited, edited_date: editedDate } = review;
  const { place_id: placeId, text_excerpt: text } = review;
  const place = review.place_name ?? placeNames.get(placeId ?? '') ?? null;
  return (
    <>
      <p>
        {stars !== null && <Stars value={stars} />} {author !== null && <strong>{author}</strong>}{' '}
        {date !== null && (
          <span class="muted">
            <Moment at={date} />
          </span>
        )}{' '}
        {isEdited === true && (
          <span class="muted">{texts.editedOn(editedDate === null ? null : formats.moment(editedDate))}</span>
        )}{' '}
        {placeId === null ? (
          place
        ) : (
          <a href={formatRoute({ view: 'place', query: placeId })}>{place ?? t('links.openPlace')}</a>
        )}
      </p>
      {text !== null && text !== '' && <p class="small">{text}</p>}
    </>
  );
}

function LinkSays({ url }: { url: string }) {
  const { t } = useTexts();
  const facts = linkFacts(url);
  if (facts === null) return null;
  const { authorId, placeId, cid } = facts;
  const query = placeId ?? cid;
  return (
    <p class="small muted">
      {t('links.fromLink')}{' '}
      {authorId !== null && (
        <ExternalLink href={`https://www.google.com/maps/contrib/${authorId}`} about={authorId}>
          {t('links.linkAuthor')}
        </ExternalLink>
      )}
      {authorId !== null && query !== null && ', '}
      {query !== null && <a href={formatRoute({ view: 'place', query })}>{t('links.linkPlace')}</a>}
    </p>
  );
}

export function failureText(texts: Texts, failure: Failure): string {
  if (failure.code === 'invalid_request') return texts.t('links.notAReview');
  if (failure.code === 'no_results') return texts.t('links.leadsNowhere');
  return texts.whyFailed(failure);
}

/** Why a link was not checked. `invalid_request` here means the whole list, not this link. */
export function leftText(texts: Texts, left: Failure): string {
  return left.code === 'invalid_request' ? texts.t('links.invalid') : texts.whyFailed(left);
}

function OwnValue({ header, value }: { header: string; value: OwnCell }) {
  const text = value === null ? '' : String(value);
  if (text.trim() === '') return null;
  return (
    <>
      <span class="label muted">{header}: </span>
      {webAddress(text) === null ? text : <ExternalLink href={text}>{text}</ExternalLink>}
    </>
  );
}

const MARKS = {
  visible: ['good', '✓'],
  hidden: ['bad', '✕'],
  unclear: ['changed', '?'],
  failed: ['warn', '!'],
  waiting: ['plain', '…'],
} as const;

function VerdictMark({ row, left }: { row: LinkRow; left: Failure | null }) {
  const { t } = useTexts();
  const kind = kindOf(row);
  const isLeft = kind === 'waiting' && left !== null;
  const [tone, sign] = MARKS[kind];
  return (
    <Mark tone={tone} sign={isLeft ? undefined : sign} text={t(`links.${isLeft ? 'unchecked' : kind}`)} />
  );
}

/** The reason in a few words; a click shows its meaning. */
function Reason({ row, left }: { row: LinkRow; left: Failure | null }) {
  const texts = useTexts();
  const isOpen = useSignal(false);
  const verdict = verdictOf(row);
  if (verdict !== null) {
    return (
      <>
        <details
          class="reason-details"
          onToggle={({ currentTarget }) => {
            isOpen.value = currentTarget.open;
          }}
        >
          <summary>{reasonTitle(texts.language, verdict.visibility_reason)}</summary>
          {isOpen.value && <Details row={row} verdict={verdict} />}
        </details>
        <PlaceSays verdict={verdict} />
      </>
    );
  }
  if (row.result === null) return left === null ? null : leftText(texts, left);
  if (!('failure' in row.result)) return null;
  const { failure } = row.result;
  return (
    <>
      {failureText(texts, failure)}
      {failure.code === 'invalid_request' && isMapLink(row.url) && (
        <>
          {' '}
          <a href={formatRoute({ view: 'place', query: row.url })}>{texts.t('links.asPlace')}</a>
        </>
      )}
    </>
  );
}

function Details({ row, verdict }: { row: LinkRow; verdict: Verdict }) {
  const parts = useParts();
  const { t } = useTexts();
  const { visibility_reason: reason, review } = verdict;
  const about = REASONS.find((name) => name === reason);
  return (
    <div class="stack small muted">
      {about !== undefined && (
        <p>
          {t(`help.reasons.each.${about}.means`)} {t(`help.reasons.each.${about}.notProven`)}
        </p>
      )}
      {review?.place_id != null && (
        <p>
          Place ID: <code>{review.place_id}</code>
        </p>
      )}
      {parts.map(({ offer, LinkDetails }) => LinkDetails && <LinkDetails key={offer} row={row} />)}
    </div>
  );
}

/** The notices of the map provider on the reviewed place. They may explain why reviews are not shown. */
function PlaceSays({ verdict }: { verdict: Verdict }) {
  const { language, formats } = useTexts();
  return noticeTexts(language, verdict, formats.moment).map((text) => (
    <p class="small muted" key={text} dir="auto">
      {text}
    </p>
  ));
}
