import { useMemo } from 'preact/hooks';
import type { ReviewRow } from '../../lists/review-columns.js';
import { useTexts } from '../context.js';
import { type Figures, periodFigures } from './period-figures.js';

/** The figures of the last 30 and 90 days, each with those of the time before. */
export function PeriodTable({ reviews, isWhole }: { reviews: readonly ReviewRow[]; isWhole: boolean }) {
  const { periods: texts } = useTexts();
  const periods = useMemo(
    () => periodFigures(reviews, isWhole, Math.floor(Date.now() / 1000)),
    [reviews, isWhole],
  );
  const isUnknown = periods.some(({ last, before }) => last.count === null || before.count === null);
  return (
    <section class="periods" aria-labelledby="periods-title">
      <h2 id="periods-title">{texts.title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.period}</th>
            <th scope="col">{texts.count}</th>
            <th scope="col">{texts.average}</th>
          </tr>
        </thead>
        <tbody>
          {periods.flatMap(({ days, last, before }) => [
            <Row key={days} name={texts.last(days)} figures={last} />,
            <Row key={`before ${days}`} name={texts.before(days)} figures={before} isBefore />,
          ])}
        </tbody>
      </table>
      {isUnknown && <p class="small muted">{texts.unknown}</p>}
    </section>
  );
}

function Row(props: { name: string; figures: Figures; isBefore?: boolean }) {
  const { formats, unknown } = useTexts();
  const { count, average } = props.figures;
  const noAverage = count === null ? unknown : '–';
  return (
    <tr class={props.isBefore === true ? 'earlier' : undefined}>
      <th scope="row">{props.name}</th>
      <td>{count === null ? unknown : formats.number(count)}</td>
      <td>{average === null ? noAverage : `${formats.decimal(average)} ★`}</td>
    </tr>
  );
}
