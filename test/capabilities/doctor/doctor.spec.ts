import { type Check, type DoctorReport, statusOf } from '../../../src/capabilities/doctor/check-report.js';
import { createDoctor } from '../../../src/capabilities/doctor/doctor-service.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { expect, test } from '../../support/test.js';

const SILENT = createLogger('silent');

/** A run that ended `age` milliseconds ago. */
function reportOf(quick: boolean, status: DoctorReport['status'] = 'ok', age = 0): DoctorReport {
  return { status, quick, startedAt: 0, endedAt: performance.now() - age, ms: 1, loads: 1, checks: [] };
}

function checkOf(status: Check['status'], finding: Check['finding'] = { code: 'view_full' }): Check {
  return { id: 'chromium', subject: null, status, finding, ms: 0 };
}

/** A doctor whose runs end when the test says so. */
function started({ status, age }: { readonly status?: DoctorReport['status']; readonly age?: number } = {}) {
  const runs: { readonly quick: boolean; readonly end: () => void; readonly signal: AbortSignal }[] = [];
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const doctor = createDoctor({
    run: (quick, { signal }) =>
      new Promise((resolve) =>
        runs.push({ quick, signal, end: () => resolve(reportOf(quick, status, age)) }),
      ),
    log,
  });
  return { doctor, runs, lines };
}

test('requests at the same time share one run', async () => {
  const { doctor, runs } = started();
  const scope = startScope('a', SILENT, null);
  const both = [doctor.examine(false, scope), doctor.examine(true, scope)];
  expect(runs.length).toBe(1);
  runs[0]?.end();
  expect((await Promise.all(both)).map(({ quick }) => quick)).toEqual([false, false]);
  doctor.close();
});

test('a run answers for a minute; a quick run does not replace a full run', async () => {
  const { doctor, runs } = started();
  const scope = startScope('a', SILENT, null);
  const quick = doctor.examine(true, scope);
  const whole = doctor.examine(false, scope);
  runs[0]?.end();
  await quick;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  expect((await whole).quick).toBe(false);
  expect((await doctor.examine(true, scope)).quick).toBe(false);
  expect(runs.length).toBe(2);
  doctor.close();
});

test('a run that is older than a minute is made again', async () => {
  const { doctor, runs } = started({ age: 61_000 });
  const scope = startScope('a', SILENT, null);
  const first = doctor.examine(true, scope);
  runs[0]?.end();
  await first;
  const second = doctor.examine(true, scope);
  expect(runs.length).toBe(2);
  runs[1]?.end();
  await second;
  doctor.close();
});

test('a run has the priority of bulk links and no client, and ends when the service does', async () => {
  const scopes: { readonly priority: string; readonly client: string | null }[] = [];
  const doctor = createDoctor({
    run: async (quick, scope) => {
      scopes.push(scope);
      await new Promise((resolve) => scope.signal.addEventListener('abort', resolve, { once: true }));
      return reportOf(quick);
    },
    log: SILENT,
  });
  const asked = doctor.examine(true, startScope('a', SILENT, null));
  doctor.close();
  await asked;
  expect(scopes.map(({ priority, client }) => ({ priority, client }))).toEqual([
    { priority: 'bulk', client: null },
  ]);
  expect(doctor.last()).toBeNull();
  await expect(doctor.examine(true, startScope('b', SILENT, null))).rejects.toMatchObject({
    code: 'shutting_down',
  });
});

test('logs a change of the state once', async () => {
  const { doctor, runs, lines } = started({ age: 61_000, status: 'degraded' });
  for (const at of [0, 1]) {
    const asked = doctor.examine(true, startScope('a', SILENT, null));
    runs[at]?.end();
    await asked;
  }
  expect(lines.filter(({ doctor: state }) => state === 'degraded').length).toBe(1);
  doctor.close();
});

test('a check that was skipped, but not on purpose, makes the state degraded', () => {
  expect(statusOf([checkOf('ok')])).toBe('ok');
  expect(statusOf([checkOf('ok'), checkOf('skipped', { code: 'skipped_quick' })])).toBe('ok');
  expect(statusOf([checkOf('ok'), checkOf('skipped', { code: 'skipped_no_loads_left' })])).toBe('degraded');
  expect(statusOf([checkOf('ok'), checkOf('skipped', { code: 'skipped_no_time_left' })])).toBe('degraded');
  expect(statusOf([checkOf('warn'), checkOf('ok')])).toBe('degraded');
  expect(statusOf([checkOf('warn'), checkOf('fail')])).toBe('failing');
});
