import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import type { Language } from '../../../core/published/language.js';
import { verdictKind } from '../../../core/texts/outcomes.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { systemReason } from '../../../kit/terminal/failure-text.js';
import { isJsonFormat, type Session } from '../../../kit/terminal/session.js';
import { report, type ToolResult } from '../../../kit/terminal/tool-result.js';
import { checkPack, isProven, MAX_PACK_BYTES, refusal, type Verification } from '../proof/check-pack.js';
import type { Derivation } from '../proof/derive-verdict.js';
import { TOOLS } from '../proof/node-tools.js';
import { readPublicKeys } from '../proof/signature.js';
import { problemText, type VerifyTexts, verifyTexts } from '../proof/texts.js';

interface VerifyOptions {
  /** File with the public keys of which one must have signed the pack; without it the signer stays unknown. */
  readonly publicKey?: string;
  /** File with trusted certificates of stamp authorities; without it the certificates that Node.js trusts count. */
  readonly ca?: string;
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * `verify-evidence FILE`: checks an evidence pack. Good = unchanged, signed by a given key, and the verdict follows from
 * its loads. Needs no service and no network.
 */
export async function verifyEvidence(
  session: Session,
  file: string,
  { publicKey, ca }: VerifyOptions,
): Promise<ExitCode> {
  const { t, language } = session;
  const isJson = isJsonFormat(session, 'verify-evidence');
  const result = await checkedFile({ file, key: publicKey ?? null, ca: ca ?? null, isJson, language }).catch(
    (error: unknown): never => {
      throw new ExitError(EXIT.usage, systemReason(error, t));
    },
  );
  return report(session, result);
}

interface CheckRequest {
  readonly file: string;
  readonly key: string | null;
  readonly ca: string | null;
  readonly isJson: boolean;
  readonly language: Language;
}

/** @throws errors of reading the files */
async function checkedFile({ file, key, ca, isJson, language }: CheckRequest): Promise<ToolResult> {
  const t = verifyTexts(language);
  const keys = key === null ? null : readPublicKeys(await readFile(key, 'utf8'));
  if (key !== null && keys === null) return { faults: [t('notAKey', { key })] };
  const trusted = ca === null ? rootCertificates : ((await readFile(ca, 'utf8')).match(CERTIFICATES) ?? []);
  if (trusted.length === 0 || (ca !== null && !trusted.every(isCertificate)))
    return { faults: [t('noCertificates', { ca: String(ca) })] };
  const { size } = await stat(file);
  const options = { keyIds: keys?.map(({ id }) => id) ?? null, trusted, now: Date.now() };
  const found =
    size > MAX_PACK_BYTES ? refusal('too_large') : await checkPack(await readFile(file), options, TOOLS);
  const text = isJson
    ? `${JSON.stringify(asJson(file, found), null, 2)}\n`
    : `${linesOf(file, found, t).join('\n')}\n`;
  return { text, isGood: isProven(found), isOpen: found.problems.length === 0 };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function asJson(file: string, found: Verification) {
  const { problems, manifest, record, files, keyId, signer, stamp, derivation } = found;
  const changes = problems.filter(({ code }) => code !== 'key_other' && code !== 'verdict_not_supported');
  return {
    file,
    /** All answers below that are known are yes. */
    valid: isProven(found),
    unchanged: changes.length === 0,
    /** `given`: by a given key. `unknown`: by another key, or no key was given. Null = no valid signature. */
    signer,
    verdict_follows: derivation === null ? null : derivation.follows,
    problems,
    files,
    key_id: keyId,
    made_at_utc: (manifest ?? record)?.made_at_utc ?? null,
    /** Of the record of a client; null = the file is a pack. */
    record: record && { client: record.client, from: record.from, to: record.to },
    link: manifest?.link.given ?? null,
    verdict: manifest?.verdict ?? null,
    stamp: stamp && {
      at_utc: stamp.at.toISOString(),
      signer: stamp.signer,
      certificate_valid_to: stamp.validTo.toISOString(),
    },
  };
}

function linesOf(file: string, found: Verification, t: VerifyTexts): readonly string[] {
  const { problems, manifest, record, files, keyId, signer, derivation } = found;
  if (problems.length > 0) {
    const lines = problems.map((problem) => `✗ ${problemText(problem, t)}`);
    return [...lines, t('notValid', { file })];
  }
  const isKnown = signer === 'given';
  const made = clockOf(String((manifest ?? record)?.made_at_utc));
  return [
    t('files', { files: String(files) }),
    isKnown ? t('signedByGiven', { keyId: String(keyId) }) : t('signedByUnknown', { keyId: String(keyId) }),
    ...(derivation === null ? [] : verdictLines(found, derivation, t)),
    ...(record === null ? [] : [t('record', { client: record.client, from: record.from, to: record.to })]),
    ...stampLines(found, t),
    isKnown ? t('valid', { file, made }) : t('intact', { file, made }),
  ];
}

/** A time in ISO 8601 and UTC, as a person reads it. */
const clockOf = (iso: string) => iso.replace(/^(.{10})T(.{8}).*$/, '$1 $2 UTC');

function verdictLines({ manifest }: Verification, derivation: Derivation, t: VerifyTexts): readonly string[] {
  if (manifest === null || !derivation.follows) return [];
  const { is_visible, reason } = manifest.verdict;
  const [reviews, controls] = [derivation.reviews.join(', '), derivation.controls.join(', ')];
  const kind = verdictKind({ is_visible, visibility_reason: reason });
  return [t(`follows.${kind}`, { reason, reviews, controls })];
}

function stampLines({ manifest, record, stamp }: Verification, t: VerifyTexts): string[] {
  if (stamp === null) {
    const why = (manifest ?? record)?.timestamp.why ?? null;
    const reason = why === null ? '' : t('noStampReason', { why });
    return [t('noStamp', { reason })];
  }
  const end = clockOf(stamp.validTo.toISOString());
  const line = t('stamp', { at: clockOf(stamp.at.toISOString()), signer: stamp.signer });
  return stamp.validTo.getTime() >= Date.now() ? [line] : [line, t('stampExpired', { end })];
}
