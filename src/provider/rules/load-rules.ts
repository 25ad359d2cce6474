import { SettingsError } from '../../contract/errors.js';
import { BUILT_IN } from './built-in.js';
import { useRules } from './current.js';
import { fingerprintOf, mergeRules } from './merge-rules.js';
import { faultLine, faultText } from './parse-rules.js';
import { readRulesFile } from './read-rules-file.js';

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
  if (reading.kind !== 'rules') {
    const [first, ...others] = reading.faults.map((fault) => faultLine(path, fault, faultText(fault)));
    const more = others.length === 0 ? '' : ` (and ${others.length} more: place-lookup rules check)`;
    throw new SettingsError(['PROVIDER_RULES'], `PROVIDER_RULES ${first}${more}`);
  }
  useRules(mergeRules(reading.rules));
  return [{ set: 'operator', fingerprint: fingerprintOf(reading.rules) }, BUILT_IN_INFO];
}
