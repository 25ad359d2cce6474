import { useSignal } from '@preact/signals';
import { datedName } from '../../../kit/lists/file-name.js';
import { useConsole } from '../../../kit/ui/context.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { Choice } from '../../../kit/ui/fields.js';
import { fileOf, namedFileOf } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { pathOf } from '../../watch/console/watch-actions.js';
import { useWatchTexts } from '../../watch/console/watch-state.js';
import type { WatchData } from '../../watch/published.js';
import type { WatchExportData } from '../published.js';

const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The reports of a watch for a client, and of all watches of this client. `from`, `to`: days; empty = open. */
export function Reports({ watch, from, to }: { watch: WatchData; from: string; to: string }) {
  const { api, language } = useConsole();
  const texts = useWatchTexts();
  const { t } = texts;
  const authors = useSignal<WatchExportData['authors']>('pseudonyms');
  const files = (['pdf', 'xlsx'] as const).map((format) => ({
    text: t('watch.actions.report', { format: format.toUpperCase() }),
    make: async () => {
      const period = { from: from || undefined, to: to || undefined };
      const query = { format, lang: language.value, authors: authors.value, ...period };
      const name = datedName([t('watch.actions.reportName'), texts.nameOf(watch)], new Date());
      const file = await fileOf(api, { path: `${pathOf(watch)}/export`, query }, TYPES[format]);
      return [file, `${name}.${format}`] as const;
    },
  }));
  const { client } = watch;
  const ofClient = client !== null && {
    text: t('watch.actions.clientReports', { client }),
    make: async () => {
      const period = { ...(from && { from }), ...(to && { to }) };
      const body = { client, lang: language.value, authors: authors.value, ...period };
      const name = `${datedName([t('watch.actions.reportName'), client], new Date())}.zip`;
      return namedFileOf(api, { path: 'records', body }, 'application/zip', name);
    },
  };
  return (
    <Downloads files={[...files, ...(ofClient ? [ofClient] : [])]} invalid={t('watch.invalid')}>
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
