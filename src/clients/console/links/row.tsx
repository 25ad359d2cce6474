import type { Failure } from '../../core/failure.js';
import { reasonText } from '../../core/texts/outcomes.js';
import { useConsole, useTexts } from '../context.js';
import type { Texts } from '../texts/pl.js';
import { ExternalLink } from '../ui/external-link.js';
import { kindOf, type LinkRow } from './store.js';

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

export function LinkTableRow({ row, index }: { row: LinkRow; index: number }) {
  const { formats, links: texts } = useTexts();
  const verdict = row.result !== null && 'verdict' in row.result ? row.result.verdict : null;
  return (
    <tr>
      <td class="number">{formats.number(index + 1)}</td>
      <td class="address">
        <ExternalLink href={row.url}>{row.url.replace(/^https?:\/\//, '')}</ExternalLink>
        {row.first !== index && <span class="small muted"> {texts.repeated(row.first + 1)}</span>}
      </td>
      <td class="verdict">
        <VerdictMark row={row} />
      </td>
      <td class="reason">
        <Reason row={row} />
      </td>
      <td class="checked">{verdict?.checked_at ?? ''}</td>
    </tr>
  );
}

const SIGNS = { visible: '✓', hidden: '✕', failed: '!', waiting: '…' } as const;

function VerdictMark({ row }: { row: LinkRow }) {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const kind = kindOf(row);
  const isLeft = kind === 'waiting' && links.left.value !== null;
  return (
    <span class={`mark ${kind}`}>
      {!isLeft && <span aria-hidden="true">{SIGNS[kind]}</span>} {texts[isLeft ? 'unchecked' : kind]}
    </span>
  );
}

function Reason({ row }: { row: LinkRow }) {
  const { languages, links } = useConsole();
  const texts = useTexts();
  const left = links.left.value;
  if (row.result === null) return left === null ? null : leftText(texts, left);
  if ('failure' in row.result) return failureText(texts, row.result.failure);
  return capital(reasonText(languages.current.value, row.result.verdict.visibility_reason));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
