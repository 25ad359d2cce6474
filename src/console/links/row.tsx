import { reasonWords } from '../../export/verdict-columns.js';
import type { Failure } from '../api/failure.js';
import { useConsole, useTexts } from '../context.js';
import type { Texts } from '../texts/pl.js';
import { ExternalLink } from '../ui/external-link.js';
import { kindOf, type LinkRow } from './store.js';

/** Why a link has no verdict. */
export function failureText(texts: Texts, failure: Failure): string {
  return failure.code === 'invalid_request' ? texts.links.notAReview : texts.failures[failure.code];
}

/** One link and its verdict. */
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
  const { links: texts } = useTexts();
  const kind = kindOf(row);
  return (
    <span class={`mark ${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]}</span> {texts[kind]}
    </span>
  );
}

function Reason({ row }: { row: LinkRow }) {
  const { languages } = useConsole();
  const texts = useTexts();
  if (row.result === null) return null;
  if ('failure' in row.result) return <>{failureText(texts, row.result.failure)}</>;
  return <>{capital(reasonWords(languages.current.value, row.result.verdict.visibility_reason))}</>;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
