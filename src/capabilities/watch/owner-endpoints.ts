import { z } from 'zod';
import { isOnThisMachine } from '../../core/api/client-address.js';
import { apiEndpoint, type CoreServices, dataOf } from '../../core/api/endpoints/endpoint.js';
import type { Middleware } from '../../core/api/state.js';
import { required } from '../../core/api/validate.js';
import { AppError } from '../../core/errors.js';
import type { WatchOwn } from './endpoints.js';
import { NO_SUCH_WATCH, NO_WATCHING, WATCH_UNAVAILABLE } from './errors.js';
import { message } from './messages.js';
import { type OwnerData, ownerData, ownersData } from './published.js';

const OWNER: OwnerData = {
  ...{ id: 'W2kUo1fYc8Q0xZb3tNq7hV5sLm9dKj4pRe6gTy1aBcE', name: 'team agencja', keys: ['ola', 'jan'] },
  ...{ state: 'active', watches: 12, jobs: 1 },
};

const GONE_OWNER: OwnerData = {
  ...{ id: 'Hq3vN8sXr2Lw6Yt0Kc5Zb9uMf1Je7DpGi4oTa2xVlQk', name: 'key hotel', keys: [] },
  ...{ state: 'gone', watches: 3, jobs: 0 },
};

/** Markdown. */
const FOR_OPERATORS =
  'Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.';

/** What both endpoints have in common. */
const OPERATORS = {
  ...({ tag: 'Service', access: 'operator', failures: [NO_WATCHING, NO_SUCH_WATCH] } as const),
  before: ({ hasKeys }: CoreServices): Middleware[] => [
    (ctx, next) => {
      const isOperator =
        hasKeys || isOnThisMachine(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'));
      if (!isOperator) throw new AppError(WATCH_UNAVAILABLE, message('watchOnlyOnThisMachine'));
      return next();
    },
  ],
};

function ownersOf({ watch }: WatchOwn) {
  if (watch === null) throw new AppError(WATCH_UNAVAILABLE, message('watchWithoutDatabase'));
  return watch.owners;
}

export const listOwners = apiEndpoint<object, WatchOwn>({
  ...OPERATORS,
  ...{ method: 'get', path: '/api/owners', id: 'listOwners' },
  summary: 'List the owners of watches, channels and jobs',
  description: `An owner is a key, a team of keys, or everybody where no keys are configured. An owner without a usable key is \`gone\`: its checks, deliveries and jobs wait until a key is back. ${FOR_OPERATORS}`,
  query: { schema: z.object({}), examples: {} },
  success: dataOf(ownersData, { 'two owners': { owners: [GONE_OWNER, OWNER] } }),
  handler: (_core, own) => async () => ({ data: await ownersOf(own).list() }),
});

const ownerId = z.object({ id: required('id', 'the id of an owner') });
export const removeOwner = apiEndpoint<z.infer<typeof ownerId>, WatchOwn>({
  ...OPERATORS,
  ...{ method: 'delete', path: '/api/owners/{id}', id: 'removeOwner' },
  summary: 'Delete everything of an owner',
  description: `Deletes watches with their record and evidence packs, channels and jobs. An owner with a usable key stays and may begin anew. The answer is the owner before it was deleted. ${FOR_OPERATORS}`,
  query: { schema: ownerId, examples: { id: { 'an owner': GONE_OWNER.id } } },
  success: dataOf(ownerData, { 'an owner': GONE_OWNER }),
  handler:
    (_core, own) =>
    async ({ id }) => ({ data: await ownersOf(own).remove(id) }),
});
