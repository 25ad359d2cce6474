import { SettingsError } from '../../contract/errors.js';
import { BUILT_IN } from './built-in.js';
import { useRules } from './current.js';
import { fingerprintOf, mergeRules } from './merge-rules.js';
import { faultText, type RulesReading } from './parse-rules.js';
import { type FileProblem, readRulesFile } from './read-rules-file.js';

export interface RulesInfo {
  readonly set: 'operator' | 'built-in';
  readonly fingerprint: string;
}

const BUILT_IN_INFO: RulesInfo = { set: 'built-in', fingerprint: fingerprintOf(BUILT_IN) };

/**
 * Puts the operator's rules in use for the life of the process; `path` undefined = only the built-in rules. Returns
 * the sets in use, in the order in which their entries are tried.
 * @throws SettingsError when the file cannot be read or is not valid
 */
export async function loadRules(path: string | undefined): Promise<readonly RulesInfo[]> {
  if (path === undefined) return [BUILT_IN_INFO];
  const reading = await readRulesFile(path);
  if (reading.kind !== 'rules')
    throw new SettingsError(['PROVIDER_RULES'], `PROVIDER_RULES ${path}${problemOf(reading)}`);
  useRules(mergeRules(reading.rules));
  return [{ set: 'operator', fingerprint: fingerprintOf(reading.rules) }, BUILT_IN_INFO];
}

/** Why the rules of a file are not valid: the rest of a line that begins with its path. */
function problemOf(reading: Exclude<RulesReading, { kind: 'rules' }> | FileProblem): string {
  switch (reading.kind) {
    case 'too_large':
      return `: the file is larger than ${reading.most} bytes.`;
    case 'not_regular':
      return ': it is not a regular file.';
    case 'unreadable':
      return reading.code === 'ENOENT'
        ? ': there is no such file.'
        : `: it cannot be read (${reading.code}).`;
    case 'faults': {
      const [first, ...others] = reading.faults;
      if (first === undefined) return ': it is not valid.';
      const more = others.length === 0 ? '' : ` (and ${others.length} more: place-lookup rules check)`;
      return `:${first.line}: ${faultText(first)}${more}`;
    }
  }
}
