import { useTexts } from '../context.js';
import { LinkTableRow } from './row.js';
import type { LinkRow } from './store.js';

export function LinkTable({ rows }: { rows: readonly { row: LinkRow; index: number }[] }) {
  const { links: texts } = useTexts();
  const { columns } = texts;
  return (
    <table class="verdicts">
      <caption class="unseen">{texts.results}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.number}</th>
          <th scope="col">{columns.link}</th>
          <th scope="col">{columns.verdict}</th>
          <th scope="col">{columns.reason}</th>
          <th scope="col">{columns.checked}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, index }) => (
          <LinkTableRow key={index} row={row} index={index} />
        ))}
      </tbody>
    </table>
  );
}
