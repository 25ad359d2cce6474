import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreGauges } from '../../src/app/core-gauges.js';
import { doctorGauge } from '../../src/capabilities/doctor/doctor.js';
import { jobCounters } from '../../src/capabilities/jobs/jobs.js';
import { mailCounter } from '../../src/capabilities/notify/email.js';
import { deliveryGauges } from '../../src/capabilities/notify/notify.js';
import { packGauges } from '../../src/capabilities/reports/reports.js';
import { watchCounters, watchGauges } from '../../src/capabilities/watch/watch.js';
import { OVERLOADED } from '../../src/core/errors.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { diskGauge } from '../../src/kit/store/storage.js';
import { measuredCore } from '../support/measured-core.js';
import { expect, test } from '../support/test.js';

// The compiler does not see the names of metrics and labels in the dashboard, the alerts and the trigger.

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');

/** Labels that Prometheus adds to every series of a target. */
const OF_TARGET = ['instance', 'job', 'namespace', 'pod', 'service'];

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: unknown;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly datasource: unknown;
  }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Readonly<Record<string, unknown>>[] };
}

const dashboard = JSON.parse(read('grafana.json')) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Every metric the service registers, by the names of its series, with their labels. */
async function registered(): Promise<Map<string, readonly string[]>> {
  const metrics = createMetrics({ ofProcess: true });
  const request = { route: '/api/all', method: 'GET', status: 200, durationMs: 1 };
  metrics.request({ ...request, code: 'overloaded', client: 'shop', missing: ['rating'] });
  metrics.pageLoad('limited');
  metrics.fastPathAttempt('answered');
  metrics.verdict('visible');
  metrics.controlCheck('seen');
  metrics.drift('page');
  metrics.foreign('review', 1);
  metrics.loadWait(1);
  metrics.contextRecycled('age');
  jobCounters(metrics).jobLink('visible', 1);
  watchCounters(metrics);
  mailCounter(metrics)('sent');
  diskGauge(metrics.gauge, '.');
  doctorGauge(metrics, { last: () => null });
  watchGauges(metrics, {
    figures: () => ({ states: { watching: 1, trouble: 1 }, overdue: 0, provenAt: null }),
    health: () => 'ok',
  });
  deliveryGauges(metrics, () => ({ lateness: 0, failing: 0 }));
  packGauges(metrics, () => ({ store: 'ok', bytes: 1, waiting: 1 }));
  coreGauges(measuredCore(metrics, () => ({ version: '1', ageDays: 1 })));
  const { text } = await metrics.render();
  const series = new Map<string, readonly string[]>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    series.set(name, [...new Set([...(series.get(name) ?? []), ...names])]);
  }
  return series;
}

const METRIC = /\b(?:place_lookup|process|nodejs)_[a-z_0-9]+/g;

const metricsIn = (text: string): string[] => [...new Set(text.match(METRIC) ?? [])];

/** Labels in an expression that its metrics do not have. */
function unknownLabels(expression: string, series: ReadonlyMap<string, readonly string[]>): string[] {
  const known = (name: string) => [...(series.get(name) ?? []), ...OF_TARGET];
  const asked = [...expression.matchAll(/\b(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', selector = '']) =>
    [...selector.matchAll(/(\w+)(?:=~?|!=|!~)"/g)]
      .map(([, label = '']) => label)
      .filter((label) => !known(metric).includes(label)),
  );
  const all = metricsIn(expression).flatMap(known);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)]
    .flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()))
    .filter((label) => !all.includes(label));
  return [...asked, ...grouped];
}

test('the service registers every metric and label that the dashboard names', async () => {
  const series = await registered();
  const variables = JSON.stringify(dashboard.templating);
  const unknown = metricsIn(expressions.join('\n') + variables).filter((name) => !series.has(name));
  expect(unknown).toEqual([]);
  for (const expression of expressions) {
    const labels = unknownLabels(expression, series).filter((label) => label !== 'le');
    expect(labels, expression).toEqual([]);
  }
});

test('the service registers every metric and label that alerts and the trigger of KEDA name', async () => {
  const series = await registered();
  for (const file of ['alerts.yaml', 'helm/place-lookup/templates/scaledobject.yaml']) {
    // As Prometheus gets it: the selector of the release stands in for the expression of the template.
    const text = read(file).replace(/\{ ?\{\{-? \$series -?\}\} ?/g, '{service="x"');
    expect(metricsIn(text).length, file).toBeGreaterThan(0);
    expect(
      metricsIn(text).filter((name) => !series.has(name)),
      file,
    ).toEqual([]);
    for (const line of text.split('\n').filter((one) => metricsIn(one).length > 0))
      expect(unknownLabels(line, series), line).toEqual([]);
  }
});

test('the alert for a full queue names an error code of the contract', () => {
  const rules = read('alerts.yaml');
  const codes = [...rules.matchAll(/code="(\w+)"/g)].map(([, code = '']) => code);
  expect(codes).toEqual([OVERLOADED.code]);
});
