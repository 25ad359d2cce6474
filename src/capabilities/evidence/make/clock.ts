import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ManifestDraft } from '../proof/pack-manifest.js';

const ASK_MS = 1_000;

/** Runs a program and returns its output. Rejects when it is missing, fails, or takes longer than a second. */
async function run(program: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { timeout: ASK_MS })).stdout;
}

/** The state of the clock as the operating system reports it. Null = not reported, as in a container. */
export async function clockState(ask = run): Promise<ManifestDraft['clock']> {
  const [said, timesyncd, chrony] = await Promise.all([
    ask('timedatectl', ['show', '--property=NTPSynchronized', '--value']).catch(() => ''),
    ask('timedatectl', ['timesync-status']).catch(() => ''),
    ask('chronyc', ['-c', 'tracking']).catch(() => ''),
  ]);
  const synchronised = { yes: true, no: false }[said.trim()] ?? null;
  const [own, other] = [timesyncdOffset(timesyncd), chronyOffset(chrony)];
  const sources = [
    ...(synchronised === null && own === null ? [] : ['timedatectl']),
    ...(own === null && other !== null ? ['chronyc'] : []),
  ];
  return { source: sources.join(', ') || null, synchronised, offset_ms: own ?? other };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1e3,
  min: 6e4,
  h: 36e5,
};

/** The offset in the output of `timedatectl timesync-status`, in milliseconds: positive = the clock is behind. */
export function timesyncdOffset(output: string): number | null {
  const [, sign, span = ''] = /^[ \t]*Offset: ([+-])(.+)$/m.exec(output) ?? [];
  const parts = span.split(' ').map((part) => /^([\d.]+)([^\d.]*)$/.exec(part) ?? []);
  const ms = parts.reduce(
    (sum, [, count, unit = '?']) => sum + Number(count) * (UNIT_MS[unit] ?? Number.NaN),
    0,
  );
  if (span === '0') return 0;
  return rounded(sign === '-' ? -ms : ms);
}

/** The offset in the output of `chronyc -c tracking`, in milliseconds: positive = the clock is behind. */
export function chronyOffset(output: string): number | null {
  const fields = output.trim().split(',');
  const isKept = fields.length === 14 && fields[13] !== 'Not synchronised';
  return isKept ? rounded(Number.parseFloat(fields[4] ?? '') * 1_000) : null;
}

/** Rounds to microseconds; null if `ms` is not a finite number. */
function rounded(ms: number): number | null {
  return Number.isFinite(ms) ? Math.round(ms * 1_000) / 1_000 + 0 : null;
}
