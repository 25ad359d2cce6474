import { type DestinationStream, type Logger, pino } from 'pino';
import { requestError, serviceError } from './loggable-error.js';

export type { Logger } from 'pino';

/** The levels `LOG_LEVEL` takes, in pino's words. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on standard output, or to `destination`; readable lines when standard output is a terminal. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const base = { level, base: null, serializers: { err: serviceError } };
  if (destination !== undefined) return pino(base, destination);
  if (!process.stdout.isTTY) return pino(base);
  return pino({ ...base, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss.l' } } });
}

/** The same log for what happens while requests are served: their errors may quote what was asked. */
export function requestLogger(log: Logger): Logger {
  return log.child({}, { serializers: { err: requestError } });
}
