import { expect } from '@playwright/test';
import { checkContract } from './contract-check.js';

// Asks a service about jobs. Every answer must be as the OpenAPI document has it.

export interface JobAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: JobData & { readonly jobs?: readonly JobData[] };
    readonly error?: { readonly code: string; readonly message: string };
  };
}

export interface JobData {
  readonly id: string;
  readonly state: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly failures: Readonly<Record<string, number>>;
}

export interface ResultLine {
  readonly type: string;
  readonly status?: string;
  readonly position: number;
  readonly index: number;
  readonly line: number | null;
  readonly state?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function askJobs(url: string, path: string, asking: Asking = {}): Promise<JobAnswer> {
  const { method = 'GET', headers = {}, body } = asking;
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  checkContract({ method, path, status: response.status, headers: response.headers, text });
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

/** Uploads a list as text. */
export function upload(
  url: string,
  query: string,
  lines: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<JobAnswer> {
  return askJobs(url, `/api/jobs?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...headers },
    body: lines.join('\n'),
  });
}

/** Reads results until the summary, and goes on where the connection breaks, at whichever service `url` gives. */
export async function followResults(
  url: () => string,
  id: string,
  onLine: (line: ResultLine) => void = () => undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<ResultLine> {
  let after = 0;
  const readOn = async (): Promise<ResultLine> => {
    const response = await fetch(`${url()}/api/jobs/${id}/results?after=${after}`, { headers });
    if (response.status !== 200 || response.body === null) throw new Error(`status ${response.status}`);
    let rest = '';
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        const line = JSON.parse(text) as ResultLine;
        if (line.type === 'summary') return line;
        if (line.status === 'error') throw new Error(`ended by ${line.error?.code}`);
        if (line.type === 'progress') continue;
        after = line.position;
        onLine(line);
      }
    }
    throw new Error('ended without a summary');
  };
  let summary: ResultLine | undefined;
  await expect(async () => {
    summary = await readOn();
  }).toPass({ intervals: [20, 50, 100, 200] });
  if (summary === undefined) throw new Error('the results have no end');
  return summary;
}
