/** The address of Redis and its login. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  /** Null = the default user. */
  readonly username: string | null;
  /** Null = Redis needs no password. */
  readonly password: string | null;
  /** Number of the database. */
  readonly db: number;
  readonly isTls: boolean;
}

const DEFAULT_PORT = 6379;
const PROTOCOLS = ['redis:', 'rediss:'];

/** Reads `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS; null for anything else. */
export function parseRedisUrl(text: string): RedisAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !PROTOCOLS.includes(url.protocol) || url.hostname === '') return null;
  const db = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1];
  const username = decoded(url.username);
  const password = decoded(url.password);
  if (db === undefined || username === null || password === null || url.search !== '' || url.hash !== '')
    return null;
  // A user without a password cannot log in.
  if (username !== '' && password === '') return null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    username: username === '' ? null : username,
    password: password === '' ? null : password,
    db: Number(db),
    isTls: url.protocol === 'rediss:',
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
