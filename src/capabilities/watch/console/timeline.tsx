import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import { instantOf } from '../../../kit/lists/table.js';
import { LEFT, RIGHT, Rules, useWidth } from '../../../kit/ui/charts/axes.js';
import { useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { eventTexts } from '../event-texts.js';
import type { EventData, watchChecksData } from '../published.js';
import { useWatchTexts } from './watch-state.js';

export type Check = z.infer<typeof watchChecksData>['checks'][number];

const HEIGHT = 256;
const PANEL_HEIGHT = 60;
const EVENTS_Y = 216;
/** With more checks than this, the line has no points. */
const MAX_POINTS = 60;

/** Rating and number of reviews at each check, and the events, as a chart and as a table. */
export function Timeline({ checks, events }: { checks: readonly Check[]; events: readonly EventData[] }) {
  const { formats } = useTexts();
  const { t, trouble } = useWatchTexts();
  const { box, width } = useWidth();
  const page = useSignal(0);
  const sorted = checks.toSorted((a, b) => instantOf(a.at) - instantOf(b.at));
  const told = sorted.filter(({ rating, review_count: count }) => rating !== null || count !== null);
  const ends = [told[0], told.at(-1)].map((check) => formats.moment(check?.at ?? ''));
  const resultOf = ({ trouble: code, complete, left_over: left }: Check) => {
    const list =
      complete === null
        ? t('watch.one.told')
        : complete
          ? t('watch.one.complete')
          : t('watch.one.incomplete');
    return [code === null ? list : trouble(code), left > 0 && t('watch.one.leftOver', { value: left })]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <figure class="months histogram">
      <figcaption>
        {t('watch.one.timeline')}
        <span class="muted"> · {told.length > 1 ? ends.join(' – ') : t('watch.one.noChecks')}</span>
      </figcaption>
      <section ref={box}>
        {width > 0 && told.length > 1 && (
          <Drawing
            checks={sorted}
            events={events}
            width={width}
            label={`${t('watch.one.timeline')}, ${ends.join(' – ')}`}
          />
        )}
      </section>
      {checks.length > 0 && (
        <details>
          <summary>{t('table')}</summary>
          <Table<Check>
            class="figures"
            scrolled={t('watch.one.timeline')}
            rows={sorted.toReversed()}
            page={page}
            keyOf={({ id }) => id}
            columns={[
              {
                header: t('links.columns.checked'),
                isRowHeading: true,
                cell: ({ at }) => formats.moment(at),
              },
              {
                header: t('place.rating'),
                cell: ({ rating }) => (rating === null ? t('unknown') : formats.decimal(rating)),
              },
              {
                header: t('place.reviewCount'),
                cell: ({ review_count: count }) => (count === null ? t('unknown') : formats.number(count)),
              },
              { header: t('links.columns.verdict'), cell: resultOf },
            ]}
          />
        </details>
      )}
    </figure>
  );
}

function Drawing(props: {
  checks: readonly Check[];
  events: readonly EventData[];
  width: number;
  label: string;
}) {
  const { checks, events, width, label } = props;
  const { t, formats, language } = useTexts();
  const right = width - RIGHT;
  const [from = 0, to = 0] = [checks[0], checks.at(-1)].map((check) => instantOf(check?.at ?? ''));
  const x = (at: string) => LEFT + ((instantOf(at) - from) / Math.max(1, to - from)) * (right - LEFT);
  const panels = [
    {
      title: t('place.rating'),
      top: 28,
      minRange: 0.2,
      read: ({ rating }: Check) => rating,
      write: formats.decimal,
    },
    {
      title: t('place.reviewCount'),
      top: 126,
      minRange: 4,
      read: ({ review_count: count }: Check) => count,
      write: formats.number,
    },
  ];
  const drawn = panels.map(({ title, top, minRange, read, write }) => {
    const values = checks.map(read).filter((value) => value !== null);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    // `minRange`: the smallest range that an axis shows, so that a small change does not look steep.
    const range = Math.max(minRange, high - low);
    const y = (value: number) => top + PANEL_HEIGHT / 2 + (((low + high) / 2 - value) / range) * PANEL_HEIGHT;
    const points = checks.map((check) => {
      const value = read(check);
      return value === null ? null : ([x(check.at), y(value)] as const);
    });
    const line = points.map((point, index) => point && `${points[index - 1] == null ? 'M' : 'L'}${point}`);
    const rules =
      values.length === 0 ? [] : [...new Set([low, high])].map((value) => [y(value), write(value)] as const);
    return { title, top, points, line, rules };
  });
  const shown = events.filter(({ at }) => instantOf(at) >= from && instantOf(at) <= to);
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      {drawn.map(({ title, top, points, line, rules }) => (
        <g key={title}>
          <Rules title={title} y={top - 14} right={right} rules={rules} />
          <path
            fill="none"
            stroke="var(--accent)"
            stroke-width="2"
            stroke-linejoin="round"
            d={line.join('')}
          />
          {checks.length <= MAX_POINTS &&
            points.map(
              (point, index) =>
                point && <circle key={index} fill="var(--accent)" cx={point[0]} cy={point[1]} r="2.6" />,
            )}
        </g>
      ))}
      <Rules title={t('titles.events')} y={EVENTS_Y} right={right} rules={[]} />
      {shown.map(({ id, at, type }) => (
        <rect
          key={id}
          fill={type === 'review.not_visible' ? 'var(--bad)' : 'var(--field)'}
          x={x(at) - 1.5}
          y={EVENTS_Y + 8}
          width="3"
          height={type === 'review.not_visible' ? 18 : 12}
        >
          <title>{`${formats.moment(at)}: ${eventTexts(language)(`title.${type}`)}`}</title>
        </rect>
      ))}
    </svg>
  );
}
