import { message, type ServiceMessage } from '../../contract/messages.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { refusalMessage } from '../examples/refusal-message.js';
import { validate } from '../validate.js';
import type { OwnMessages } from './failures.js';

/** What the common example of a used-up minute says. */
const COMMON_POINTS = 1;

/**
 * The messages of an endpoint's failures that are not those of all endpoints: a request without its input, one that
 * costs more than a point, and what the endpoint itself names.
 */
export function ownMessages({ path, query, body, points, messages = {} }: Endpoint): OwnMessages {
  const schema = body?.schema ?? query?.schema;
  // A parameter of the path is never missing.
  const missing =
    schema === undefined || path.includes('{') ? null : refusalMessage(() => validate(schema, {}));
  const refused = { ...(missing !== null && { missing }), ...messages.invalid_request };
  const priced = points > COMMON_POINTS ? { 'points used up': usedUp(points) } : {};
  const limited = { ...priced, ...messages.rate_limited };
  return {
    ...messages,
    ...(Object.keys(refused).length > 0 && { invalid_request: refused }),
    ...(Object.keys(limited).length > 0 && { rate_limited: limited }),
  };
}

function usedUp(points: number): ServiceMessage {
  return message('pointsUsedUp', { cost: points, most: 60, left: 4, seconds: 31 });
}
