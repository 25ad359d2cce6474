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

/** Ends a command. The user sees `message`, unless it is empty. */
export class ExitError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'ExitError';
    this.exitCode = exitCode;
  }
}
