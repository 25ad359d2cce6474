import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One finished request, as counted. */
export interface RequestRecord {
  /** The route's pattern, never the address; null = no endpoint matched. */
  readonly route: string | null;
  readonly method: string;
  readonly status: number;
  /** Code of the failure; null on success. */
  readonly code: string | null;
  /** Name of the key; null = the request came without a key. */
  readonly client: string | null;
  readonly durationMs: number;
  /** Names of the fields that the answer lacks. */
  readonly missing: readonly string[];
}

/** The Chromium in use. */
export interface ChromiumInfo {
  /** As the running browser reports it; null before the first launch. */
  readonly version: string | null;
  /** Days since its build; null = not known. */
  readonly ageDays: number | null;
}

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.05, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 300];

/** Makes the series of a registry. */
function seriesIn(registry: Registry) {
  const registers = [registry];
  const named = (name: string, help: string) => ({ name: `place_lookup_${name}`, help, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter<Label>({ ...named(name, help), labelNames });
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Histogram<Label>({ ...named(name, help), labelNames, buckets: SECONDS });
  /** A gauge with the series that `read` returns at each scrape. */
  const gaugeBy = (
    labelNames: readonly string[],
    name: string,
    help: string,
    read: () => GaugeValues | Promise<GaugeValues>,
  ) =>
    new Gauge({
      ...named(name, help),
      labelNames,
      async collect() {
        const values = await read();
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  return {
    counter,
    histogram,
    gaugeBy,
    counted: (name: string, help: string) => {
      const series = counter(name, help, []);
      return () => series.inc();
    },
    countedBy: (label: string, name: string, help: string) => {
      const series = counter(name, help, [label]);
      return (value: string, count = 1) => series.inc({ [label]: value }, count);
    },
    observed: (name: string, help: string) => {
      const series = histogram(name, help);
      return (ms: number) => series.observe(ms / 1000);
    },
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      gaugeBy([], name, help, async () => [[{}, await read()]]),
  };
}

type GaugeValues = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

function requestCounter({ counter, histogram, countedBy }: ReturnType<typeof seriesIn>) {
  const requests = counter('requests_total', 'Requests answered', ['route', 'method', 'status', 'code']);
  const ofClients = ['client', 'route', 'code'] as const;
  const clients = counter('client_requests_total', 'Requests that came with a key, by its name', ofClients);
  const durations = histogram('request_duration_seconds', 'Time until an answer was sent', ['route']);
  const missing = countedBy('field', 'missing_fields_total', 'Answers that lack a field');
  const labelled = (name: string, method: string, status: number, code: string) => ({
    count: requests.labels({ route: name, method, status, code }),
    duration: durations.labels({ route: name }),
  });
  /** Series by route, method, status and code, all from closed sets. Looking up a series costs more than counting. */
  const known = new Map<string, ReturnType<typeof labelled>>();
  return ({ route, method, status, code, client, durationMs, missing: lacking }: RequestRecord) => {
    const name = route ?? 'none';
    const labels = `${name} ${method} ${status} ${code ?? ''}`;
    const series = known.get(labels) ?? labelled(name, method, status, code ?? '');
    known.set(labels, series);
    series.count.inc();
    series.duration.observe(durationMs / 1000);
    if (client !== null) clients.inc({ client, route: name, code: code ?? '' });
    for (const field of lacking) missing(field);
  };
}

/**
 * The metrics of the service, in their own registry. Each layer reports what it observed. `ofProcess` adds memory,
 * event loop and garbage collection. Their observers live as long as the process.
 */
export function createMetrics({ ofProcess = false } = {}) {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const series = seriesIn(registry);
  const { counted, countedBy, observed, gauge, gaugeBy } = series;
  return {
    request: requestCounter(series),
    /** A provider page was loaded: "answered", "limited" (a limited view), or the code of the failure. */
    pageLoad: countedBy('outcome', 'page_loads_total', 'Provider pages loaded'),
    /**
     * The HTTP fast path was tried: "answered", "undecided", "consent" (the provider asks for a choice first),
     * "javascript_only" (it requires JavaScript), "insufficient", or the code of the failure.
     */
    fastPathAttempt: countedBy('outcome', 'fast_path_attempts_total', 'Attempts to answer without rendering'),
    verdict: countedBy('reason', 'verdicts_total', 'Reviews judged'),
    /** "seen", "not_seen", "none" (no control was available), or the code of the failure. */
    controlCheck: countedBy(
      'outcome',
      'control_checks_total',
      'Reads of a review that is known to be visible, before a negative verdict',
    ),
    /** The name of the shape is from a closed set in provider/. */
    drift: countedBy('what', 'drift_total', 'Pages and answers of the provider that had an unknown shape'),
    /** "review" or "payload". */
    foreign: countedBy('what', 'foreign_records_total', 'Dropped data of places that were not asked for'),
    /** A load waited this many milliseconds for its turn and its page, successfully or not. */
    loadWait: observed(
      'queue_wait_seconds',
      'Each wait before a page load or an attempt of the HTTP fast path: for the provider rate limiter and for a page, the opening of the page included',
    ),
    browserLaunched: counted('browser_launches_total', 'Chromium launches'),
    browserCrashed: counted('browser_crashes_total', 'Times Chromium ended unexpectedly'),
    /** "uses", "age", "retired", "failed", "lost", "unclean". */
    contextRecycled: countedBy('reason', 'contexts_recycled_total', 'Contexts replaced'),
    countBy: countedBy,
    /** Defines a gauge, read at each scrape. */
    gauge,
    gaugeBy,
    /** The values of all series of a metric now; empty = there is no such metric. */
    read: async (name: string): Promise<readonly number[]> => {
      const metric = await registry.getSingleMetric(`place_lookup_${name}`)?.get();
      return metric?.values.map(({ value }) => value) ?? [];
    },
    /** The Prometheus text format, with its media type. */
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
