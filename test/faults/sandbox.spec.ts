import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { launchSandboxed, type SandboxMode } from '../../src/core/browser/sandbox.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { bundled } from '../support/bundled.js';
import type { ProbeReport } from '../support/sandbox-probe.js';
import { expect, test } from '../support/test.js';

// Chromium's sandbox is on wherever it works, and lost only where it cannot.

interface Launches {
  readonly mode: SandboxMode;
  /** Messages of the launches that fail, in turn; null and all after the last succeed. */
  readonly failures?: readonly (string | null)[];
  readonly isRoot?: boolean;
  /** Whether each of three launches had the sandbox; a launch may be made twice. */
  readonly sandboxed: readonly boolean[];
  /** How many of the three are refused. */
  readonly refused?: number;
  readonly warning?: string;
}
const NO_SANDBOX = 'browserType.launch: …\n[err] No usable sandbox! If this is a Debian system, …';
const [WITH, WITHOUT] = [
  [true, true, true],
  [false, false, false],
];
/** With the sandbox once, and then without it. */
const LOST = { mode: 'auto', sandboxed: [true, ...WITHOUT], warning: 'seccomp=deploy/seccomp.json' } as const;
const KEPT = { mode: 'auto', sandboxed: WITH, refused: 1 } as const;

const CASES: Readonly<Record<string, Launches>> = {
  'auto: with the sandbox': { mode: 'auto', sandboxed: WITH },
  'auto, Playwright says that it fails': {
    ...LOST,
    failures: ['Browser logs:\nChromium sandboxing failed!\n====='],
  },
  'auto, no user namespaces': { ...LOST, failures: [NO_SANDBOX] },
  'auto, namespaces filtered away': {
    ...LOST,
    failures: ['[1121/040553:FATAL:sandbox/linux/services/credentials.cc:137] Check failed: .'],
  },
  'auto, chroot forbidden': { ...LOST, failures: ['Check failed: sys_chroot("/proc/self/fdinfo/") == 0'] },
  // No other failure costs the sandbox.
  'auto, no file': { ...KEPT, failures: ['browserType.launch: Executable does not exist'] },
  'auto, a timeout': { ...KEPT, failures: ['browserType.launch: Timeout 20000ms exceeded'] },
  'auto, a crash': { ...KEPT, failures: ['<process did exit: exitCode=null, signal=SIGTRAP>'] },
  'auto, the word alone': { ...KEPT, failures: ['browserType.launch: … --no-sandbox …'] },
  'auto: a sandbox that has worked is not given up': { ...KEPT, failures: [null, NO_SANDBOX] },
  'auto: root has none and tries none': {
    ...{ mode: 'auto', isRoot: true },
    ...{ sandboxed: WITHOUT, warning: 'another user' },
  },
  'on: with it or not at all, also for root': {
    ...{ mode: 'on', isRoot: true, failures: [NO_SANDBOX, NO_SANDBOX] },
    ...{ sandboxed: WITH, refused: 2 },
  },
  'off: never with it, without a warning': { mode: 'off', sandboxed: WITHOUT },
};

for (const [what, { mode, failures = [], isRoot = false, ...expected }] of Object.entries(CASES))
  test(`the sandbox: ${what}`, async () => {
    const sandboxed: boolean[] = [];
    const warnings: string[] = [];
    const left = [...failures];
    const log = createLogger('silent');
    log.warn = (text: unknown) => void warnings.push(String(text));
    const launch = launchSandboxed({
      ...{ mode, log, isRoot },
      launch: async (sandbox) => {
        sandboxed.push(sandbox);
        const failure = left.shift() ?? null;
        if (failure !== null) throw new Error(failure);
        return 'a browser';
      },
    });
    let refused = 0;
    for (let times = 0; times < 3; times += 1) {
      const launched = await launch().catch((error: Error) => error.message);
      if (launched !== 'a browser') refused += 1;
    }
    expect({ sandboxed, refused }).toEqual({
      sandboxed: expected.sandboxed,
      refused: expected.refused ?? 0,
    });
    const { warning } = expected;
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
  });

// The filter of system calls a container needs for it (tried in crun and with libseccomp, see docs/deployment.md).

const argument = z.object({
  index: z.number(),
  value: z.number(),
  valueTwo: z.number().optional(),
  op: z.string(),
});
const profile = z
  .object({
    defaultAction: z.literal('SCMP_ACT_ERRNO'),
    syscalls: z.array(
      z.object({ names: z.array(z.string()), action: z.string(), args: z.array(argument).optional() }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../deploy/seccomp.json', import.meta.url), 'utf8')));
const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW');

/** Whether a call passes whose first argument is `first`. */
function passes(name: string, first = 0): boolean {
  const matches = ({ op, value, valueTwo }: z.infer<typeof argument>) =>
    op === 'SCMP_CMP_MASKED_EQ' ? (first & value) >>> 0 === valueTwo : first === value;
  return allowed.some(
    ({ names, args = [] }) => names.includes(name) && args.filter(({ index }) => index === 0).every(matches),
  );
}

const NAMESPACE = {
  mount: 0x0002_0000,
  ipc: 0x0800_0000,
  user: 0x1000_0000,
  pid: 0x2000_0000,
  net: 0x4000_0000,
};

test('seccomp.json lets Chromium build its sandbox', () => {
  const wanted = NAMESPACE.user + NAMESPACE.pid + NAMESPACE.net;
  expect(['clone', 'unshare', 'chroot'].map((name) => passes(name, wanted))).toEqual([true, true, true]);
});

test('seccomp.json permits no other namespace, and no call that Docker forbids for a reason', () => {
  for (const name of ['clone', 'unshare']) {
    expect(passes(name, NAMESPACE.user + NAMESPACE.mount), name).toBe(false);
    expect(passes(name, NAMESPACE.ipc), name).toBe(false);
  }
  const forbidden =
    'clone3 setns mount umount2 pivot_root fsopen move_mount ptrace process_vm_readv bpf keyctl';
  const more = 'add_key perf_event_open userfaultfd io_uring_setup init_module kexec_load open_by_handle_at';
  expect(`${forbidden} ${more}`.split(' ').filter((name) => passes(name))).toEqual([]);
  const [PACKET, ALGORITHM, VSOCK] = [17, 38, 40];
  expect([PACKET, ALGORITHM, VSOCK].filter((family) => passes('socket', family))).toEqual([]);
});

// The same with a real Chromium, in a user namespace in which even root is an ordinary user.

const AS_A_USER = ['--user', '--map-user=1000', '--map-group=1000'];
const FORBID_NAMESPACES =
  'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all --inh-caps=-all "$@"';

/** Why the real checks cannot be made here; null when they can. */
function hindrance(): string | null {
  if (!existsSync('/proc/self/ns/user')) return 'SKIPPED: this system has no user namespaces';
  const nested = spawnSync('unshare', [...AS_A_USER, 'unshare', '--user', 'true']);
  return nested.status === 0 ? null : 'SKIPPED: user namespaces are forbidden here';
}

async function probe(mode: SandboxMode, { namespaces }: { namespaces: 'allowed' | 'forbidden' }) {
  const program = [process.execPath, await bundled('sandbox-probe'), mode];
  const words =
    namespaces === 'allowed' ? program : ['--keep-caps', 'sh', '-c', FORBID_NAMESPACES, 'sh', ...program];
  const options = { encoding: 'utf8', timeout: 60_000 } as const;
  const { stdout, stderr } = spawnSync('unshare', [...AS_A_USER, ...words], options);
  const lines = stdout.trim().split('\n');
  // The log may be written out after the report.
  const isReport = (line: string) => line.startsWith('{"failed"');
  const [report = '', ...more] = lines.filter(isReport);
  expect(more).toEqual([]);
  expect(report, stdout + stderr).not.toBe('');
  const log = lines.filter((line) => !isReport(line)).join('\n');
  return { ...(JSON.parse(report) as ProbeReport), log };
}

test.describe('a real Chromium', () => {
  const why = hindrance();
  test.skip(why !== null, why ?? '');
  // A busy machine takes its time to start a program and a Chromium.

  test('auto: pages are rendered in a namespace and under a filter of their own', async () => {
    const { browser, renderers = [], log } = await probe('auto', { namespaces: 'allowed' });
    expect(browser?.command).not.toContain('--no-sandbox');
    expect(renderers.length).toBeGreaterThan(0);
    for (const renderer of renderers) {
      expect(renderer.userNamespace).not.toBe(browser?.userNamespace);
      expect(renderer.seccomp).toBe('2');
    }
    expect(log).not.toContain('without its sandbox');
  });

  test('auto: where user namespaces are forbidden, Chromium starts without its sandbox, and the log says what to do', async () => {
    const { failed, browser, renderers = [], log } = await probe('auto', { namespaces: 'forbidden' });
    expect(failed).toBe(false);
    expect(browser?.command).toContain('--no-sandbox');
    expect(renderers.map(({ userNamespace }) => userNamespace)).toEqual([browser?.userNamespace]);
    expect(log.match(/without its sandbox/g)).toHaveLength(1);
    expect(log).toContain('seccomp=deploy/seccomp.json');
  });
});
