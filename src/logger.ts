import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** The levels `LOG_LEVEL` takes, in pino's words. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on standard output; readable lines when that is a terminal. */
export function createLogger(level: LogLevel): Logger {
  const base = { level, base: null };
  if (!process.stdout.isTTY) return pino(base);
  return pino({ ...base, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss.l' } } });
}
