import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Failure, RequestFailed } from '../../../core/published/failure.js';
import { EXIT, type ExitCode } from '../../../kit/terminal/exit.js';
import { requestFailureText } from '../../../kit/terminal/failure-text.js';
import { makeFolder, replaceFile } from '../../../kit/terminal/files.js';
import { openListing, type Table } from '../../../kit/terminal/output.js';
import { plainLine } from '../../../kit/terminal/plain-text.js';
import { reviewLink } from '../../../kit/terminal/query.js';
import { readOwnList, skippedText } from '../../../kit/terminal/read-links.js';
import { runToEnd } from '../../../kit/terminal/run-to-end.js';
import type { Session } from '../../../kit/terminal/session.js';
import type { Blur } from '../values.js';
import { packCommandTexts } from './texts.js';

interface EvidenceOptions {
  /** Folder for the packs. */
  readonly out: string;
  readonly blur: Blur;
}

/** The result for one link. */
interface PackRow {
  readonly type: 'result' | 'error';
  readonly review_url: string;
  /** `exists`: an earlier run made the pack, and it was not made again. */
  readonly status: 'made' | 'exists' | 'failed';
  readonly file: string | null;
  readonly error: { readonly code: string; readonly message: string | null } | null;
  readonly failure: Failure | null;
}

const ZIP = 'application/zip';
/** Characters of the link's hash in a file name. */
const HASH_CHARACTERS = 12;
/** Failures of the service or of the connection: every other link would fail in the same way. */
const FOR_ALL: ReadonlySet<string> = new Set([
  'offline',
  'unauthorized',
  'unexpected',
  'evidence_unavailable',
  'api_disabled',
  'shutting_down',
]);

/** `evidence LINK…|FILE|-`: saves an evidence pack for each review. */
export async function evidence(
  session: Session,
  argument: string,
  { out, blur }: EvidenceOptions,
): Promise<ExitCode> {
  const { t: shared, language, progress, format, note } = session;
  const t = packCommandTexts(language);
  const links = await linksOf(session, argument);
  makeFolder(out, shared);
  const to = { out, before: readdirSync(out) };
  const tally = { total: links.length, made: 0, exists: 0, failed: 0, missing: links.length };
  const listing = openListing(session, packTable(session));
  const summary = () => t(tally.missing === 0 ? 'summary' : 'summaryLeft', tally);
  await runToEnd(session, {
    work: async () => {
      for (const link of links) {
        progress.show(t('progress'), tally.total - tally.missing, tally.total);
        const row = await packFor(session, link, to, blur);
        tally[row.status] += 1;
        tally.missing -= 1;
        await listing.add(row);
      }
    },
    finish: async (failed) => {
      await listing.end({
        json: (rows) => ({ ...failed, ...tally, results: rows.map(lineOf) }),
        line: { type: 'summary', ...tally },
        text: summary(),
      });
      return true;
    },
  });
  if (format.kind !== 'text' && tally.failed > 0) note(summary());
  return tally.failed === 0 ? EXIT.ok : EXIT.incomplete;
}

/** Each different link once: of a list in a file, or of the arguments. */
async function linksOf(session: Session, argument: string): Promise<readonly string[]> {
  const { t, note } = session;
  if (argument !== '-' && !existsSync(argument)) {
    return [...new Set(argument.split(/\s+/).map((link) => reviewLink(link, t)))];
  }
  const { list } = await readOwnList(session, argument, 'reviews');
  if (list.skipped.length > 0) note(skippedText(list.skipped, 'reviews', t));
  return [...new Set(list.links.map(({ url }) => url))];
}

/** The names of all packs of a link end alike, so that a second run does not make its pack again. */
function endOf(link: string): string {
  return `-${createHash('sha256').update(link).digest('hex').slice(0, HASH_CHARACTERS)}.zip`;
}

/** @throws RequestFailed when every other link would fail as well */
async function packFor(
  session: Session,
  link: string,
  { out, before }: { readonly out: string; readonly before: readonly string[] },
  blur: string,
): Promise<PackRow> {
  const { api, language, signal, t } = session;
  const row = { type: 'result', review_url: link, error: null, failure: null } as const;
  const end = endOf(link);
  const known = before.find((name) => name.endsWith(end));
  if (known !== undefined) return { ...row, file: join(out, known), status: 'exists' };
  const query = { url: link, lang: language, blur };
  let file = join(out, `evidence${end}`);
  const onFileName = (name: string) => {
    file = join(out, name.replace(/\.zip$/, end));
  };
  let pack: Uint8Array;
  try {
    pack = await buffer(api.file({ path: 'review-evidence', query, signal, onFileName }, ZIP));
  } catch (error) {
    if (!(error instanceof RequestFailed) || FOR_ALL.has(error.failure.code)) throw error;
    const { failure } = error;
    const { serviceCode, code, message } = failure;
    const why = { code: serviceCode ?? code, message };
    return { ...row, type: 'error', status: 'failed', file: null, error: why, failure };
  }
  await replaceFile(file, [pack], t);
  return { ...row, file, status: 'made' };
}

const lineOf = ({ failure: _, ...row }: PackRow) => row;

function packTable(session: Session): Table<PackRow> {
  const t = packCommandTexts(session.language);
  return {
    name: t('title'),
    columns: [
      { header: t('link'), value: ({ review_url }) => review_url },
      { header: t('state'), value: ({ status }) => t(`states.${status}`) },
      { header: t('file'), value: ({ file }) => file },
      { header: session.t('failures.code'), value: ({ error }) => error?.code ?? null },
    ],
    text: ({ review_url, status, file, failure }) => {
      const end = failure === null ? plainLine(file ?? '') : requestFailureText(failure, session);
      return `${t(`states.${status}`)}  ${plainLine(review_url)}\n   ${end}`;
    },
    line: lineOf,
  };
}
