import type { Failure } from '../../contract/failure.js';
import { noticeTexts, reasonText } from '../../contract/texts/outcomes.js';
import type { OwnCell } from '../../lists/read-list.js';
import { useConsole, useTexts } from '../context.js';
import type { Texts } from '../texts/pl.js';
import { ExternalLink, webAddress } from '../ui/external-link.js';
import { changeOf } from './change.js';
import { changeText } from './export-columns.js';
import { ReviewBehind } from './review-facts.js';
import { kindOf, type LinkRow, verdictOf } from './rows.js';
import type { TableRow } from './table-rows.js';

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

/** A column of the user's that the table shows. */
export interface ShownColumn {
  readonly header: string;
  /** Index in the user's cells. */
  readonly index: number;
}

export function LinkTableRow(props: {
  row: TableRow;
  own: readonly ShownColumn[];
  placeNames: ReadonlyMap<string, string>;
}) {
  const { row, own, placeNames } = props;
  const { formats, links: texts } = useTexts();
  const { link } = row;
  return (
    <tr>
      <td class="number">{formats.number(row.index + 1)}</td>
      {own.map(({ header, index }) => (
        <td key={index} class="own">
          <OwnValue header={header} value={row.own?.[index] ?? null} />
        </td>
      ))}
      <td class="address">
        {link === null ? (
          <span class="muted">{texts.noLink}</span>
        ) : (
          <>
            <ReviewBehind row={link} placeNames={placeNames} />
            <ExternalLink href={link.url}>{link.url.replace(/^https?:\/\//, '')}</ExternalLink>
            {row.repeats !== null && <span class="small muted"> {texts.repeated(row.repeats + 1)}</span>}
          </>
        )}
      </td>
      <td class="verdict">{link !== null && <VerdictMark row={link} />}</td>
      <td class="reason">
        {link !== null && <Reason row={link} />}
        {link !== null && <PlaceSays row={link} />}
      </td>
      <td class="checked">{link === null ? '' : (verdictOf(link)?.checked_at ?? '')}</td>
    </tr>
  );
}

function OwnValue({ header, value }: { header: string; value: OwnCell }) {
  const text = value === null ? '' : String(value);
  if (text.trim() === '') return null;
  return (
    <>
      <span class="label">{header}: </span>
      {webAddress(text) === null ? text : <ExternalLink href={text}>{text}</ExternalLink>}
    </>
  );
}

const SIGNS = { visible: '✓', hidden: '✕', failed: '!', waiting: '…' } as const;

function VerdictMark({ row }: { row: LinkRow }) {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const kind = kindOf(row);
  const isLeft = kind === 'waiting' && links.left.value !== null;
  return (
    <>
      <span class={`mark ${kind}`}>
        {!isLeft && <span aria-hidden="true">{SIGNS[kind]}</span>} {texts[isLeft ? 'unchecked' : kind]}
      </span>
      <Before row={row} />
    </>
  );
}

/** What the earlier check came to, and what has changed since. */
function Before({ row }: { row: LinkRow }) {
  const texts = useTexts();
  const before = row.earlier.verdict;
  if (before === null) return null;
  const change = changeOf(before, verdictOf(row));
  return (
    <span class="before small">
      {change !== null && <strong>{changeText(texts, change)}</strong>}
      <span class="muted">
        {texts.links.before(before.is_visible)} <span class="date">{toMinutes(before.checked_at)}</span>
      </span>
    </span>
  );
}

/** Of `YYYY-MM-DD HH:MM:SS`, without the seconds. */
export function toMinutes(at: string): string {
  return at.slice(0, 16);
}

function Reason({ row }: { row: LinkRow }) {
  const { languages, links } = useConsole();
  const texts = useTexts();
  const left = links.left.value;
  if (row.result === null) return left === null ? null : leftText(texts, left);
  if ('failure' in row.result) return failureText(texts, row.result.failure);
  return capital(reasonText(languages.current.value, row.result.verdict.visibility_reason));
}

/** What the map provider says of the reviewed place: it may explain why reviews are not shown. */
function PlaceSays({ row }: { row: LinkRow }) {
  const { languages } = useConsole();
  return noticeTexts(languages.current.value, verdictOf(row) ?? {}).map((text) => (
    <p class="small muted" key={text} dir="auto">
      {text}
    </p>
  ));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
