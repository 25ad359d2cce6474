import { parseArgs } from 'node:util';

/** The arguments of `npm run bench`. */
export const { values: OPTIONS } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopping.abort(new Error(`ended by ${name}`)));

/** Aborted by SIGINT and SIGTERM: the section ends with an error, which stops every process that it started. */
export const { signal: STOPPED } = stopping;
