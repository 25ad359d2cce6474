import { message, type ServiceMessage } from '../../contract/messages.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { refusalMessage } from '../examples/refusal-message.js';
import { validate } from '../validate.js';
import type { OwnMessages } from './failures.js';

/** The price in the common example of `rate_limited`. */
const COMMON_POINTS = 1;

/**
 * The failure messages of an endpoint that differ from the common messages: for a request without its input, for a
 * price of more than one point, and the messages that the endpoint itself names.
 */
export function ownMessages({ path, query, body, points, messages = {} }: Endpoint): OwnMessages {
  const schema = body?.schema ?? query?.schema;
  // A path parameter is never missing.
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
