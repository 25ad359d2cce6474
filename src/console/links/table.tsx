import type { Signal } from '@preact/signals';
import type { Failure } from '../../contract/failure.js';
import type { CheckedReview } from '../../contract/lines.js';
import { noticeTexts } from '../../contract/texts/outcomes.js';
import { linkFacts } from '../../lists/links.js';
import type { OwnCell } from '../../lists/read-list.js';
import { useConsole, useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';
import type { Texts } from '../texts.js';
import { ExternalLink, shortUrl, webAddress } from '../ui/external-link.js';
import { Mark, Stars } from '../ui/signs.js';
import { Table, type TableColumn } from '../ui/table.js';
import { changeOf, changeText } from './change.js';
import { kindOf, type LinkRow, reasonTitle, sightingBefore, type TableRow, verdictOf } from './rows.js';

export interface ShownColumn {
  readonly header: string;
  readonly index: number;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The table of links. `own`: the user's columns, to the left of the results. They may make it wider than the page. */
export function LinkTable(props: {
  rows: readonly TableRow[];
  page?: Signal<number>;
  own?: readonly ShownColumn[];
  placeNames?: ReadonlyMap<string, string>;
}) {
  const { rows, page, own = [], placeNames = NO_NAMES } = props;
  const { links: texts } = useTexts();
  const { columns } = texts;
  const ofLink = (cell: (link: LinkRow) => preact.ComponentChildren) => (row: TableRow) =>
    row.link === null ? null : cell(row.link);
  const shown: TableColumn<TableRow>[] = [
    ...own.map(({ header, index }) => ({
      header,
      class: 'own',
      cell: (row: TableRow) => <OwnValue header={header} value={row.own?.[index] ?? null} />,
    })),
    {
      header: columns.link,
      width: own.length === 0 ? '42%' : undefined,
      class: 'address',
      cell: (row) => <Link row={row} placeNames={placeNames} />,
    },
    {
      header: columns.verdict,
      width: '10rem',
      class: 'verdict',
      cell: ofLink((link) => <VerdictMark row={link} />),
    },
    {
      header: columns.reason,
      class: 'reason',
      cell: ofLink((link) => (
        <>
          <Reason row={link} />
          <PlaceSays row={link} />
        </>
      )),
    },
    {
      header: columns.checked,
      width: '7rem',
      class: 'checked muted',
      cell: ofLink((link) => verdictOf(link)?.checked_at),
    },
  ];
  return (
    <Table
      class={own.length === 0 ? 'verdicts links' : 'verdicts links with-own'}
      name={texts.results}
      columns={shown}
      rows={rows}
      {...(page !== undefined && { page })}
      keyOf={({ index }) => index}
      numberOf={({ index }) => index + 1}
      scrolled={own.length === 0 ? undefined : texts.scrolled}
    />
  );
}

function Link({ row, placeNames }: { row: TableRow; placeNames: ReadonlyMap<string, string> }) {
  const { links: texts } = useTexts();
  const { link, repeats } = row;
  if (link === null) return <span class="muted">{texts.noLink}</span>;
  return (
    <>
      <ReviewBehind row={link} placeNames={placeNames} />
      <ExternalLink href={link.url}>{shortUrl(link.url)}</ExternalLink>
      {repeats !== null && <span class="small muted"> {texts.repeated(repeats + 1)}</span>}
    </>
  );
}

/** Shows the review of a link: as read now, or else data from an earlier check and from the link. */
function ReviewBehind({ row, placeNames }: { row: LinkRow; placeNames: ReadonlyMap<string, string> }) {
  const { links: texts } = useTexts();
  const review = verdictOf(row)?.review ?? null;
  if (review !== null) return <ReviewFacts review={review} placeNames={placeNames} />;
  const before = row.result === null ? null : sightingBefore(row);
  return (
    <>
      {before !== null && (
        <div class="quote">
          <p class="small muted">{texts.seenBefore(toMinutes(before.checkedAt))}</p>
          <ReviewFacts review={before.review} placeNames={placeNames} />
        </div>
      )}
      {row.result !== null && before === null && <LinkSays url={row.url} />}
    </>
  );
}

function ReviewFacts(props: { review: CheckedReview; placeNames: ReadonlyMap<string, string> }) {
  const { review, placeNames } = props;
  const { links: texts } = useTexts();
  const { author_name: author, stars, date, is_edited: isEdited, edited_date: editedDate } = review;
  const { place_id: placeId, text_excerpt: text } = review;
  const place = review.place_name ?? placeNames.get(placeId ?? '') ?? placeId;
  return (
    <div>
      <p>
        {stars !== null && <Stars value={stars} />} {author !== null && <strong>{author}</strong>}{' '}
        {date !== null && <span class="muted date">{date}</span>}{' '}
        {isEdited === true && <span class="muted">{texts.editedOn(editedDate)}</span>}
      </p>
      {place !== null && (
        <p class="small">
          {placeId === null ? place : <a href={formatRoute({ view: 'place', query: placeId })}>{place}</a>}
        </p>
      )}
      {text !== null && text !== '' && <p class="excerpt small">{text}</p>}
    </div>
  );
}

function LinkSays({ url }: { url: string }) {
  const { links: texts } = useTexts();
  const facts = linkFacts(url);
  if (facts === null) return null;
  const { authorId, placeId, cid } = facts;
  const query = placeId ?? cid;
  return (
    <p class="small muted">
      {texts.fromLink}{' '}
      {authorId !== null && (
        <ExternalLink href={`https://www.google.com/maps/contrib/${authorId}`} about={authorId}>
          {texts.linkAuthor}
        </ExternalLink>
      )}
      {authorId !== null && query !== null && ', '}
      {query !== null && <a href={formatRoute({ view: 'place', query })}>{texts.linkPlace}</a>}
    </p>
  );
}

/** Why a link has no result. */
export function failureText(texts: Texts, failure: Failure): string {
  if (failure.code === 'invalid_request') return texts.links.notAReview;
  if (failure.code === 'no_results') return texts.links.leadsNowhere;
  return texts.failures[failure.code];
}

/** Why a link was not checked. `invalid_request` here means the whole list, not this link. */
export function leftText(texts: Texts, left: Failure): string {
  return left.code === 'invalid_request' ? texts.links.invalid : texts.failures[left.code];
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
  failed: ['warn', '!'],
  waiting: ['plain', '…'],
} as const;

function VerdictMark({ row }: { row: LinkRow }) {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const kind = kindOf(row);
  const isLeft = kind === 'waiting' && links.left.value !== null;
  const [tone, sign] = MARKS[kind];
  return (
    <>
      <Mark tone={tone} sign={isLeft ? undefined : sign} text={texts[isLeft ? 'unchecked' : kind]} />
      <Before row={row} />
    </>
  );
}

/** The earlier verdict, and the change since then. */
function Before({ row }: { row: LinkRow }) {
  const texts = useTexts();
  const before = row.earlier.verdict;
  if (before === null) return null;
  const change = changeOf(before, verdictOf(row));
  return (
    <div class="before small">
      {change !== null && <strong class="warn toned">{changeText(texts, change)}</strong>}
      <p class="muted">
        {texts.links.before(before.is_visible)} <span class="date">{toMinutes(before.checked_at)}</span>
      </p>
    </div>
  );
}

/** Drops the seconds of `YYYY-MM-DD HH:MM:SS`. */
export function toMinutes(at: string): string {
  return at.slice(0, 16);
}

function Reason({ row }: { row: LinkRow }) {
  const { links } = useConsole();
  const texts = useTexts();
  const left = links.left.value;
  if (row.result === null) return left === null ? null : leftText(texts, left);
  if ('failure' in row.result) return failureText(texts, row.result.failure);
  return reasonTitle(texts.language, row.result.verdict.visibility_reason);
}

/** The notices of the map provider on the reviewed place. They may explain why reviews are not shown. */
function PlaceSays({ row }: { row: LinkRow }) {
  const { language } = useTexts();
  return noticeTexts(language, verdictOf(row) ?? {}).map((text) => (
    <p class="small muted" key={text} dir="auto">
      {text}
    </p>
  ));
}
