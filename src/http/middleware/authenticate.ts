import type { ApiKeys, KeyScope } from '../../config/api-keys.js';
import { AppError } from '../../contract/errors.js';
import type { AppContext } from '../state.js';

/** The client of a request, and whether it is admitted. */
export interface Identity {
  /** Name of its key, also of one that is not valid here; null = no known key, or none is needed. */
  readonly client: string | null;
  /** Why it is refused; null = it is admitted. */
  readonly refusal: keyof typeof REFUSALS | null;
}

const REFUSALS = {
  no_key: 'This service needs an API key.',
  wrong_key: 'This API key is not valid.',
  two_keys: 'The request has two different API keys.',
  expired: 'This API key has expired.',
  wrong_scope: 'This API key is not valid for this part of the service.',
  not_operator: 'This part of the service needs the key of an operator.',
} as const;
const HOW = 'Send one as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".';

/** Identifies the client; refuses no request yet. A key in the query is ignored: URLs end up in logs. */
export function identify(ctx: AppContext, keys: ApiKeys | null, scope: KeyScope): Identity {
  if (keys === null) return { client: null, refusal: null };
  const presented = presentedKeys(ctx);
  if (presented.size > 1) return { client: null, refusal: 'two_keys' };
  const [key] = presented;
  if (key === undefined) return { client: null, refusal: 'no_key' };
  const found = keys.findKey(key);
  if (found === null) return { client: null, refusal: 'wrong_key' };
  const client = found.name;
  if (found.isExpired) return { client, refusal: 'expired' };
  if (found.scopes.has(scope)) return { client, refusal: null };
  return { client, refusal: scope === 'operator' ? 'not_operator' : 'wrong_scope' };
}

/** @throws AppError unauthorized, unless the client is admitted */
export function authenticate(ctx: AppContext, { refusal }: Identity): void {
  if (refusal === null) return;
  ctx.set('WWW-Authenticate', 'Bearer');
  throw new AppError('unauthorized', `${REFUSALS[refusal]} ${HOW}`);
}

/** All keys of a request, also those in repeated headers, which Node.js would join or drop. Other schemes than Bearer are ignored. */
function presentedKeys(ctx: AppContext): Set<string> {
  const headers = ctx.req.headersDistinct;
  const bearers = (headers.authorization ?? []).map((value) => /^Bearer\s+(\S.*)$/i.exec(value.trim())?.[1]);
  return new Set([...(headers['x-api-key'] ?? []), ...bearers].flatMap((value) => value?.trim() || []));
}
