import { useSignal } from '@preact/signals';
import { useTexts } from '../context.js';
import type { Month } from '../reviews/month-statistics.js';

/** The months as a table, newest first; made only when it is opened. */
export function MonthTable({ months }: { months: readonly Month[] }) {
  const { months: texts, table, formats, unknown } = useTexts();
  const isOpen = useSignal(false);
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{table}</summary>
      {isOpen.value && (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.month}</th>
              <th scope="col">{texts.count}</th>
              <th scope="col">{texts.average}</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ year, month, count, average }) => (
              <tr key={`${year}-${month}`}>
                <th scope="row">{formats.month(year, month)}</th>
                <td>{formats.number(count)}</td>
                <td>{average === null ? (count === 0 ? '–' : unknown) : formats.decimal(average)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
