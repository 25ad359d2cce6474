import { z } from 'zod';
import { isOnThisMachine } from '../../core/api/client-address.js';
import {
  apiEndpoint,
  type Description,
  dataOf,
  type Endpoint,
  type Input,
} from '../../core/api/endpoints/endpoint.js';
import { required } from '../../core/api/validate.js';
import { AppError } from '../../core/errors.js';
import type { WatchOwn } from './endpoints.js';
import { NO_SUCH_WATCH, NO_WATCHING, WATCH_UNAVAILABLE } from './errors.js';
import { message } from './messages.js';
import { type OwnerData, ownerData, ownersData } from './published.js';
import type { Watch } from './watch-service.js';

export const OWNER: OwnerData = {
  id: 'W2kUo1fYc8Q0xZb3tNq7hV5sLm9dKj4pRe6gTy1aBcE',
  name: 'team agencja',
  keys: ['ola', 'jan'],
  ...{ state: 'active', watches: 12, jobs: 1 },
};

const GONE_OWNER: OwnerData = {
  id: 'Hq3vN8sXr2Lw6Yt0Kc5Zb9uMf1Je7DpGi4oTa2xVlQk',
  name: 'key hotel',
  keys: [],
  ...{ state: 'gone', watches: 3, jobs: 0 },
};

/** Markdown. */
const FOR_OPERATORS =
  'Where keys are configured, needs the key of an operator; otherwise only clients on the machine of the service may use it. Without a database the answer is 503 `watch_unavailable`.';

type OwnerEndpoint<T> = Omit<Description, 'access' | 'tag' | 'points' | 'failures'> &
  Input<T> & { readonly answer: (watch: Watch['owners'], input: T, id: string) => Promise<object> };

function ownerEndpoint<T>({ answer, ...declared }: OwnerEndpoint<T>): Endpoint<WatchOwn> {
  return apiEndpoint<T, WatchOwn>({
    ...declared,
    description: `${declared.description} ${FOR_OPERATORS}`,
    tag: 'Service',
    access: 'operator',
    failures: [NO_WATCHING, NO_SUCH_WATCH],
    before: ({ hasKeys }) => [
      (ctx, next) => {
        const isOperator =
          hasKeys || isOnThisMachine(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'));
        if (!isOperator) throw new AppError(WATCH_UNAVAILABLE, message('watchOnlyOnThisMachine'));
        return next();
      },
    ],
    handler:
      (_core, { watch }) =>
      async (input, { parameters }) => {
        if (watch === null) throw new AppError(WATCH_UNAVAILABLE, message('watchWithoutDatabase'));
        return { data: await answer(watch.owners, input, parameters.id ?? '') };
      },
  });
}

export const listOwners = ownerEndpoint({
  method: 'get',
  path: '/api/owners',
  id: 'listOwners',
  summary: 'List the owners of watches, channels and jobs',
  description:
    'An owner is a key, a team of keys, or everybody where no keys are configured. An owner without a usable key is `gone`: its checks, deliveries and jobs wait until a key is back.',
  query: { schema: z.object({}), examples: {} },
  success: dataOf(ownersData, { 'two owners': { owners: [GONE_OWNER, OWNER] } }),
  answer: (owners) => owners.list(),
});

const ownerId = z.object({ id: required('id', 'the id of an owner') });
const ONE_OWNER = { query: { schema: ownerId, examples: { id: { 'an owner': GONE_OWNER.id } } } } as const;
const ownerAnswer = (example: OwnerData) => dataOf(ownerData, { 'an owner': example });
export const removeOwner = ownerEndpoint({
  method: 'delete',
  path: '/api/owners/{id}',
  id: 'removeOwner',
  summary: 'Delete everything of an owner',
  description:
    'Deletes watches with their record and evidence packs, channels and jobs. An owner with a usable key stays and may begin anew. The answer is the owner before it was deleted.',
  ...ONE_OWNER,
  success: ownerAnswer(GONE_OWNER),
  answer: (owners, { id }) => owners.remove(id),
});
