import { useSignal } from '@preact/signals';
import type { Api } from '../../../kit/client/api.js';
import { datedName } from '../../../kit/lists/file-name.js';
import type { Column } from '../../../kit/lists/table.js';
import { Chart } from '../../../kit/ui/charts/chart.js';
import { dayTicks, instant } from '../../../kit/ui/charts/scales.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { Chips, TextInput } from '../../../kit/ui/fields.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter, toggled } from '../../../kit/ui/state/ui-signals.js';
import type { LedgerData, WatchData, WatchesData } from '../published.js';
import { maxResultGap } from '../values.js';
import { Delta, figure } from './delta.js';
import { type Day, readRecord, useFigurePanel } from './history-chart.js';
import { type Period, PeriodChoice, presetPeriod } from './period.js';
import { pathOf } from './watch-actions.js';
import { Reading, useAnswer, useWatchTexts } from './watch-state.js';

/** The places to choose from, and the most that can be compared. */
const MAX_WATCHES = 500;
const MAX_COMPARED = 40;
/** Reviews that the share of replies is taken from, in the order of the ledger. */
const REPLIES_OF = 200;
/** The lines after these are grey. */
const COLOURS = [
  ...['var(--accent)', 'var(--focus)', 'var(--star)', 'var(--bad)'],
  ...['light-dark(#7a3fb0, #c79bf0)', 'var(--ink)'],
];
const METRICS = ['rating', 'count'] as const;

interface Compared {
  readonly watch: WatchData;
  readonly name: string;
  /** The days with figures. */
  readonly days: ReadonlyMap<string, Day>;
  readonly first: Day | null;
  readonly last: Day | null;
  /** Null = the period has no result at its beginning or its end. */
  readonly fresh: number | null;
  readonly replied: number | null;
}

/** Watched places beside each other: a chart, a table, and a workbook with days and places. */
export function ComparePage({ route }: { route: Extract<Route, { view: 'compare' }> }) {
  const { api, go } = useConsole();
  const { t, nameOf } = useWatchTexts();
  const period = useSignal<Period>(presetPeriod('90'));
  const ids = [...new Set(route.ids.split(',').filter((id) => id !== ''))].slice(0, MAX_COMPARED);
  const isOpen = useSignal(ids.length < 2);
  const text = useSignal('');
  const places = useAnswer('', async (signal) => {
    const request = { path: 'watches', query: { kind: 'place', limit: String(MAX_WATCHES) }, signal };
    return (await api.data(request, hasKey<WatchesData>('watches'))).watches;
  });
  const chosen = (places.data ?? []).filter(({ id }) => ids.includes(id));
  const question = `${chosen.map(({ id }) => id).join()} ${JSON.stringify(period.value)}`;
  const answer = useAnswer(question, (signal) =>
    Promise.all(chosen.map((watch) => readCompared(api, watch, nameOf(watch), period.value, signal))),
  );
  const choose = (id: string) => go({ ...route, ids: [...toggled(new Set(ids), id)].join(',') });
  if (places.data === null) return <Reading of={places} />;
  if (places.data.length < 2) return <p class="notice note">{t('watch.compare.tooFew')}</p>;
  const options = places.data
    .map((watch) => [watch.id, [watch.client, nameOf(watch)].filter(Boolean).join(' · ')] as const)
    .filter(([id, name]) => ids.includes(id) || name.toLowerCase().includes(text.value.trim().toLowerCase()));
  const shown = answer.data?.filter(({ watch }) => ids.includes(watch.id)) ?? [];
  return (
    <section class="card" aria-label={t('titles.compare')}>
      <details open={isOpen.value} onToggle={({ currentTarget }) => setter(isOpen)(currentTarget.open)}>
        <summary>{t('watch.compare.choose', { value: chosen.length, all: places.data.length })}</summary>
        <TextInput
          {...{ type: 'search', value: text.value, change: setter(text) }}
          {...{ 'aria-label': t('watch.list.search'), placeholder: t('watch.list.search') }}
        />
        <Chips<string>
          type="checkbox"
          legend={t('watch.compare.places')}
          options={options}
          isChosen={(id) => ids.includes(id)}
          choose={choose}
        />
      </details>
      {chosen.length < 2 ? (
        <p class="muted">{t('watch.compare.two')}</p>
      ) : (
        <>
          <div class="line fields">
            <PeriodChoice id="compare-period" period={period.value} choose={setter(period)} />
          </div>
          <Reading of={answer} />
          {shown.length > 1 && <Comparison compared={shown} />}
        </>
      )}
    </section>
  );
}

/** Reads the figures of one place in a period. @throws RequestFailed */
async function readCompared(
  api: Api,
  watch: WatchData,
  name: string,
  period: Period,
  signal: AbortSignal,
): Promise<Compared> {
  const query = { status: 'visible', limit: String(REPLIES_OF) };
  const [{ course, cover, events }, { reviews }] = await Promise.all([
    readRecord(api, watch.id, period, signal),
    api.data({ path: `${pathOf(watch)}/reviews`, query, signal }, hasKey<LedgerData>('reviews')),
  ]);
  const fresh = events.filter(({ type }) => type === 'review.appeared').length || (cover.is_known ? 0 : null);
  const known = course.filter(({ rating, review_count: count }) => (rating ?? count) !== null);
  const read = reviews.flatMap(({ versions }) => versions.at(-1) ?? []).filter((one) => one.reply_read);
  const replied = read.filter(({ reply }) => reply !== null).length;
  return {
    ...{ watch, name, fresh, first: known[0] ?? null, last: known.at(-1) ?? null },
    days: new Map(known.map((one) => [one.day, one])),
    replied: read.length === 0 ? null : replied / read.length,
  };
}

function Comparison({ compared }: { compared: readonly Compared[] }) {
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const metric = useSignal<(typeof METRICS)[number]>('rating');
  const figureOf = (of: Day | undefined) =>
    (metric.value === 'rating' ? of?.rating : of?.review_count) ?? null;
  const days = [...new Set(compared.flatMap((one) => [...one.days.keys()]))].sort();
  const [from, to] = [instant(days[0] ?? ''), instant(days.at(-1) ?? '')];
  const series = compared.map(({ name, days: own }, index) => ({
    ...({ name, form: 'line', colour: COLOURS[index] ?? 'var(--field)' } as const),
    maxGap: maxResultGap([...own.keys()].map(instant)),
    values: days.map((day) => figureOf(own.get(day))),
  }));
  const panel = useFigurePanel()(metric.value, 180, series);
  const title = t(`watch.chart.${metric.value}`);
  const read = (index: number) => {
    const figures = series.map(({ name, values }) => `${name}: ${figure(values[index], panel.write)}`);
    return `${formats.moment(days[index] ?? '')} · ${figures.join(' · ')}`;
  };
  return (
    <>
      <Chips<(typeof METRICS)[number]>
        type="radio"
        class="segments"
        legend={t('watch.compare.metric')}
        options={METRICS.map((one) => [one, t(`watch.chart.${one}`)] as const)}
        isChosen={(one) => one === metric.value}
        choose={setter(metric)}
      />
      {days.length === 0 ? (
        <p class="muted">{t('watch.chart.none')}</p>
      ) : (
        <Chart
          label={`${title}: ${compared.map(({ name }) => name).join(', ')}`}
          region={`${title}. ${t('watch.chart.hint')}`}
          points={days.map(instant)}
          {...{ from, to, read }}
          ticks={dayTicks(from, to, formats)}
          panels={[panel]}
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
  const change = ({ first, last }: Compared) =>
    first?.rating == null || last?.rating == null ? null : last.rating - first.rating;
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
      own(t('watch.compare.replied'), ({ replied }) => replied),
    ];
    const daily: Column<string>[] = [
      own(t('watch.compare.day'), (day) => day),
      ...compared.flatMap(({ name, days: ofPlace }) => [
        own<string>(`${name} – ${t('watch.chart.rating')}`, (day) => ofPlace.get(day)?.rating ?? null),
        own<string>(`${name} – ${t('watch.chart.count')}`, (day) => ofPlace.get(day)?.review_count ?? null),
      ]),
    ];
    const book = await workbookBlob([
      filledSheet({ name: t('titles.compare'), columns: table }, [compared]),
      filledSheet({ name: t('watch.compare.days'), columns: daily }, [days]),
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
          { header: t('watch.compare.fresh'), cell: ({ fresh }) => figure(fresh, formats.number) },
          { header: t('watch.compare.replied'), cell: ({ replied }) => figure(replied, formats.percent) },
        ]}
      />
      <p class="small muted">{t('watch.compare.repliedOf', { value: REPLIES_OF })}</p>
      <div class="actions">
        <Downloads files={[{ text: t('watch.compare.file'), make }]} />
      </div>
    </>
  );
}
