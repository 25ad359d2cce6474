import { useSignal } from '@preact/signals';
import { datedName } from '../../../kit/lists/file-name.js';
import { useConsole } from '../../../kit/ui/context.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { Choice } from '../../../kit/ui/fields.js';
import { fileOf } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { pathOf } from '../../watch/console/watch-actions.js';
import { useWatchTexts } from '../../watch/console/watch-state.js';
import type { WatchData } from '../../watch/published.js';
import type { WatchExportData } from '../published.js';

const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** The reports of the clients of watches, ZIP = signed, and of a watch alone. `from`, `to`: days; empty = open. */
export function Reports(props: { watches: readonly WatchData[]; from: string; to: string }) {
  const { watches, from, to } = props;
  const { api, language } = useConsole();
  const { t, nameOf } = useWatchTexts();
  const authors = useSignal<WatchExportData['authors']>('pseudonyms');
  const fileIn = (format: keyof typeof TYPES, of: WatchData | string, isNamed = false) => {
    const [path, about, client, text] =
      typeof of === 'string'
        ? (['client-export', of, of, 'clientReport'] as const)
        : ([`${pathOf(of)}/export`, nameOf(of), undefined, isNamed ? 'reportOf' : 'report'] as const);
    const options = { client, format, lang: language.value, authors: authors.value };
    const query = { ...options, from: from || undefined, to: to || undefined };
    const days = (['from', 'to'] as const).map(
      (day) => props[day] && `${t(`watch.actions.${day}`)} ${props[day]}`,
    );
    const name = `${datedName([t('watch.actions.reportName'), about, ...days], new Date())}.${format}`;
    return {
      text: t(`watch.actions.${text}`, { format: format.toUpperCase(), client: about }),
      make: async () => [await fileOf(api, { path, query }, TYPES[format]), name] as const,
    };
  };
  const clients = [...new Set(watches.flatMap(({ client }) => client ?? []))];
  const [only, ...others] = watches;
  const alone = others.length === 0 ? [] : watches.filter(({ client }) => client === null);
  const files = [
    ...(only === undefined || others.length > 0 ? [] : [fileIn('pdf', only), fileIn('xlsx', only)]),
    ...clients.flatMap((client) => (['pdf', 'xlsx', 'zip'] as const).map((format) => fileIn(format, client))),
    ...alone.map((watch) => fileIn('pdf', watch, true)),
  ];
  return (
    <Downloads files={files} invalid={t('invalid')}>
      <Choice
        id="report-authors"
        isBeside
        label={t('watch.actions.authors')}
        value={authors.value}
        options={(['pseudonyms', 'names'] as const).map((one) => [one, t(`watch.actions.${one}`)] as const)}
        choose={setter(authors)}
      />
    </Downloads>
  );
}
