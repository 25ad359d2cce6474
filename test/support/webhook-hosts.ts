import { webhookHosts } from '../../src/capabilities/notify/settings.js';

/** The hosts of a text as WEBHOOK_HOSTS has it. */
export const hostsOf = (text: string) => webhookHosts.parse(text);

/** The port of an address. */
export const portOf = (target: string) => new URL(target).port;
