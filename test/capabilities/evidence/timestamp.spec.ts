import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as pki from 'pkijs';
import type { PackFile } from '../../../src/capabilities/evidence/make/pack-zip.js';
import { checkPack } from '../../../src/capabilities/evidence/proof/check-pack.js';
import { TOOLS } from '../../../src/capabilities/evidence/proof/node-tools.js';
import { canonicalBytes, readManifest } from '../../../src/capabilities/evidence/proof/pack-manifest.js';
import {
  checkStamp,
  createStampAuthority,
  type StampAuthority,
} from '../../../src/capabilities/evidence/proof/timestamp.js';
import { EVIDENCE_SETTINGS } from '../../../src/capabilities/evidence/settings.js';
import { inventedDraft, inventedPack, zipped } from '../../support/evidence-pack.js';
import { isLongRun } from '../../support/long-run.js';
import { localServer, opensslAuthority, stamping } from '../../support/stamp-authority.js';
import { expect, test } from '../../support/test.js';

let openssl: ReturnType<typeof opensslAuthority>;
test.beforeAll(() => {
  openssl = opensslAuthority(test.info().outputPath());
});

const bytesOf = (files: readonly PackFile[], path: string) =>
  Buffer.from(files.find((file) => file.path === path)?.bytes ?? []);

async function verified(files: readonly PackFile[], trusted: readonly string[]) {
  return checkPack(await zipped(files), { keyIds: null, trusted, now: Date.now() }, TOOLS);
}

/** Asks an authority, as long as `use` lasts. */
async function withServer(
  listener: RequestListener,
  use: (url: string, authority: StampAuthority) => Promise<void>,
  { login = '', timeoutMs = 600_000 }: { readonly login?: string; readonly timeoutMs?: number } = {},
): Promise<void> {
  const server = await localServer(listener);
  try {
    await use(server.url, createStampAuthority(server.url.replace('//', `//${login}`), timeoutMs));
  } finally {
    server.close();
  }
}

test('a pack is stamped by an authority of openssl, with a key of RSA or of an elliptic curve', async () => {
  for (const made of [opensslAuthority(test.info().outputPath(), { keyType: 'rsa' }), openssl]) {
    const logins: (string | undefined)[] = [];
    const answer = stamping(made.answer);
    const listener: RequestListener = (request, response) => {
      logins.push(request.headers.authorization);
      answer(request, response);
    };
    const use = async (url: string, authority: StampAuthority) => {
      const { files } = await inventedPack({ authority });
      expect(await verified(files, [made.ca])).toMatchObject({
        problems: [],
        stamp: { state: 'valid', signer: 'CN=Invented Stamps', validTo: new Date('2045-01-01T00:00:00Z') },
        manifest: { timestamp: { status: 'requested', authority: url, why: null } },
      });
      expect(logins).toEqual([`Basic ${Buffer.from('jan:zażółć:1').toString('base64')}`]);
      const untrusted = { code: 'stamp_untrusted', subject: 'CN=Invented Stamps' };
      expect((await verified(files, [])).problems).toEqual([untrusted]);
      const without = files.filter(({ path }) => path !== 'timestamp.tsr');
      expect((await verified(without, [made.ca])).problems).toEqual([
        { code: 'stamp_missing', subject: 'timestamp.tsr' },
      ]);
    };
    await withServer(listener, use, { login: 'jan:zażółć%3A1@' });
  }
});

test('a stamp of another manifest, a damaged one and one that was not asked for are named', async () => {
  await withServer(stamping(openssl.answer), async (_url, authority) => {
    const { files } = await inventedPack({ authority });
    const other = await inventedPack({ authority, draft: inventedDraft(Date.now() - 1_000) });
    const withStamp = (bytes: Uint8Array) =>
      files.map((file) => (file.path === 'timestamp.tsr' ? { path: file.path, bytes } : file));
    const problems = async (stamp: Uint8Array) => (await verified(withStamp(stamp), [openssl.ca])).problems;
    const subject = 'timestamp.tsr';
    const stamp = bytesOf(files, subject);
    const damaged = Buffer.from(stamp);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    for (const [bytes, code] of [
      [bytesOf(other.files, subject), 'stamp_other_manifest'],
      [damaged, 'stamp_invalid'],
      [stamp.subarray(0, 300), 'stamp_unreadable'],
      [Buffer.alloc(300_000), 'stamp_unreadable'],
    ] as const)
      expect(await problems(bytes)).toEqual([{ code, subject }]);
    const plain = await inventedPack();
    const added = [...plain.files, { path: subject, bytes: stamp }];
    expect((await verified(added, [openssl.ca])).problems.map(({ code }) => code)).toEqual([
      ...['stamp_unexpected', 'stamp_other_manifest'],
    ]);
  });
});

test('a clock of the service that differs from the stamp is named', async () => {
  await withServer(stamping(openssl.answer), async (_url, authority) => {
    const { files } = await inventedPack({ authority, draft: inventedDraft(Date.now() - 600_000) });
    const { problems, stamp } = await verified(files, [openssl.ca]);
    expect(problems).toEqual([{ code: 'clock_differs_from_stamp', subject: stamp?.at.toISOString() }]);
  });
});

test('an authority whose certificate, or whose root, had expired at the time of the stamp is named', async () => {
  const expired = opensslAuthority(test.info().outputPath(), { end: '20210101000000Z' });
  const query = opensslQuery(Buffer.from('manifest'));
  const check = await checkStamp(expired.answer(query), Buffer.from('manifest'), [expired.ca]);
  expect(check).toEqual({ state: 'expired', signer: 'CN=Invented Stamps' });
  const root = opensslAuthority(test.info().outputPath(), { rootEnd: '20210101000000Z' });
  const stamp = root.answer(query);
  expect(await checkStamp(stamp, Buffer.from('manifest'), [root.ca])).toEqual(check);
  expect(await checkStamp(stamp, Buffer.from('manifest'), [expired.ca])).toMatchObject({
    state: 'untrusted',
  });
});

test('a certificate that is not made for time stamps is no authority, although it is trusted', async () => {
  const query = opensslQuery(Buffer.from('manifest'));
  const check = await checkStamp(openssl.webServersAnswer(query), Buffer.from('manifest'), [openssl.ca]);
  expect(check).toEqual({ state: 'not_an_authority' });
});

test('a certificate that takes the name and number of the real one does not make a stamp valid', async () => {
  const manifest = Buffer.from('manifest');
  const stamp = openssl.answer(opensslQuery(manifest));
  expect(await checkStamp(stamp, manifest, [openssl.ca])).toMatchObject({ state: 'valid' });
  const forged = await signedByStranger(stamp);
  expect(await checkStamp(forged, manifest, [openssl.ca])).toEqual({ state: 'invalid' });
});

test('no damage to a stamp stops the check, or makes another time of it', async () => {
  const manifest = Buffer.from('manifest');
  const stamp = openssl.answer(opensslQuery(manifest));
  const good = await checkStamp(stamp, manifest, [openssl.ca]);
  const states = new Set<string>();
  for (let at = 0; at < stamp.length; at += isLongRun ? 11 : 37) {
    const damaged = Buffer.from(stamp);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    const check = await checkStamp(damaged, manifest, [openssl.ca]);
    states.add(check.state);
    // The authority's own certificate comes along unsigned: damage to it changes nothing.
    if (check.state === 'valid') expect(check).toEqual(good);
  }
  expect([...states]).toEqual(expect.arrayContaining(['unreadable', 'invalid', 'other_manifest']));
});

test('an authority that fails is named in the manifest, and the pack comes and is valid', async () => {
  const old = openssl.answer(opensslQuery(Buffer.from('something else')));
  const listeners = {
    'the authority answered with status 503': stamping(() => Buffer.alloc(0)),
    'the answer is no valid stamp: other_manifest': stamping(() => old),
    'the answer is no valid stamp: refused': stamping((query) => openssl.answer(query.subarray(0, -20))),
    'the answer is no valid stamp: unreadable': stamping(() => Buffer.from('<html>')),
    'the answer is too long': stamping(() => Buffer.alloc(400_000)),
    'no answer: the time limit': () => undefined,
  };
  for (const [why, listener] of Object.entries(listeners)) {
    const answer: RequestListener = (request, response) => {
      response.statusCode = /\d+$/.test(why) ? 503 : 200;
      listener(request, response);
    };
    const use = async (url: string, authority: StampAuthority) => {
      const { files } = await inventedPack({ authority });
      const manifest = readManifest(bytesOf(files, 'manifest.json'));
      expect(manifest.timestamp).toEqual({ status: 'failed', authority: url, why });
      expect((await verified(files, [])).problems).toEqual([]);
    };
    await withServer(answer, use, { timeoutMs: why.endsWith('limit') ? 200 : 600_000 });
  }
  const gone = createStampAuthority('http://127.0.0.1:1/');
  const { files } = await inventedPack({ authority: gone });
  expect(readManifest(bytesOf(files, 'manifest.json')).timestamp.why).toBe('no answer: ECONNREFUSED');
});

test('a stamp that nobody waits for any more ends the pack', async () => {
  const abort = new AbortController();
  const leaves = () => abort.abort(new Error('the client has gone'));
  await withServer(leaves, async (_url, authority) => {
    const asked = authority.stamp(canonicalBytes({}), abort.signal);
    await expect(asked).rejects.toThrow('the client has gone');
  });
});

test('stamps are asked for over https, or http on this machine', () => {
  const allowed = [
    ...['https://tsa.test/', 'http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]:3/tsr'],
    'https://jan:has%C5%82o@tsa.test/',
  ];
  const refused = [
    'http://tsa.test/',
    'http://jan:haslo@tsa.test/',
    'ftp://127.0.0.1/',
    'https://jan:100%@tsa.test/',
    'http://127.0.0.1.test/',
    '',
  ];
  const isAllowed = (address: string) => EVIDENCE_SETTINGS.shape.TSA_URL.safeParse(address).success;
  expect(allowed.filter(isAllowed)).toEqual(allowed);
  expect(refused.filter(isAllowed)).toEqual([]);
});

/** The stamp, signed with another key. Its certificate stands before the real one, which the stamp still names. */
async function signedByStranger(stamp: Buffer): Promise<Buffer> {
  const response = pki.TimeStampResp.fromBER(Uint8Array.from(stamp).buffer);
  const { timeStampToken: token } = response;
  const signed = new pki.SignedData({ schema: token?.content });
  const certificates = (signed.certificates ?? []).filter((item) => item instanceof pki.Certificate);
  const real = certificates.find(
    ({ subject }) => !certificates.some(({ issuer }) => issuer.isEqual(subject)),
  );
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
  const keys = await crypto.subtle.generateKey(
    { ...algorithm, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const double = pki.Certificate.fromBER(real?.toSchema().toBER() ?? new ArrayBuffer(0));
  await double.subjectPublicKeyInfo.importKey(keys.publicKey);
  await double.sign(keys.privateKey, 'SHA-256');
  signed.certificates = [double, ...certificates];
  await signed.sign(keys.privateKey, 0, 'SHA-256');
  if (token !== undefined) token.content = signed.toSchema(true);
  return Buffer.from(response.toSchema().toBER());
}

/** A query in DER for the SHA-256 of some bytes, without a nonce. */
function opensslQuery(data: Buffer): Buffer {
  const digest = createHash('sha256').update(data).digest();
  const algorithm = Buffer.from('300d06096086480165030402010500', 'hex');
  const imprint = der(0x30, Buffer.concat([algorithm, der(0x04, digest)]));
  return der(0x30, Buffer.concat([Buffer.from([2, 1, 1]), imprint, Buffer.from([1, 1, 0xff])]));
}

function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
