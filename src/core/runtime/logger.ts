import { type DestinationStream, type Logger, pino } from 'pino';
import { requestError, serviceError } from './loggable-error.js';

export type { Logger } from 'pino';

/** The levels of `LOG_LEVEL`, as pino names them. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** A checkout has this package, the image and the packed command line have not. */
function hasPretty(): boolean {
  try {
    return import.meta.resolve('pino-pretty') !== '';
  } catch {
    return false;
  }
}

/** JSON lines on standard output, or to `destination`; readable lines on a terminal, where `pino-pretty` is. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const base = { level, base: null, serializers: { err: serviceError } };
  if (destination !== undefined) return pino(base, destination);
  if (!process.stdout.isTTY || !hasPretty()) return pino(base);
  return pino({ ...base, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss.l' } } });
}

/** The log for requests: errors that occur while a request is served may quote its input. */
export function requestLogger(log: Logger): Logger {
  return log.child({}, { serializers: { err: requestError } });
}
