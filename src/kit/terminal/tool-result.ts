import type { ToolResult } from '../../core/provider/rules/print-rules.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import type { Session } from './session.js';

/** Prints what a tool of this machine found; its faults are a usage error. */
export async function report({ print }: Session, result: ToolResult): Promise<ExitCode> {
  if ('faults' in result) throw new ExitError(EXIT.usage, result.faults);
  await print(result.text);
  if (result.isGood) return EXIT.ok;
  return result.isOpen === true ? EXIT.incomplete : EXIT.failure;
}
