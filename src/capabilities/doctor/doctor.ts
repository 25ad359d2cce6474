import { capability } from '../../core/capability.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import type { DoctorStatus } from './check-report.js';
import { createDoctor, type Doctor } from './doctor-service.js';
import { doctor as endpoint } from './endpoints.js';
import { MESSAGES } from './messages.js';
import { runChecks } from './run-checks.js';
import { serviceNow } from './service-now.js';
import { DOCTOR_SETTINGS } from './settings.js';

const STATES: readonly DoctorStatus[] = ['ok', 'degraded', 'failing'];

/** Checks whether the service still reads the map provider. */
export const doctor = capability({
  name: 'doctor',
  endpoints: [endpoint],
  needs: {},
  messages: MESSAGES,
  settings: [DOCTOR_SETTINGS],
  open: (core) => {
    const examiner = createDoctor({ run: (quick, scope) => runChecks(core, quick, scope), log: core.log });
    doctorGauge(core.metrics, examiner);
    const own = { ...examiner, service: () => serviceNow(core) };
    return { own, abort: async () => own.close() };
  },
});

/** Defines the gauge of the last run. */
export function doctorGauge({ gauge }: Pick<Metrics, 'gauge'>, { last }: Pick<Doctor, 'last'>) {
  gauge(
    'doctor_status',
    'The last run of the doctor: 0 ok, 1 degraded, 2 failing; NaN before the first run',
    () => {
      const report = last();
      return report === null ? Number.NaN : STATES.indexOf(report.status);
    },
  );
}
