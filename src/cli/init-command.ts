import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createApiKey, isKeyName } from '../core/config/api-keys.js';
import { readConfig } from '../core/config/config.js';
import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import { operatorFailureText, systemReason } from '../kit/terminal/failure-text.js';
import type { Session } from '../kit/terminal/session.js';

interface InitOptions {
  readonly users?: string;
  readonly operator?: string;
  readonly team?: string;
  readonly set?: readonly string[];
}

const ENV_FILE = '.env';
const KEYS_FILE = 'keys';
/** Read alike by systemd, by `node --env-file` and by Docker Compose without quotes. */
const PLAIN = /^[\w@%+=:,./~*-]*$/;
/** A text that cannot stand between single quotes. */
const UNQUOTABLE = /['\\\r\n]/;

/** `init FOLDER`: makes a folder with the settings and API keys of a new service. Asks only when no name is given. */
export async function init(session: Session, argument: string, options: InitOptions): Promise<ExitCode> {
  const { t, print } = session;
  const folder = resolve(argument);
  const [envFile, keysFile] = [join(folder, ENV_FILE), join(folder, KEYS_FILE)];
  const existing = [envFile, keysFile].find((file) => existsSync(file));
  if (existing !== undefined) throw new ExitError(EXIT.usage, t('init.exists', { file: existing }));
  const given = options.users ?? options.operator;
  const answers = given === undefined ? await ask(session) : { ...options, settings: options.set ?? [] };
  const users = namesIn(answers.users);
  const operators = namesIn(answers.operator);
  const [wrong] = [...users, ...operators, ...namesIn(options.team)].filter((name) => !isKeyName(name));
  if (wrong !== undefined) throw new ExitError(EXIT.usage, t('init.wrongName', { name: wrong }));
  if (users.length + operators.length === 0) throw new ExitError(EXIT.usage, t('init.noNames'));
  if (new Set([...users, ...operators]).size < users.length + operators.length)
    throw new ExitError(EXIT.usage, t('init.sameName'));
  const settings = {
    ...{ API_KEYS_FILE: keysFile, REQUIRE_KEYS: 'true', DATA_DIR: join(folder, 'data') },
    ...Object.fromEntries(answers.settings.map((line) => settingIn(line, session))),
  };
  await requireValid(settings, session);
  const keyFor = (isOperator: boolean) => (name: string) => ({
    name,
    ...createApiKey(name, { isOperator, team: options.team }),
  });
  const keys = [...users.map(keyFor(false)), ...operators.map(keyFor(true))];
  const env = Object.entries(settings).map(([name, value]) =>
    PLAIN.test(value) ? `${name}=${value}` : `${name}='${value}'`,
  );
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    // "wx" refuses a file that another process has made meanwhile.
    writeFileSync(keysFile, keys.map(({ entry }) => `${entry}\n`).join(''), { mode: 0o600, flag: 'wx' });
    writeFileSync(envFile, env.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new ExitError(EXIT.failure, systemReason(error, t));
  }
  await print(`${[t('init.keys'), ...keys.map(({ name, key }) => `${name}: ${key}`)].join('\n')}\n`);
  session.note(t('init.written', { file: envFile }));
  return EXIT.ok;
}

const namesIn = (text = '') => text.split(/[\s,]+/).filter((name) => name !== '');

/** `NAME=value` as name and value. @throws ExitError for anything else */
function settingIn(line: string, { t }: Session): readonly [string, string] {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(line) ?? [];
  if (name !== undefined && value !== undefined && !UNQUOTABLE.test(value)) return [name, value];
  throw new ExitError(EXIT.usage, t('init.wrongSetting', { name: name ?? line }));
}

/** @throws ExitError that names every unknown or wrong setting */
async function requireValid(settings: Readonly<Record<string, string>>, session: Session): Promise<void> {
  const { ADDED_SETTINGS, SETTINGS } = await import('../installed.js');
  const unknown = Object.keys(settings).find((name) => SETTINGS.every(({ shape }) => !(name in shape)));
  if (unknown !== undefined)
    throw new ExitError(EXIT.usage, session.t('init.wrongSetting', { name: unknown }));
  try {
    readConfig(ADDED_SETTINGS, settings);
  } catch (error) {
    throw new ExitError(EXIT.usage, operatorFailureText(error, session));
  }
}

/** Asks for names and settings, one line each. An input that ends early leaves the rest empty. */
async function ask({ t, stdin, stderr }: Session) {
  const lines = createInterface({ input: stdin })[Symbol.asyncIterator]();
  const answer = async (question: string): Promise<string> => {
    stderr.write(`${question} `);
    const { value, done } = await lines.next();
    return done === true ? '' : String(value).trim();
  };
  const users = await answer(t('init.askUsers'));
  const operator = await answer(t('init.askOperator'));
  const settings: string[] = [];
  for (const name of ['SMTP_URL', 'MAIL_FROM']) {
    const value = await answer(t('init.askSetting', { name }));
    // Without a mail server, its sender has no effect.
    if (value === '') break;
    settings.push(`${name}=${value}`);
  }
  await lines.return?.();
  return { users, operator, settings };
}
