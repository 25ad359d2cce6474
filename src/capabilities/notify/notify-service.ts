import { sql } from 'kysely';
import type { Core } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { makeTables } from '../../kit/store/make-tables.js';
import type { WatchOwn } from '../watch/endpoints.js';
import { createChannels, deleteChannels } from './channels.js';
import { createDelivery } from './deliver.js';
import { createMail, mailCounter } from './email.js';
import { writeFinishedJobs } from './finished-jobs.js';
import { NOTIFY_TABLES } from './notify-tables.js';
import { renameClient, writeDeliveries } from './rules.js';
import { DELIVERY_SETTINGS } from './settings.js';
import { createWebhooks } from './webhook.js';

type NotifyOptions = Pick<Core, 'config' | 'localTime' | 'log' | 'metrics'> & {
  readonly watch: NonNullable<WatchOwn['watch']>;
  readonly jobs: WatchOwn['jobs'];
};

/** What the endpoints use. */
export type Notify = Awaited<ReturnType<typeof openNotify>>['own'];

/** Delivers the events of the watch. */
export async function openNotify({ watch, jobs, localTime, log, metrics, ...core }: NotifyOptions) {
  const config = settingsOf(core.config, DELIVERY_SETTINGS);
  const { database, usable, now, guarded, add } = watch.record;
  const { db } = database;
  let figures = { lateness: 0, failing: 0 };
  const publicUrl = config.PUBLIC_URL?.replace(/\/?$/, '/');
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_DOMAINS: domains } = config;
  const { WEBHOOK_HOSTS: hosts, PORT: ownPort } = config;
  const counted = mailCounter(metrics);
  const operator = [config.OPERATOR_NAME, config.OPERATOR_CONTACT];
  const webhook = createWebhooks({ hosts, ownPort, now, publicUrl });
  const email = createMail({ url, from, domains, publicUrl, operator, counted });
  const carriers = { webhook, chat: webhook.chat, email };
  const owners = () => [...usable().keys()];
  const deliveries = createDelivery({ ...watch.record, usable: owners, carriers, localTime, log });
  const look = async () => {
    await deliveries.writeWeek();
    figures = await deliveries.figures();
    const told = jobs && writeFinishedJobs({ db, jobs, now: now(), localTime, owners: usable() });
    // The database of jobs may be away; its jobs are told when it is back.
    await told?.catch((error: unknown) => log.warn({ err: error }, 'finished jobs were not told'));
  };
  await makeTables(database, NOTIFY_TABLES);
  add({
    ...{ write: writeDeliveries, recorded: deliveries.wake, look, clean: deliveries.clean, renameClient },
    removeOwner: (owner) => deleteChannels(db, sql`owner = ${owner}`),
  });
  return {
    own: {
      ownerOf: watch.ownerOf,
      channels: guarded(createChannels({ database, carriers, deliveries, localTime, now })),
    },
    isMailOn: email.isOn,
    /** What `Deliveries.figures` returned at the last look. */
    figures: () => figures,
    start: deliveries.start,
    stop: async () => {
      await deliveries.close();
      await webhook.close();
    },
    /** Makes the deliveries that are due; for tests. */
    tick: deliveries.tick,
  };
}
