import { capability } from '../../core/capability.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { published } from '../../core/texts/messages.js';
import { refusalOfWatch } from '../watch/endpoints.js';
import { watch } from '../watch/watch.js';
import { CHANNEL_ENDPOINTS } from './endpoints.js';
import { MESSAGES, message } from './messages.js';
import { DELIVERY_SETTINGS } from './settings.js';

/** Tells of what watches find: by e-mail, chat and webhook. */
export const notify = capability({
  name: 'notify',
  offer: {
    name: 'mail',
    offered: 'Whether this client may have events sent by e-mail',
    refused: 'Why this client may not: the message of `POST /api/channels`; null when the client may',
    example: message('mailOff'),
  },
  endpoints: CHANNEL_ENDPOINTS,
  messages: MESSAGES,
  settings: [DELIVERY_SETTINGS],
  needs: { watch },
  open: async (core, { watch: below }) => {
    const { watch: service } = below;
    if (service === null)
      return { own: { ...below, watch: null }, refusal: (to, ctx) => refusalOfWatch(to, below, ctx) };
    const { openNotify } = await import('./notify-service.js');
    const { own, isMailOn, figures, ...running } = await openNotify({ ...core, ...below, watch: service });
    deliveryGauges(core.metrics, figures);
    const isOff = isMailOn ? null : published(message('mailOff'));
    return {
      ...running,
      own: { ...below, watch: own },
      refusal: (to, ctx) => refusalOfWatch(to, below, ctx) ?? isOff,
    };
  },
});

/** Defines the gauges of deliveries. */
export function deliveryGauges(
  { gauge }: Pick<Metrics, 'gauge'>,
  read: () => { readonly lateness: number; readonly failing: number },
) {
  gauge(
    'watch_delivery_lateness_seconds',
    'How long the oldest delivery of the watch that is due has waited; counted every 15 seconds',
    () => read().lateness,
  );
  gauge('watch_deliveries_failing', 'Deliveries that failed and wait to be repeated', () => read().failing);
}
