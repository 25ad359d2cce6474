import { SettingsError } from '../../errors.js';
import type { Logger } from '../../logger.js';
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

/** The rules of the operator, as last read. */
export interface ReloadableRules {
  /** The sets in use, in the order in which their entries are tried. */
  info(): readonly RulesInfo[];
  /** Reads the file again; null = there is no file. Never rejects: an invalid file changes nothing. */
  readonly reload: (() => Promise<void>) | null;
  /** Puts the built-in rules back in use. */
  close(): void;
}

const BUILT_IN_INFO: RulesInfo = { set: 'built-in', fingerprint: fingerprintOf(BUILT_IN) };

/**
 * Puts the operator's rules in use; `path` undefined = there are none. `onReplaced` is called whenever a reload has
 * replaced the rules.
 * @throws SettingsError when the file cannot be read or is not valid
 */
export async function loadReloadableRules(
  path: string | undefined,
  log: Pick<Logger, 'info' | 'error'>,
  onReplaced: () => void,
): Promise<ReloadableRules> {
  if (path === undefined) return { info: () => [BUILT_IN_INFO], reload: null, close: () => undefined };
  let operator: RulesInfo;
  const use = (rules: OperatorRules) => {
    useRules(mergeRules(rules));
    operator = { set: 'operator', fingerprint: fingerprintOf(rules) };
  };
  const first = await rulesOrProblem(path);
  if ('problem' in first) throw new SettingsError(['PROVIDER_RULES'], first.problem);
  use(first.rules);

  const reloadOnce = async () => {
    const next = await rulesOrProblem(path);
    if ('problem' in next) {
      log.error({ problem: next.problem }, 'provider rules could not be reloaded: those in use stay');
      return;
    }
    // SIGHUP also comes for other files: rules that did not change stay, and what was proven with them.
    if (fingerprintOf(next.rules) !== operator.fingerprint) {
      use(next.rules);
      onReplaced();
    }
    log.info({ fingerprint: operator.fingerprint }, 'provider rules reloaded');
  };
  // One after the other, so that the last reload wins.
  let reloading: Promise<void> = Promise.resolve();
  return {
    info: () => [operator, BUILT_IN_INFO],
    reload: () => {
      reloading = reloading.then(reloadOnce);
      return reloading;
    },
    close: () => void useRules(BUILT_IN),
  };
}

/** The rules of a file, or in one line why they are none. */
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
