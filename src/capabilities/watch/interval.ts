import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { message } from './messages.js';
import { DEFAULT_INTERVAL_HOURS, MAX_INTERVAL_HOURS, MIN_INTERVAL_HOURS, type WatchKind } from './values.js';

/** The interval of a subject in minutes. @throws AppError `invalid_request` */
export function minutesOf(kind: WatchKind, hours: number = DEFAULT_INTERVAL_HOURS[kind]): number {
  if (hours >= MIN_INTERVAL_HOURS && hours <= MAX_INTERVAL_HOURS) return Math.round(hours * 60);
  throw new AppError(
    INVALID_REQUEST,
    message('intervalInvalid', { least: MIN_INTERVAL_HOURS, most: MAX_INTERVAL_HOURS }),
    { field: 'interval_hours' },
  );
}
