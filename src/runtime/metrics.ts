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

/** Values read from the running service at each scrape. */
export interface Gauges {
  readonly poolSize: () => number;
  readonly poolBorrowed: () => number;
  readonly queueLength: () => number;
  /** 0 closed, 1 half open, 2 open. */
  readonly breakerState: () => number;
  /** Loads that wait for a page of the pool, not for the provider rate limiter. */
  readonly poolWaiting: () => number;
  /** 0 ok, 1 unproven, 2 suspended. */
  readonly verdictsState: () => number;
  /** 1 while Redis cannot be used, else 0; null = the service does not use Redis. */
  readonly sharedStateDegraded: (() => number) | null;
  /** Jobs of all clients that have not ended, as last counted; null = this service has no jobs. */
  readonly jobsOpen: (() => { readonly waiting: number; readonly running: number }) | null;
  /** Fields of the provider's answers, and whether they drift. */
  readonly fields: () => readonly FollowedField[];
  readonly chromium: () => ChromiumInfo;
  /** The sets of provider rules in use. */
  readonly providerRules: readonly { readonly set: string; readonly fingerprint: string }[];
  /** 0 ok, 1 degraded, 2 failing; null = the doctor has made no run yet. */
  readonly doctorStatus: () => number | null;
}

/** The Chromium in use. */
export interface ChromiumInfo {
  /** As the running browser reports it; null before the first launch. */
  readonly version: string | null;
  /** Days since its build; null = not known. */
  readonly ageDays: number | null;
}

/** Where a field was found: set and entry of the rules. True = at an unknown place; false or null = not found. */
type FieldFound = { readonly set: string; readonly entry: string } | boolean | null;

/** A field whose frequency is watched. */
interface FollowedField {
  readonly field: string;
  readonly source: string;
  readonly drifting: boolean;
}

/** The metrics of the service, in its own registry. Each layer reports what it observed. */
export interface Metrics {
  request(record: RequestRecord): void;
  /** A provider page was loaded: "answered", "limited" (a limited view), or the code of the failure. */
  pageLoad(outcome: string): void;
  /**
   * The HTTP fast path was tried: "answered", "undecided", "consent" (the provider asks for a choice first),
   * "javascript_only" (it requires JavaScript), "insufficient", or the code of the failure.
   */
  fastPathAttempt(outcome: string): void;
  /** A share link was requested again: "answered", "not_found", "no_answer", "gone", "refused", or a failure's code. */
  shareLinkRetry(outcome: string): void;
  /** A review was judged. */
  verdict(reason: string): void;
  /** A control was read: "seen", "not_seen", "none" (no control was available), or the code of the failure. */
  controlCheck(outcome: string): void;
  /** A page or an answer had an unknown shape; `what` names the shape, from a closed set in provider/. */
  drift(what: string): void;
  /** One answer of a source was read. Each found field is counted by the entry of the rules that found it. */
  fieldsRead(source: string, fields: Readonly<Record<string, FieldFound>>): void;
  /** Data of places that were not asked for was dropped; `what` is "review" or "payload". */
  foreign(what: string, count: number): void;
  /** A load waited for a page of the pool, successfully or not. */
  poolWait(ms: number): void;
  /** A load waited for the provider rate limiter, successfully or not. */
  rateLimitWait(ms: number): void;
  /** Links of a job got a result: "visible", "not_visible", "answered", or the code of the failure. */
  jobLink(outcome: string, count: number): void;
  browserLaunched(): void;
  browserCrashed(): void;
  /** A context was replaced: "uses", "age", "retired", "failed", "lost", "unclean". */
  contextRecycled(reason: string): void;
  /** Call once after startup to register the gauges. */
  watch(gauges: Gauges): void;
  /** The Prometheus text format, with its media type. */
  render(): Promise<{ readonly type: string; readonly text: string }>;
}

/** Limits the labels of entries, which come from the rules in use. */
const MAX_ENTRIES = 400;

const SECONDS = [0.005, 0.05, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 300];

/** `ofProcess` adds memory, event loop and garbage collection. Their observers live as long as the process. */
export function createMetrics({ ofProcess = false } = {}): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name: `place_lookup_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Histogram<Label>({
      name: `place_lookup_${name}`,
      help,
      labelNames,
      registers,
      buckets: SECONDS,
    });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `place_lookup_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  /** Has a value only while the version and the value are known. */
  const versionGauge = (name: string, help: string, read: () => ChromiumInfo & { value: number | null }) =>
    new Gauge({
      name: `place_lookup_${name}`,
      help,
      labelNames: ['version'],
      registers,
      collect() {
        const { version, value } = read();
        this.reset();
        if (version !== null && value !== null) this.set({ version }, value);
      },
    });

  const requests = counter('requests_total', 'Requests answered', ['route', 'method', 'status', 'code']);
  const clientRequests = counter('client_requests_total', 'Requests that came with a key, by its name', [
    'client',
    'route',
    'code',
  ]);
  const durations = histogram('request_duration_seconds', 'Time until an answer was sent', ['route']);
  /** Series by route, method, status and code, all from closed sets. Looking up a series costs more than counting. */
  const requestSeries = new Map<
    string,
    { readonly count: Counter.Internal; readonly duration: Histogram.Internal<'route'> }
  >();
  const poolWaits = histogram(
    'queue_wait_seconds',
    'Each wait for a page of the pool, the opening of the page included; a lookup may need several',
  );
  const rateLimitWaits = histogram(
    'pace_wait_seconds',
    'Each wait for the provider rate limiter, one before each page load or attempt of the HTTP fast path',
  );
  const missing = counter('missing_fields_total', 'Answers that lack a field', ['field']);
  const loads = counter('page_loads_total', 'Provider pages loaded', ['outcome']);
  const limited = counter('limited_views_total', 'Provider pages that showed only a limited view');
  const light = counter('light_attempts_total', 'Attempts to answer without rendering', ['outcome']);
  const shareRetries = counter('share_link_retries_total', 'Share links asked for a second time', [
    'outcome',
  ]);
  const verdicts = counter('verdicts_total', 'Reviews judged', ['reason']);
  const controls = counter(
    'control_checks_total',
    'Reads of a review that is known to be visible, before a negative verdict',
    ['outcome'],
  );
  const drifts = counter('drift_total', 'Pages and answers of the provider that had an unknown form', [
    'what',
  ]);
  const fieldReads = counter(
    'field_read_total',
    'Fields found in answers of the provider, by source and by the entry of the rules that matched',
    ['field', 'source', 'set', 'entry'],
  );
  const entries = new Set<string>();
  const known = (entry: string): string => {
    if (entries.size < MAX_ENTRIES) entries.add(entry);
    return entries.has(entry) ? entry : 'other';
  };
  const foreign = counter('foreign_records_total', 'Data of places that were not asked for, dropped', [
    'what',
  ]);
  const jobLinks = counter('job_links_total', 'Links of jobs that got a result from this replica', [
    'outcome',
  ]);
  const launches = counter('browser_launches_total', 'Chromium launches');
  const crashes = counter('browser_crashes_total', 'Times Chromium went away by itself');
  const recycles = counter('contexts_recycled_total', 'Contexts replaced', ['reason']);

  return {
    request: ({ route, method, status, code, client, durationMs, missing: lacking }) => {
      const name = route ?? 'none';
      const labels = `${name} ${method} ${status} ${code ?? ''}`;
      const series = requestSeries.get(labels) ?? {
        count: requests.labels({ route: name, method, status, code: code ?? '' }),
        duration: durations.labels({ route: name }),
      };
      requestSeries.set(labels, series);
      series.count.inc();
      series.duration.observe(durationMs / 1000);
      if (client !== null) clientRequests.inc({ client, route: name, code: code ?? '' });
      for (const field of lacking) missing.inc({ field });
    },
    pageLoad: (outcome) => {
      loads.inc({ outcome });
      if (outcome === 'limited') limited.inc();
    },
    fastPathAttempt: (outcome) => light.inc({ outcome }),
    shareLinkRetry: (outcome) => shareRetries.inc({ outcome }),
    verdict: (reason) => verdicts.inc({ reason }),
    controlCheck: (outcome) => controls.inc({ outcome }),
    drift: (what) => drifts.inc({ what }),
    fieldsRead: (source, fields) => {
      for (const [field, found] of Object.entries(fields)) {
        if (found === null || found === false) continue;
        const { set, entry } = found === true ? { set: 'built-in', entry: 'other' } : found;
        fieldReads.inc({ field, source, set, entry: known(entry) });
      }
    },
    foreign: (what, count) => foreign.inc({ what }, count),
    poolWait: (ms) => poolWaits.observe(ms / 1000),
    rateLimitWait: (ms) => rateLimitWaits.observe(ms / 1000),
    jobLink: (outcome, count) => jobLinks.inc({ outcome }, count),
    browserLaunched: () => launches.inc(),
    browserCrashed: () => crashes.inc(),
    contextRecycled: (reason) => recycles.inc({ reason }),
    watch: (gauges) => {
      const { poolSize, poolBorrowed, queueLength, poolWaiting, breakerState, chromium } = gauges;
      gauge('pool_size', 'Contexts that exist', poolSize);
      gauge('pool_borrowed', 'Pages in use', poolBorrowed);
      gauge('queue_length', 'Page loads waiting for a page or for the provider rate limiter', queueLength);
      gauge('pool_waiting', 'Page loads waiting for a page, not for the provider rate limiter', poolWaiting);
      gauge('breaker_state', '0 closed, 1 half open, 2 open', breakerState);
      gauge('verdicts_state', '0 ok, 1 unproven, 2 suspended', gauges.verdictsState);
      if (gauges.sharedStateDegraded !== null)
        gauge('shared_state_degraded', '1 while Redis cannot be used', gauges.sharedStateDegraded);
      const { jobsOpen } = gauges;
      if (jobsOpen !== null)
        new Gauge({
          name: 'place_lookup_jobs_open',
          help: 'Jobs of all clients that have not ended; counted every 30 seconds',
          labelNames: ['state'],
          registers,
          collect() {
            for (const [state, count] of Object.entries(jobsOpen())) this.set({ state }, count);
          },
        });
      new Gauge({
        name: 'place_lookup_field_drift',
        help: '1 while a field is found in less than half as many answers as usual, else 0',
        labelNames: ['field', 'source'],
        registers,
        collect() {
          for (const { field, source, drifting } of gauges.fields())
            this.set({ field, source }, drifting ? 1 : 0);
        },
      });
      const { providerRules } = gauges;
      new Gauge({
        name: 'place_lookup_provider_rules_info',
        help: 'The sets of provider rules in use; always 1',
        labelNames: ['set', 'fingerprint'],
        registers,
        collect() {
          this.reset();
          for (const { set, fingerprint } of providerRules) this.set({ set, fingerprint }, 1);
        },
      });
      gauge(
        'doctor_status',
        'The last run of the doctor: 0 ok, 1 degraded, 2 failing; NaN before the first one',
        () => gauges.doctorStatus() ?? Number.NaN,
      );
      versionGauge('chromium_info', 'The version of the Chromium in use; always 1', () => ({
        ...chromium(),
        value: 1,
      }));
      versionGauge('chromium_age_days', 'Days since the Chromium in use was built, by its file', () => {
        const info = chromium();
        return { ...info, value: info.ageDays };
      });
    },
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
