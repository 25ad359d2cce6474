import { createLocalTime } from '../../src/core/api/local-time.js';
import { utcTime } from '../../src/core/published/times.js';

type Twins<Fields> = {
  [Name in keyof Fields & string as Name extends 'at' | `${string}_at` ? `${Name}_utc` : never]: Fields[Name];
};

const inWarsaw = createLocalTime('Europe/Warsaw');

/** Adds `<name>_utc` to each time of a record, as the service does. Times are in Warsaw, and their names end in `at`. */
export function withUtc<Fields extends object>(record: Fields): Fields & Twins<Fields> {
  const twins = Object.entries(record)
    .filter(([name]) => name === 'at' || name.endsWith('_at'))
    .map(([name, time]) => [`${name}_utc`, typeof time === 'string' ? inUtc(time) : time]);
  return { ...(Object.fromEntries(twins) as Twins<Fields>), ...record };
}

/** `YYYY-MM-DD HH:MM:SS` in Warsaw as ISO 8601 in UTC. */
function inUtc(local: string): string {
  const wanted = Date.parse(`${local.replace(' ', 'T')}Z`);
  return utcTime(wanted - (Date.parse(`${inWarsaw(wanted).replace(' ', 'T')}Z`) - wanted));
}
