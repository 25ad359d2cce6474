import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** The levels `LOG_LEVEL` takes, in pino's words. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on standard output, or to `destination`; readable lines when standard output is a terminal. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const base = { level, base: null, serializers: { err: loggableError } };
  if (destination !== undefined) return pino(base, destination);
  if (!process.stdout.isTTY) return pino(base);
  return pino({ ...base, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss.l' } } });
}

const URL_TAIL = /(https?:\/\/[^\s/"'<>)]+)\/[^\s"'<>)]*/g;

/**
 * An error as it may stand in a log: the driver's messages quote whole addresses, and these hold place names
 * and review ids. Only their hosts are kept.
 */
export function loggableError(error: Error): object {
  const entries = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(URL_TAIL, '$1/…') : value,
    ]),
  );
}
