import { AppError } from '../../contract/errors.js';
import type { Middleware } from '../state.js';

/** Answers 503 on every endpoint while the API is switched off. */
export function apiSwitch(isEnabled: () => boolean): Middleware {
  return (_ctx, next) => {
    if (!isEnabled()) {
      throw new AppError('api_disabled', 'The API is switched off at the moment.', { retryAfterSeconds: 60 });
    }
    return next();
  };
}
