import type { Job } from '../../src/capabilities/jobs/published.js';
import type { Failure } from '../../src/core/published/failure.js';
import { withUtc } from '../support/with-utc.js';
import { answerJson, answerLines, beginLines, type FakeCall, refuse, succeed } from './fake-api.js';
import { sampleFailure, sampleJob, sampleVerdict } from './samples.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ENDED = withUtc({ ended_at: '2026-11-21 10:00:00', expires_at: '2026-11-24 10:00:00' });

interface List {
  readonly job: Job;
  /** In the order of completion. */
  readonly rows: readonly object[];
  /** Lines of links without a result. */
  readonly open?: readonly object[];
}

/** Links named `Bad…` fail, links named `Gone…` are not visible, `Cut…` may be incomplete, all others are visible. */
export function verdictOf(index: number, url: string): object {
  if (url === '') {
    const error = { code: 'invalid_request', message: 'No link.', reason: 'line_without_link', values: {} };
    return { ...sampleFailure(index, 'a;b;c'), error };
  }
  if (url.includes('Bad')) return sampleFailure(index, url);
  if (url.includes('Cut')) return sampleVerdict(index, url, 'no_business_data');
  return sampleVerdict(index, url, url.includes('Gone') ? 'no_rating_section' : 'visible');
}

/** The rows of a list, one for each link. */
export const rowsOf = (
  links: readonly string[],
  rowOf: (index: number, url: string) => object = verdictOf,
  cells?: (index: number) => readonly (string | number | null)[],
) =>
  links.map((url, index) => ({
    ...{ ...rowOf(index, url), position: index + 1, line: index + 2 },
    ...(cells !== undefined && { cells: cells(index) }),
  }));

/** A list that has ended, with the counts of its rows. */
export function endedList(rows: readonly object[], changes: Partial<Job> = {}): List {
  const count = (isOne: (row: object & Partial<Record<string, unknown>>) => boolean) =>
    rows.filter(isOne).length;
  const unclear = count((row) => row.visibility_reason === 'no_business_data');
  const without_link = count(
    (row) => (row.error as Partial<Failure> | undefined)?.reason === 'line_without_link',
  );
  const counts = {
    ...{ total: rows.length, done: rows.length, unclear, without_link },
    visible: count((row) => row.is_visible === true),
    not_visible: count((row) => row.is_visible === false) - unclear,
    failed: count((row) => 'error' in row) - without_link,
  };
  return {
    rows,
    job: sampleJob({ ...counts, state: 'finished', estimated_end_at: null, ...ENDED, ...changes }),
  };
}

/** Lists as the service keeps them. A list that is sent ends at once; its results are those of `rowOf`. */
export function listService(lists: List[] = [], rowOf: (index: number, url: string) => object = verdictOf) {
  const put = (list: List) => {
    const at = lists.findIndex(({ job }) => job.id === list.job.id);
    if (at < 0) lists.unshift(list);
    else lists[at] = list;
    return list.job;
  };
  const end = (list: List, state: 'cancelled' | 'finished') =>
    put({ ...list, job: { ...list.job, state, retrying: 0, next_attempt_at: null, ...ENDED } });
  const answer = (call: FakeCall) => {
    const [, , resource, id, what] = call.url.pathname.split('/');
    if (resource === 'review-visibility') {
      const { urls } = call.body as { urls: string[] };
      succeed(call, { results: urls.map((url, index) => rowOf(index, url)) });
      return;
    }
    if (call.method === 'POST' && id === undefined) {
      const { links, cells, type, columns, name } = sentList(call);
      const rows = rowsOf(links, rowOf, cells === null ? undefined : (index) => cells[index] ?? []);
      const parameters = name === null ? {} : { name };
      const job = put(
        endedList(rows, { id: `nowa${lists.length}`, type: type as Job['type'], columns, parameters }),
      );
      answerJson(call, 202, { status: 'success', data: job });
      return;
    }
    if (id === undefined) {
      succeed(call, { jobs: lists.map(({ job }) => job) });
      return;
    }
    const list = lists.find(({ job }) => job.id === id);
    if (list === undefined) {
      refuse(call, 404, 'job_not_found');
      return;
    }
    const { job, rows, open = [] } = list;
    const isOpen = job.state === 'running' || job.state === 'waiting';
    if (what === 'finish') {
      succeed(call, end(list, 'finished'));
      return;
    }
    if (call.method === 'DELETE' && isOpen) {
      succeed(call, end(list, 'cancelled'));
      return;
    }
    if (call.method === 'DELETE') {
      lists.splice(lists.indexOf(list), 1);
      succeed(call, { ...job, state: 'deleted' });
      return;
    }
    if (what !== 'results') {
      succeed(call, job);
      return;
    }
    const format = call.url.searchParams.get('format');
    if (format !== null) {
      call.response.writeHead(200, { 'Content-Type': format === 'csv' ? 'text/csv' : XLSX });
      call.response.end(`${format} ${call.url.searchParams.get('lang')}`);
      return;
    }
    if (isOpen) {
      beginLines(call).write(...open, ...rows);
      return;
    }
    answerLines(call, ...open, ...rows, { type: 'summary', position: rows.length, state: job.state });
  };
  return { lists, put, answer };
}

/** A list as it was sent. */
export function sentList({ body, url }: FakeCall) {
  if (typeof body === 'object' && body !== null) {
    const { urls, type, name = null } = body as { urls: string[]; type: string; name?: string };
    return { links: urls, type, name, columns: null, cells: null };
  }
  const [first, ...rows] = String(body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    links: rows.map((row) => row.url as string),
    type: url.searchParams.get('type') ?? '',
    name: url.searchParams.get('name'),
    columns: first.columns as string[],
    cells: rows.map((row) => row.cells as (string | null)[]),
  };
}
