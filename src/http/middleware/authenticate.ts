import { AppError } from '../../errors.js';
import type { ApiKeys } from '../api-keys.js';
import type { AppContext } from '../state.js';

/** Who asks: the name of their key; "open" where no keys are configured; else why they are refused. */
export type Identity = { readonly key: string } | 'open' | 'no_key' | 'wrong_key' | 'two_keys';

const REFUSALS = {
  no_key: 'This service needs an API key.',
  wrong_key: 'This API key is not valid.',
  two_keys: 'The request carries two different API keys.',
} as const;
const HOW = 'Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".';

/** Finds out who asks, refusing nobody yet. A key in the query is none: addresses end up in logs. */
export function identify(ctx: AppContext, keys: ApiKeys | null): Identity {
  if (keys === null) return 'open';
  const presented = presentedKeys(ctx);
  if (presented.size > 1) return 'two_keys';
  const [key] = presented;
  if (key === undefined) return 'no_key';
  const name = keys.findKey(key);
  return name === null ? 'wrong_key' : { key: name };
}

/** @throws AppError unauthorized, unless the client may come in */
export function authenticate(ctx: AppContext, identity: Identity): void {
  if (typeof identity === 'object' || identity === 'open') return;
  ctx.set('WWW-Authenticate', 'Bearer');
  throw new AppError('unauthorized', `${REFUSALS[identity]} ${HOW}`);
}

/** All that is presented, repeated headers too, which Node would join or drop. Other schemes are not ours. */
function presentedKeys(ctx: AppContext): Set<string> {
  const headers = ctx.req.headersDistinct;
  const bearers = (headers.authorization ?? []).map((value) => /^Bearer\s+(\S.*)$/i.exec(value.trim())?.[1]);
  return new Set([...(headers['x-api-key'] ?? []), ...bearers].flatMap((value) => value?.trim() || []));
}
