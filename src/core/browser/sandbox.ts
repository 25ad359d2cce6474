import type { Logger } from '../runtime/logger.js';

/**
 * Chromium's own sandbox between a page and this machine. `on`: the browser starts only with its sandbox. `off`: the
 * browser starts without its sandbox. `auto`: with its sandbox if the sandbox works on this machine.
 */
export type SandboxMode = 'auto' | 'on' | 'off';

/** Messages of Chromium, or of Playwright, when the sandbox cannot be set up (measured, Chromium 156). */
const SANDBOX_FAILURE = new RegExp(
  [
    'Chromium sandboxing failed',
    'No usable sandbox',
    'crbug\\.com/(?:638180|357670)',
    // A filter of system calls let the sandbox begin but not finish.
    'FATAL:sandbox/linux/',
    'Check failed: sys_chroot',
  ].join('|'),
);

const ROOT_ADVICE =
  'chromium runs without its sandbox, which it does not have for root: start this service as another user';
const NAMESPACE_ADVICE =
  'chromium runs without its sandbox: user namespaces are forbidden here. In a container, run it with ' +
  '--security-opt seccomp=deploy/seccomp.json; on the host, allow them to unprivileged users (sysctl ' +
  'user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns). ' +
  'CHROMIUM_SANDBOX=off confirms that this is intended';

/**
 * Decides on the sandbox at the first launch and keeps the decision: after a launch with the sandbox, no later failure
 * removes it. In `auto` only a failure of the sandbox itself leads to a launch without it; other errors reach the
 * caller.
 */
export function launchSandboxed<Browser>(options: {
  readonly mode: SandboxMode;
  readonly log: Logger;
  readonly launch: (sandbox: boolean) => Promise<Browser>;
  /** Called after each launch that succeeds. */
  readonly onLaunched?: (sandbox: boolean) => void;
  /** Whether this process is root; set by tests only. */
  readonly isRoot?: boolean;
}): () => Promise<Browser> {
  const { mode, log, onLaunched, isRoot = process.getuid?.() === 0 } = options;
  const launch = async (sandbox: boolean): Promise<Browser> => {
    const browser = await options.launch(sandbox);
    onLaunched?.(sandbox);
    return browser;
  };
  let decided = mode === 'auto' ? null : mode === 'on';

  const without = (advice: string): Promise<Browser> => {
    decided = false;
    log.warn(advice);
    return launch(false);
  };

  return async () => {
    if (decided !== null) return launch(decided);
    if (isRoot) return without(ROOT_ADVICE);
    try {
      const browser = await launch(true);
      decided = true;
      log.info('chromium runs in its sandbox');
      return browser;
    } catch (error) {
      // Another launch may have decided meanwhile; do not overrule it.
      if (decided !== null || !isSandboxFailure(error)) throw error;
      return without(NAMESPACE_ADVICE);
    }
  };
}

function isSandboxFailure(error: unknown): boolean {
  return error instanceof Error && SANDBOX_FAILURE.test(error.message);
}
