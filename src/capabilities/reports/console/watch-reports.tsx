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

/** The report of a watch, and the report of its client; ZIP = signed. `from`, `to`: days; empty = open. */
export function Reports({ watch, from, to }: { watch: WatchData; from: string; to: string }) {
  const { api, language } = useConsole();
  const texts = useWatchTexts();
  const { t } = texts;
  const authors = useSignal<WatchExportData['authors']>('pseudonyms');
  const { client } = watch;
  const fileIn = (format: keyof typeof TYPES, ofClient: string | null) => ({
    text: t(ofClient === null ? 'watch.actions.report' : 'watch.actions.clientReport', {
      format: format.toUpperCase(),
      client: ofClient ?? '',
    }),
    make: async () => {
      const period = { from: from || undefined, to: to || undefined };
      const query = { format, lang: language.value, authors: authors.value, ...period };
      const about = ofClient ?? texts.nameOf(watch);
      const name = datedName([t('watch.actions.reportName'), about], new Date());
      const request =
        ofClient === null
          ? { path: `${pathOf(watch)}/export`, query }
          : { path: 'client-export', query: { client: ofClient, ...query } };
      return [await fileOf(api, request, TYPES[format]), `${name}.${format}`] as const;
    },
  });
  const subjects = client === null ? [null] : [null, client];
  const files = subjects.flatMap((one) => [fileIn('pdf', one), fileIn('xlsx', one)]);
  if (client !== null) files.push(fileIn('zip', client));
  return (
    <Downloads files={files} invalid={t('watch.invalid')}>
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
