import { EXIT, type ExitCode, ExitError } from './exit.js';
import type { Session } from './session.js';

/**
 * The result of a tool: a text for standard output, or lines that say why it could not begin. `isGood`: false if the tool
 * has found a problem.
 */
export type ToolResult =
  /** `isOpen`: nothing is wrong, but something that the result needs is not known. */
  | { readonly text: string; readonly isGood: boolean; readonly isOpen?: boolean }
  | { readonly faults: readonly string[] };

/** Prints what a tool of this machine found; its faults are a usage error. */
export async function report({ print }: Session, result: ToolResult): Promise<ExitCode> {
  if ('faults' in result) throw new ExitError(EXIT.usage, result.faults);
  await print(result.text);
  if (result.isGood) return EXIT.ok;
  return result.isOpen === true ? EXIT.incomplete : EXIT.failure;
}
