import { DELIVERY_SETTINGS } from '../../src/capabilities/notify/settings.js';

/** The hosts of a text as WEBHOOK_HOSTS has it. */
export const hostsOf = (text: string) => DELIVERY_SETTINGS.shape.WEBHOOK_HOSTS.parse(text);

/** The port of an address. */
export const portOf = (target: string) => new URL(target).port;
