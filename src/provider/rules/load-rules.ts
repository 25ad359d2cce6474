import { SettingsError } from '../../contract/errors.js';
import { BUILT_IN } from './built-in.js';
import { useRules } from './current.js';
import { fingerprintOf, mergeRules } from './merge-rules.js';
import { faultText } from './parse-rules.js';
import { readRulesFile } from './read-rules-file.js';
import type { OperatorRules } from './rules-file.js';

/** A set of rules in use. */
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
  const reading = await rulesOrProblem(path);
  if ('problem' in reading) throw new SettingsError(['PROVIDER_RULES'], reading.problem);
  useRules(mergeRules(reading.rules));
  return [{ set: 'operator', fingerprint: fingerprintOf(reading.rules) }, BUILT_IN_INFO];
}

/** The rules of a file, or one line with the reason why they are not valid. */
async function rulesOrProblem(
  path: string,
): Promise<{ readonly rules: OperatorRules } | { readonly problem: string }> {
  const reading = await readRulesFile(path);
  const problem = (where: string, what: string) => ({ problem: `PROVIDER_RULES ${path}${where}: ${what}` });
  switch (reading.kind) {
    case 'rules':
      return { rules: reading.rules };
    case 'too_large':
      return problem('', `the file is larger than ${reading.most} bytes.`);
    case 'not_regular':
      return problem('', 'it is not a regular file.');
    case 'unreadable':
      return problem(
        '',
        reading.code === 'ENOENT' ? 'there is no such file.' : `it cannot be read (${reading.code}).`,
      );
    case 'faults': {
      const [first, ...others] = reading.faults;
      if (first === undefined) return problem('', 'it is not valid.');
      const more = others.length === 0 ? '' : ` (and ${others.length} more: place-lookup rules check)`;
      return problem(`:${first.line}`, `${faultText(first)}${more}`);
    }
  }
}
