import { capability } from '../../core/capability.js';
import { watch } from '../watch/watch.js';
import * as channels from './endpoints.js';
import { createMailPages } from './mail-pages.js';
import { MESSAGES } from './messages.js';
import { DELIVERY_SETTINGS } from './settings.js';

/** Tells of what watches find: by e-mail, webhook and feed. */
export const notify = capability({
  name: 'notify',
  endpoints: [
    channels.eventsFeed,
    channels.watchFeed,
    channels.addChannel,
    channels.listChannels,
    channels.removeChannel,
    channels.rotateChannel,
    channels.confirmChannel,
    channels.testChannel,
    channels.channelDeliveries,
  ],
  messages: MESSAGES,
  settings: [DELIVERY_SETTINGS],
  needs: { watch },
  open: (_core, { watch: own }) => ({ own, page: createMailPages(own.watch?.channels ?? null) }),
});
