import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import { useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import type { watchChecksData } from '../published.js';
import { useWatchTexts } from './watch-state.js';

export type Check = z.infer<typeof watchChecksData>['checks'][number];

/** Rating and number of reviews at each check, the newest first. */
export function Timeline({ checks }: { checks: readonly Check[] }) {
  const { formats } = useTexts();
  const { t, trouble } = useWatchTexts();
  const page = useSignal(0);
  const resultOf = ({ trouble: code, complete, left_over: left }: Check) => {
    const list = complete === null ? 'told' : complete ? 'complete' : 'incomplete';
    const more = left > 0 && t('watch.one.leftOver', { value: left });
    return [code === null ? t(`watch.one.${list}`) : trouble(code), more].filter(Boolean).join(' · ');
  };
  const figure = (value: number | null, write: (value: number) => string) =>
    value === null ? t('unknown') : write(value);
  return (
    <details>
      <summary>{t('watch.one.timeline')}</summary>
      <Table<Check>
        class="figures"
        scrolled={t('watch.one.timeline')}
        rows={checks}
        page={page}
        keyOf={({ id }) => id}
        columns={[
          { header: t('links.columns.checked'), isRowHeading: true, cell: ({ at }) => formats.moment(at) },
          { header: t('place.rating'), cell: ({ rating }) => figure(rating, formats.decimal) },
          {
            header: t('place.reviewCount'),
            cell: ({ review_count: count }) => figure(count, formats.number),
          },
          { header: t('links.columns.verdict'), cell: resultOf },
        ]}
      />
    </details>
  );
}
