import { type Check, type DoctorReport, statusOf } from '../../../src/capabilities/doctor/check-report.js';
import { createDoctor } from '../../../src/capabilities/doctor/doctor-service.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { expect, test } from '../../support/test.js';

const SILENT = createLogger('silent');

function reportOf(quick: boolean): DoctorReport {
  return { status: 'ok', quick, startedAt: 0, ms: 1, loads: 1, checks: [] };
}

function checkOf(status: Check['status'], finding: Check['finding'] = { code: 'view_full' }): Check {
  return { id: 'chromium', subject: null, status, finding, ms: 0 };
}

/** A doctor whose runs end when the test says so. */
function started() {
  const runs: { readonly end: () => void }[] = [];
  const doctor = createDoctor({
    run: (quick) => new Promise((resolve) => runs.push({ end: () => resolve(reportOf(quick)) })),
    log: SILENT,
  });
  return { doctor, runs };
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

test('a full run follows a quick run, and the last run is kept', async () => {
  const { doctor, runs } = started();
  const scope = startScope('a', SILENT, null);
  const quick = doctor.examine(true, scope);
  const whole = doctor.examine(false, scope);
  runs[0]?.end();
  await quick;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  expect((await whole).quick).toBe(false);
  expect(doctor.last()?.quick).toBe(false);
  expect(runs.length).toBe(2);
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

test('a check that was skipped, but not on purpose, makes the state degraded', () => {
  expect(statusOf([checkOf('ok')])).toBe('ok');
  expect(statusOf([checkOf('ok'), checkOf('skipped', { code: 'skipped_quick' })])).toBe('ok');
  expect(statusOf([checkOf('ok'), checkOf('skipped', { code: 'skipped_no_loads_left' })])).toBe('degraded');
  expect(statusOf([checkOf('ok'), checkOf('skipped', { code: 'skipped_no_time_left' })])).toBe('degraded');
  expect(statusOf([checkOf('warn'), checkOf('ok')])).toBe('degraded');
  expect(statusOf([checkOf('warn'), checkOf('fail')])).toBe('failing');
});
