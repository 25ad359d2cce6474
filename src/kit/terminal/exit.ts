import type { Failure } from '../../core/published/failure.js';

/** Exit codes of the command line; `--help` explains them. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  incomplete: 4,
  interrupted: 130,
  readerGone: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure in the shape that the API has. */
interface Fault {
  /** The error code of the service, or a code of the command line. */
  readonly code: string;
  readonly message: string;
  readonly field?: string | null;
  readonly reason?: string;
  readonly values?: Failure['values'];
  readonly request_id?: string;
}

/** The codes of failures that do not come from the service; any other is `failed`. */
const CODES: Partial<Readonly<Record<ExitCode, string>>> = {
  [EXIT.usage]: 'usage',
  [EXIT.notFound]: 'not_found',
  [EXIT.incomplete]: 'incomplete',
  [EXIT.interrupted]: 'interrupted',
  [EXIT.terminated]: 'terminated',
};

/** Ends a command. The user sees the message, or each of its lines, unless it is empty. */
export class ExitError extends Error {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
  /** Null = there is nothing to show. */
  readonly fault: Fault | null;

  constructor(exitCode: ExitCode, message: string | readonly string[], fault: Partial<Fault> = {}) {
    const lines = [message].flat().filter((line) => line !== '');
    super(lines.join(' '));
    this.name = 'ExitError';
    this.exitCode = exitCode;
    this.lines = lines;
    this.fault =
      lines.length === 0 ? null : { code: CODES[exitCode] ?? 'failed', message: this.message, ...fault };
  }
}
