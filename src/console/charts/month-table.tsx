import { useSignal } from '@preact/signals';
import { useTexts } from '../context.js';
import type { Month } from '../reviews/month-statistics.js';

/** The months as a table, newest first, rendered when it is opened. `isWhole`: whether the list is complete. */
export function MonthTable({ months, isWhole }: { months: readonly Month[]; isWhole: boolean }) {
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
              <th scope="col">{isWhole ? texts.count : texts.countRead}</th>
              <th scope="col">{texts.average}</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ year, month, count, average }) => (
              <tr key={`${year}-${month}`}>
                <th scope="row">{formats.month(year, month)}</th>
                <td>{count === null ? unknown : formats.number(count)}</td>
                <td>{average === null ? (count ? unknown : '–') : formats.decimal(average)}</td>
              </tr>
            ))}
            {!isWhole && (
              <tr>
                <th scope="row">{texts.older}</th>
                <td>{unknown}</td>
                <td>–</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </details>
  );
}
