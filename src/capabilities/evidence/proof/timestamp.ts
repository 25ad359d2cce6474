import { createHash, X509Certificate } from 'node:crypto';
import type * as Pki from 'pkijs';
import { request } from 'undici';
import { DiagnosticError } from '../../../core/errors.js';
import { digestOf } from './digest.js';
import { MAX_CLOCK_DIFFERENCE_MS, type StampCheck } from './proof-tools.js';

// Time stamps of RFC 3161 over `manifest.json`. pkijs is loaded when a stamp is asked for or checked.

/** A service that stamps manifests. */
export interface StampAuthority {
  /** Its address without user, password and query: a query may hold a token. */
  readonly name: string;
  /** The answer of the authority for the bytes of a manifest. @throws StampError; `signal.reason` once aborted */
  stamp(manifest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** Why there is no stamp, in words that the manifest may hold. */
export class StampError extends DiagnosticError {
  override readonly name = 'StampError';
}

const STAMP_MS = 10_000;
const MAX_STAMP_BYTES = 256 * 1024;
const MAX_CERTIFICATES = 16;
const MAX_ISSUERS_ASKED = 64;
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const SHA256 = '2.16.840.1.101.3.4.2.1';
/** The result code of pkijs for a certificate that was not valid at the time of the check. */
const NOT_VALID_AT_THE_TIME = 8;

/**
 * Asks an authority for stamps, and checks everything about each stamp except whether the authority is trusted. User and
 * password of the address are sent as Basic authorization. `timeoutMs`: time limit of one stamp, in milliseconds.
 */
export function createStampAuthority(address: string, timeoutMs = STAMP_MS): StampAuthority {
  const url = new URL(address);
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  const login = user === '' && password === '' ? null : Buffer.from(`${user}:${password}`).toString('base64');
  url.username = '';
  url.password = '';
  return {
    name: `${url.origin}${url.pathname}`,
    stamp: async (manifest, signal) => {
      const askedAt = Date.now();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const body = await stampRequest(manifest);
      const stamp = await ask(url, login, body, limit).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof StampError ? error : new StampError(`no answer: ${reasonOf(error, limit)}`);
      });
      const check = await checkStamp(stamp, manifest, null);
      if (check.state !== 'valid') throw new StampError(`the answer is no valid stamp: ${check.state}`);
      const difference = Math.abs(check.at.getTime() - askedAt);
      if (difference > MAX_CLOCK_DIFFERENCE_MS)
        throw new StampError('the clocks of the authority and of this service differ by more than 5 minutes');
      return stamp;
    },
  };
}

function reasonOf(error: unknown, limit: AbortSignal): string {
  if (limit.aborted) return 'the time limit';
  return (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : 'unknown');
}

/** Without a nonce: no two manifests are the same, so an old stamp belongs to another manifest. */
async function stampRequest(manifest: Uint8Array): Promise<Buffer> {
  const [pki, asn1] = await Promise.all([import('pkijs'), import('asn1js')]);
  const imprint = new pki.MessageImprint({
    hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1.Null() }),
    hashedMessage: new asn1.OctetString({ valueHex: digestOf(manifest) }),
  });
  const message = new pki.TimeStampReq({ version: 1, messageImprint: imprint, certReq: true });
  return Buffer.from(message.toSchema().toBER());
}

async function ask(url: URL, login: string | null, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(login !== null && { authorization: `Basic ${login}` }),
  };
  const answer = await request(url, { method: 'POST', headers, body, signal });
  if (answer.statusCode !== 200) {
    answer.body.dump({ limit: MAX_STAMP_BYTES, signal }).catch(() => undefined);
    throw new StampError(`the authority answered with status ${answer.statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_STAMP_BYTES) throw new StampError('the answer is too long');
  }
  return Buffer.concat(chunks);
}

/**
 * Checks a stamp of a manifest. `trusted`: certificates in PEM; the chain of the stamp must lead to one of these
 * certificates. Null = the trust is not checked.
 */
export async function checkStamp(
  stamp: Uint8Array,
  manifest: Uint8Array,
  trusted: readonly string[] | null,
): Promise<StampCheck> {
  if (stamp.length > MAX_STAMP_BYTES) return { state: 'unreadable' };
  try {
    return await judgeStamp(await import('pkijs'), stamp, manifest, trusted);
  } catch {
    // pkijs throws on data that it cannot read; for some parts only when they are used.
    return { state: 'unreadable' };
  }
}

async function judgeStamp(
  pki: typeof Pki,
  stamp: Uint8Array,
  manifest: Uint8Array,
  trusted: readonly string[] | null,
): Promise<StampCheck> {
  const response = pki.TimeStampResp.fromBER(Uint8Array.from(stamp).buffer);
  if (response.status.status !== 0 && response.status.status !== 1) return { state: 'refused' };
  const token = response.timeStampToken;
  if (token?.contentType !== pki.id_ContentType_SignedData) return { state: 'unreadable' };
  const signed = new pki.SignedData({ schema: token.content });
  const { eContentType, eContent } = signed.encapContentInfo;
  const certificates = (signed.certificates ?? []).filter((item) => item instanceof pki.Certificate);
  const [signerInfo, ...others] = signed.signerInfos;
  // pkijs compares the manifest with the stamp only if the content type says that the content is a stamp.
  if (eContentType !== pki.id_eContentType_TSTInfo || eContent === undefined) return { state: 'unreadable' };
  if (signerInfo === undefined || others.length > 0 || certificates.length > MAX_CERTIFICATES)
    return { state: 'unreadable' };
  const signer = certificates.find((certificate) => isNamedBy(pki, certificate, signerInfo));
  if (signer === undefined) return { state: 'unreadable' };
  const { messageImprint, genTime: at } = pki.TSTInfo.fromBER(eContent.getValue());
  const digest = digestOf(manifest);
  const isOwn =
    messageImprint.hashAlgorithm.algorithmId === SHA256 &&
    digest.equals(messageImprint.hashedMessage.valueBlock.valueHexView);
  if (!isOwn) return { state: 'other_manifest' };
  if (!isForStamps(signer)) return { state: 'not_an_authority' };
  const data = Uint8Array.from(manifest).buffer;
  // pkijs uses the first certificate with the right name and number, and anybody can add such a certificate.
  signed.certificates = [signer];
  if (!(await signed.verify({ signer: 0, data }).catch(() => false))) return { state: 'invalid' };
  const certificate = new X509Certificate(Buffer.from(signer.toSchema().toBER()));
  const subject = certificate.subject.replaceAll('\n', ', ');
  if (Number.isNaN(at.getTime())) return { state: 'unreadable' };
  if (at < signer.notBefore.value || at > signer.notAfter.value) return { state: 'expired', signer: subject };
  const chain = trusted === null ? 'valid' : await checkChain(pki, { at, signer, certificates }, trusted);
  if (chain !== 'valid') return { state: chain, signer: subject };
  return { state: 'valid', at, signer: subject, validTo: signer.notAfter.value };
}

/** True for the certificate that the signed attributes name by its hash (ESSCertID, RFC 5035 and RFC 2634). */
function isNamedBy(pki: typeof Pki, certificate: Pki.Certificate, signer: Pki.SignerInfo): boolean {
  const { sid } = signer;
  if (!(sid instanceof pki.IssuerAndSerialNumber)) return false;
  if (!certificate.issuer.isEqual(sid.issuer) || !certificate.serialNumber.isEqual(sid.serialNumber))
    return false;
  const der = Buffer.from(certificate.toSchema().toBER());
  const attributes = signer.signedAttrs?.attributes ?? [];
  return attributes.some(({ type, values }) => {
    const algorithms = ESS_HASHES[type] ?? [];
    const named = Buffer.from(values[0]?.toBER() ?? []);
    return algorithms.some((name) => named.includes(createHash(name).update(der).digest()));
  });
}

const ESS_HASHES: Readonly<Record<string, readonly string[]>> = {
  '1.2.840.113549.1.9.16.2.12': ['sha1'],
  '1.2.840.113549.1.9.16.2.47': ['sha256', 'sha384', 'sha512'],
};

/**
 * RFC 3161, section 2.3: the certificate serves time stamps alone, and its extension is marked as critical. pkijs does
 * not check it.
 */
function isForStamps({ extensions = [] }: Pki.Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === '2.5.29.37');
  const purposes: unknown = usage?.parsedValue?.keyPurposes;
  return usage?.critical === true && Array.isArray(purposes) && purposes.join() === TIME_STAMPING;
}

interface StampChain {
  readonly at: Date;
  readonly signer: Pki.Certificate;
  readonly certificates: readonly Pki.Certificate[];
}

/** Checks the certificates behind a stamp, at the time of the stamp. Revocation is not checked: no network. */
async function checkChain(
  pki: typeof Pki,
  { at, signer, certificates }: StampChain,
  trusted: readonly string[],
): Promise<'valid' | 'expired' | 'untrusted'> {
  const trustedCerts = trusted.flatMap((pem) => {
    try {
      return pki.Certificate.fromBER(Uint8Array.from(new X509Certificate(pem).raw).buffer);
    } catch {
      return [];
    }
  });
  let asked = 0;
  const engine = new pki.CertificateChainValidationEngine({
    trustedCerts,
    certs: [...certificates.filter((certificate) => certificate !== signer), signer],
    checkDate: at,
    // Certificates that name each other as issuers would be followed for ever.
    findIssuer: (certificate, validation, crypto) => {
      asked += 1;
      if (asked > MAX_ISSUERS_ASKED) throw new StampError('too many issuers');
      return validation.defaultFindIssuer(certificate, validation, crypto);
    },
  });
  const { result, resultCode } = await engine.verify();
  if (result) return 'valid';
  return resultCode === NOT_VALID_AT_THE_TIME ? 'expired' : 'untrusted';
}
