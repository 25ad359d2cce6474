import { useSignal } from '@preact/signals';
import { datedName } from '../../../kit/lists/file-name.js';
import type { Column } from '../../../kit/lists/table.js';
import { Reading, useAnswer } from '../../../kit/ui/answer.js';
import { Chart } from '../../../kit/ui/charts/chart.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { Chips, TextInput } from '../../../kit/ui/fields.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { setter, toggled } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData } from '../published.js';
import { maxResultGap } from '../values.js';
import { type Day, newReviewsOf, readRecord, sinceMove, useFigurePanel } from './history-chart.js';
import { type Period, PeriodChoice, presetPeriod } from './period.js';
import { dayTicks, instant } from './time-axis.js';
import { Delta, figure } from './watch-figures.js';
import { useWatchTexts } from './watch-state.js';
import { readWatches } from './watch-stores.js';

/** Places that can be compared: each needs a request. */
const MAX_COMPARED = 40;
/** The lines after these are grey. */
const COLOURS = [
  ...['var(--accent)', 'var(--focus)', 'var(--star)', 'var(--bad)'],
  ...['light-dark(#7a3fb0, #c79bf0)', 'var(--ink)'],
];
const METRICS = ['rating', 'growth'] as const;

interface Compared {
  readonly watch: WatchData;
  readonly name: string;
  /** The days with figures. `growth`: reviews since the first day: places of all sizes are compared by it. */
  readonly days: ReadonlyMap<string, Day & { readonly growth: number | null }>;
  readonly first: Day | null;
  readonly last: Day | null;
  readonly fresh: ReturnType<typeof newReviewsOf>;
}

/** Watched places beside each other: a chart, a table, and a workbook with days and places. */
export function ComparePage({ route }: { route: Extract<Route, { view: 'compare' }> }) {
  const { api, go } = useConsole();
  const { t, nameOf } = useWatchTexts();
  const period = useSignal<Period>(presetPeriod('90'));
  const asked = [...new Set(route.ids.split(',').filter((id) => id !== ''))];
  const ids = asked.slice(0, MAX_COMPARED);
  const isOpen = useSignal(ids.length < 2);
  const text = useSignal('');
  const places = useAnswer('', (signal) => readWatches(api, { kind: 'place' }, signal));
  const chosen = (places.data?.watches ?? []).filter(({ id }) => ids.includes(id));
  const question = `${chosen.map(({ id }) => id).join()} ${JSON.stringify(period.value)}`;
  const answer = useAnswer(question, (signal) =>
    Promise.all(
      chosen.map(async (watch): Promise<Compared> => {
        const record = sinceMove(await readRecord(api, watch.id, period.value, signal));
        const known = record.course.filter(({ rating, review_count: count }) => (rating ?? count) !== null);
        const start = known.find(({ review_count: count }) => count !== null)?.review_count ?? 0;
        const growthOf = ({ review_count: count }: Day) => (count === null ? null : count - start);
        return {
          ...{ watch, name: nameOf(watch), first: known[0] ?? null, last: known.at(-1) ?? null },
          days: new Map(known.map((one) => [one.day, { ...one, growth: growthOf(one) }])),
          fresh: newReviewsOf(record),
        };
      }),
    ),
  );
  const choose = (id: string) => go({ ...route, ids: [...toggled(new Set(asked), id)].join(',') });
  if (places.data === null) return <Reading of={places} />;
  const { watches, isWhole } = places.data;
  if (watches.length < 2) return <p class="notice note">{t('watch.compare.tooFew')}</p>;
  const options = watches
    .map((watch) => [watch.id, [watch.client, nameOf(watch)].filter(Boolean).join(' · ')] as const)
    .filter(
      ([id, name]) => asked.includes(id) || name.toLowerCase().includes(text.value.trim().toLowerCase()),
    );
  return (
    <section class="card" aria-label={t('titles.compare')}>
      <details open={isOpen.value} onToggle={({ currentTarget }) => setter(isOpen)(currentTarget.open)}>
        <summary>{t('watch.compare.choose', { value: chosen.length, all: watches.length })}</summary>
        <TextInput
          {...{ type: 'search', value: text.value, change: setter(text) }}
          {...{ 'aria-label': t('watch.list.search'), placeholder: t('watch.list.search') }}
        />
        <Chips<string>
          type="checkbox"
          legend={t('watch.compare.places')}
          options={options}
          isChosen={(id) => asked.includes(id)}
          choose={choose}
        />
      </details>
      {!isWhole && <p class="notice">{t('watch.list.notWhole')}</p>}
      {asked.length > MAX_COMPARED && (
        <p class="notice">{t('watch.compare.cut', { shown: MAX_COMPARED, all: asked.length })}</p>
      )}
      {chosen.length < 2 ? (
        <p class="muted">{t('watch.compare.two')}</p>
      ) : (
        <>
          <div class="line fields">
            <PeriodChoice id="compare-period" period={period.value} choose={setter(period)} />
          </div>
          <Reading of={answer} />
          {answer.data !== null && <Comparison compared={answer.data} />}
        </>
      )}
    </section>
  );
}

function Comparison({ compared }: { compared: readonly Compared[] }) {
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const days = [...new Set(compared.flatMap((one) => [...one.days.keys()]))].sort();
  const points = days.map(instant);
  const [from = 0, to = from] = [points[0], points.at(-1)];
  const panelOf = useFigurePanel();
  const panels = METRICS.map((metric) => {
    const series = compared.map(({ name, days: own }, index) => ({
      ...({ name, form: 'line', colour: COLOURS[index] ?? 'var(--field)' } as const),
      maxGap: maxResultGap([...own.keys()].map(instant)),
      values: days.map((day) => own.get(day)?.[metric] ?? null),
    }));
    return panelOf(metric, 140, series);
  });
  const read = (index: number) => {
    const day = days[index] ?? '';
    const figures = compared.map(({ name, days: own }, at) => {
      const [rating, growth] = panels.map(({ series, write }) => figure(series[at]?.values[index], write));
      return `${name} ${rating} ${figure(own.get(day)?.review_count, formats.number)} (${growth})`;
    });
    return `${formats.moment(day)} · ${figures.join(' · ')}`;
  };
  return (
    <>
      {days.length === 0 ? (
        <p class="muted">{t('watch.chart.none')}</p>
      ) : (
        <Chart
          label={`${t('watch.one.timeline')}: ${compared.map(({ name }) => name).join(', ')}`}
          region={`${t('watch.one.timeline')}. ${t('watch.chart.hint')}`}
          {...{ points, from, to, read, panels }}
          ticks={dayTicks(points, formats)}
        />
      )}
      <ComparedTable compared={compared} days={days} />
    </>
  );
}

function ComparedTable({ compared, days }: { compared: readonly Compared[]; days: readonly string[] }) {
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  /** The period may be longer than what is known of a place. */
  const dated = (of: Day | null) =>
    `${figure(of?.rating, formats.decimal)}${of === null ? '' : ` (${formats.moment(of.day)})`}`;
  /** One day has no change. */
  const change = ({ first, last }: Compared) =>
    first === last || first?.rating == null || last?.rating == null ? null : last.rating - first.rating;
  const make = async () => {
    const { filledSheet, workbookBlob } = await import('../../../kit/lists/write-xlsx.js');
    type Value<Row> = Column<Row>['value'];
    const own = <Row,>(header: string, value: Value<Row>) => ({ header, value, form: 'own' }) as const;
    const table: Column<Compared>[] = [
      own(t('watch.compare.place'), ({ name }) => name),
      own(t('watch.compare.start'), ({ first }) => first?.rating ?? null),
      own(t('watch.compare.startDay'), ({ first }) => first?.day ?? null),
      own(t('watch.compare.end'), ({ last }) => last?.rating ?? null),
      own(t('watch.compare.endDay'), ({ last }) => last?.day ?? null),
      own(t('place.reviewCount'), ({ last }) => last?.review_count ?? null),
      own(t('watch.compare.fresh'), ({ fresh }) => fresh),
    ];
    const daily: Column<string>[] = [
      own(t('watch.compare.day'), (day) => day),
      ...compared.flatMap(({ name, days: ofPlace }) => [
        own<string>(`${name} – ${t('watch.chart.rating')}`, (day) => ofPlace.get(day)?.rating ?? null),
        own<string>(`${name} – ${t('watch.chart.count')}`, (day) => ofPlace.get(day)?.review_count ?? null),
      ]),
    ];
    const fresh = t('watch.compare.fresh');
    const notes = { name: fresh, columns: [{ ...own(fresh, String), width: 100 }], layout: 'notes' } as const;
    const book = await workbookBlob([
      filledSheet({ name: t('titles.compare'), columns: table }, [compared]),
      filledSheet({ name: t('watch.compare.days'), columns: daily }, [days]),
      filledSheet(notes, [[t('watch.compare.freshOf')]]),
    ]);
    return [book, `${datedName([t('titles.compare')], new Date())}.xlsx`] as const;
  };
  return (
    <>
      <Table<Compared>
        class="figures"
        scrolled={t('watch.compare.places')}
        rows={compared}
        keyOf={({ watch }) => watch.id}
        columns={[
          {
            header: t('watch.compare.place'),
            isRowHeading: true,
            cell: ({ watch, name }) => <a href={formatRoute(watchOf(watch.id))}>{name}</a>,
          },
          { header: t('watch.compare.start'), cell: ({ first }) => dated(first) },
          { header: t('watch.compare.end'), cell: ({ last }) => dated(last) },
          {
            header: t('watch.compare.change'),
            cell: (one) =>
              change(one) === null ? '–' : <Delta change={change(one)} write={formats.decimal} isZeroShown />,
          },
          { header: t('place.reviewCount'), cell: ({ last }) => figure(last?.review_count, formats.number) },
          { header: t('watch.compare.fresh'), cell: ({ fresh }) => fresh ?? '–' },
        ]}
      />
      <p class="small muted">{t('watch.compare.freshOf')}</p>
      <div class="actions">
        <Downloads files={[{ text: t('watch.compare.file'), make }]} />
      </div>
    </>
  );
}
