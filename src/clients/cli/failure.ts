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

/**
 * How a connection failed: none was made, or it broke after it was. The same request may well succeed later. Null
 * for every other failure.
 */
export type Lost = 'unreachable' | 'cut' | null;

/** Ends a command. `message` is for the person at the terminal; an empty one says nothing. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  readonly lost: Lost;

  constructor(exitCode: ExitCode, message: string, lost: Lost = null) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
    this.lost = lost;
  }
}
