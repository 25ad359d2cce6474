// A worker of its own process that delivers from the database in its first argument to the port in its second, until it
// is killed.

import { createDelivery } from '../../src/capabilities/notify/deliver.js';
import { createMail } from '../../src/capabilities/notify/email.js';
import { createWebhooks } from '../../src/capabilities/notify/webhook.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { open } from './both-databases.js';
import { usable } from './watched.js';

const [, , url = '', port] = process.argv;
const webhook = createWebhooks({ hosts: [{ host: '127.0.0.1', port: Number(port) }], now: Date.now });
createDelivery({
  database: await open(url),
  usable,
  replica: 'killed',
  carriers: {
    webhook,
    chat: webhook.chat,
    email: createMail({ url: undefined, from: undefined }),
  },
  localTime: String,
  log: createLogger('silent'),
  now: Date.now,
}).start();
