import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Core } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { dataOf } from '../../kit/store/storage.js';
import { repeatWork } from '../../kit/store/worker.js';
import { createMail } from './email.js';
import { type Letter, notifyTexts } from './letters.js';
import { DELIVERY_SETTINGS } from './settings.js';

const isOne = (value: number) => value === 1;
const isAny = (value: number) => value > 0;
const isLate = (value: number) => value > 1_800;
const FAILING = { watch_deliveries_failing: isAny, watch_delivery_lateness_seconds: isLate };
/**
 * What the operator is told of, and after how many minutes: as the alerts of the same names in deploy/alerts.yaml. Each
 * entry of `when` is a metric and the values that mean trouble.
 */
export const TROUBLES = [
  { id: 'ProviderBlocked', minutes: 5, when: { breaker_state: (value: number) => value === 2 } },
  { id: 'BrowserAway', minutes: 2, when: { browser_unavailable: isOne } },
  { id: 'DatabaseAway', minutes: 2, when: { watch_database_unavailable: isOne } },
  { id: 'DiskLow', minutes: 5, when: { data_free_bytes: (value: number) => value < 1e9 } },
  { id: 'WatchesOverdue', minutes: 30, when: { watch_checks_overdue: isAny } },
  { id: 'DeliveriesFailing', minutes: 30, when: FAILING },
] as const;
type TroubleId = (typeof TROUBLES)[number]['id'];

interface Trouble {
  readonly since: number;
  seen: number;
  /** Whether the operator was told that it began. */
  told: boolean;
}

interface OperatorMailOptions {
  readonly read: Core['metrics']['read'];
  /** Sends an e-mail; rejects, or returns why it was not sent. */
  readonly send: (letter: Letter & { readonly messageId: string }) => Promise<{ error: string | null }>;
  readonly t: ReturnType<typeof notifyTexts>;
  readonly perDay: number;
  /** Keeps over a restart what the operator was told; null = nothing is kept. */
  readonly file: string | null;
  readonly localTime: Core['localTime'];
  readonly log: Core['log'];
  readonly now?: () => number;
}

const LOOK_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A pause as long as this does not end a trouble: the breaker is half open between two pauses. */
const GAP_MS = 2 * MINUTE_MS;
/** A trouble that was not seen for this time is told as over. */
const END_MS = 5 * MINUTE_MS;
/** After an e-mail that was not sent. */
const RETRY_MS = 5 * MINUTE_MS;
/** How long the end of the service waits for an e-mail under way. */
const CLOSE_MS = 2_000;
const FILE = 'operator-mail.json';
const keptSchema = z.object({ day: z.number(), sent: z.number(), told: z.record(z.string(), z.number()) });

/** Tells the operator by e-mail of troubles: one e-mail when a trouble lasts, and one when it is over. */
export function createOperatorMail({ t, file, log, now = Date.now, ...options }: OperatorMailOptions) {
  const troubles = new Map<string, Trouble>();
  let { day, sent, told } = kept(file) ?? { day: 0, sent: 0, told: {} };
  for (const [id, since] of Object.entries(told)) troubles.set(id, { since, seen: now(), told: true });
  let retryAt = 0;

  const keep = () => {
    if (file === null) return;
    told = Object.fromEntries([...troubles].flatMap(([id, one]) => (one.told ? [[id, one.since]] : [])));
    try {
      writeFileSync(file, JSON.stringify({ day, sent, told }), { mode: 0o600 });
    } catch (error) {
      log.warn({ err: error }, 'what the operator was told is not kept over a restart');
    }
  };
  /** Sends the next e-mail about a trouble. False = none was sent, and it has to be tried later. */
  const tell = async (id: TroubleId, { since, told: isOver }: Trouble): Promise<boolean> => {
    const at = now();
    const today = Math.floor(at / DAY_MS);
    if (today !== day) [day, sent] = [today, 0];
    if (sent >= options.perDay || at < retryAt) return false;
    const values = { what: t(`operator.${id}`), host: hostname(), since: options.localTime(since) };
    const paragraphs = isOver
      ? [t('operator.over', values)]
      : [t('operator.since', values), t(`operator.${id}.advice`)];
    if (sent + 1 === options.perDay) paragraphs.push(t('operator.last'));
    const subject = t(isOver ? 'operator.overSubject' : 'operator.subject', values);
    const messageId = `operator.${id}.${since}.${isOver ? 'over' : 'began'}`;
    const { error } = await options.send({ messageId, subject, paragraphs });
    if (error === null) sent += 1;
    else {
      retryAt = at + RETRY_MS;
      log.warn({ error, trouble: id }, 'the operator could not be told by e-mail');
    }
    return error === null;
  };
  /** Whether a metric has a value that means this trouble. */
  const isMet = async (when: Readonly<Record<string, (value: number) => boolean>>): Promise<boolean> => {
    for (const [name, isTrouble] of Object.entries(when))
      if ((await options.read(name)).some(isTrouble)) return true;
    return false;
  };
  return {
    /** Reads the metrics once, and sends what is due. */
    look: async (): Promise<void> => {
      for (const { id, minutes, when } of TROUBLES) {
        const at = now();
        const isSeen = await isMet(when);
        const one = troubles.get(id) ?? { since: at, seen: at, told: false };
        if (isSeen) troubles.set(id, Object.assign(one, { seen: at }));
        const isDue = one.told ? at - one.seen >= END_MS : isSeen && at - one.since >= minutes * MINUTE_MS;
        const isTold = isDue && (await tell(id, one));
        if (isTold) one.told = !one.told;
        if (!one.told && at - one.seen >= GAP_MS) troubles.delete(id);
        if (isTold) keep();
      }
    },
  };
}

function kept(file: string | null) {
  try {
    return file === null ? null : keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // There is no such file yet, or it was damaged: then the operator may be told twice.
  }
}

/** Begins to look, if `OPERATOR_MAIL` is set. Several processes on one PostgreSQL each tell of their own troubles. */
export async function openOperatorMail(core: Core) {
  const settings = settingsOf(core.config, DELIVERY_SETTINGS);
  const { OPERATOR_MAIL: target, OPERATOR_MAIL_LANG: language, SMTP_URL: url, MAIL_FROM: from } = settings;
  if (target === undefined) return null;
  const { log, localTime } = core;
  const mail = createMail({ url, from, publicUrl: settings.PUBLIC_URL });
  if (!mail.isOn) log.warn('OPERATOR_MAIL has no effect: SMTP_URL and MAIL_FROM are not set');
  const { folder, jobs } = (await dataOf(core)).storage;
  const { look } = createOperatorMail({
    ...{ read: core.metrics.read, t: notifyTexts(language), localTime, log },
    send: (letter) => mail.tell({ target, language }, letter),
    perDay: settings.OPERATOR_MAILS_PER_DAY,
    file: folder === null || jobs === null ? null : join(folder, FILE),
  });
  const looking = repeatWork('e-mails to the operator', look, LOOK_MS, log);
  return { start: () => mail.isOn && looking.start(), stop: () => looking.close(CLOSE_MS) };
}
