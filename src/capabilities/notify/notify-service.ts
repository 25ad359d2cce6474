import type { Core } from '../../core/capability.js';
import type { WatchOwn } from '../watch/endpoints.js';
import { createChannels } from './channels.js';
import { createDelivery } from './deliver.js';
import { createMail } from './email.js';
import { createFeed } from './feed.js';
import { createMailLimits } from './mail-limits.js';
import { writeDeliveries } from './outbox.js';
import { createWebhooks } from './webhook.js';

interface NotifyOptions extends Pick<Core, 'config' | 'localTime' | 'log'> {
  readonly watch: NonNullable<WatchOwn['watch']>;
}

/** What the endpoints use. */
export type Notify = ReturnType<typeof openNotify>['own'];

/** Delivers the events of the watch. */
export function openNotify({ watch, config, localTime, log }: NotifyOptions) {
  const { database, replica, now, hashKey, keyHash, guarded, add } = watch.record;
  const { db } = database;
  let lateness = 0;
  const [perOwner, perDay] = [config.MAILS_PER_OWNER, config.MAILS_PER_DAY];
  const mails = createMailLimits({ db, hashKey, perOwner, perDay, now });
  const carriers = {
    webhook: createWebhooks({ hosts: config.WEBHOOK_HOSTS, ownPort: config.PORT, now }),
    email: createMail({
      url: config.SMTP_URL,
      from: config.MAIL_FROM,
      domains: config.MAIL_DOMAINS,
      limits: mails,
      publicUrl: config.PUBLIC_URL,
      operator: [config.OPERATOR_NAME, config.OPERATOR_CONTACT],
    }),
  };
  const { isOver } = mails;
  const deliveries = createDelivery({ database, replica, carriers, isOver, localTime, log, now });
  add({
    write: writeDeliveries,
    recorded: deliveries.wake,
    clean: mails.clean,
    look: async () => {
      lateness = await deliveries.lateness();
    },
  });
  return {
    own: {
      ownerOf: watch.ownerOf,
      channels: guarded(createChannels({ db, keyHash, mails, carriers, deliveries, localTime, now })),
      /** The events as an Atom feed; of all watches if `watchId` is null. @throws AppError `watch_not_found` */
      ...guarded({ feed: createFeed({ db, localTime }) }),
    },
    /** For how many seconds the oldest delivery that is due has waited, as of the last look. */
    lateness: () => lateness,
    start: deliveries.start,
    stop: async () => {
      await deliveries.close();
      await Promise.all(Object.values(carriers).map((carrier) => carrier.close()));
    },
    /** Makes the deliveries that are due; for tests. */
    tick: deliveries.tick,
  };
}
