import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const CONFIG = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
default_md = sha256
policy = any
rand_serial = yes
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[stamps]
extendedKeyUsage = critical,timeStamping
authorityKeyIdentifier = keyid
[web]
extendedKeyUsage = serverAuth
[tsa]
default_tsa = stamping
[stamping]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

interface AuthorityOptions {
  /** `YYYYMMDDHHMMSSZ`: the end of the signer's certificate, and of the certificate of the root. */
  readonly end?: string;
  readonly rootEnd?: string;
  readonly keyType?: 'rsa' | 'ec';
}

/** An authority for time stamps, made by openssl in a folder of its own. */
export function opensslAuthority(
  parent: string,
  { end = '20450101000000Z', rootEnd = '20450101000000Z', keyType = 'ec' }: AuthorityOptions = {},
) {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'authority-'));
  const file = (name: string) => join(folder, name);
  /** The arguments are separated by spaces; `_` stands for a space in a subject. */
  const openssl = (command: string) => {
    const args = command
      .split(/\s+/)
      .map((word) => (word.startsWith('/CN=') ? word.replaceAll('_', ' ') : word));
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  writeFileSync(file('a.cnf'), CONFIG);
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('serial'), '01');
  const algorithm = keyType === 'rsa' ? 'rsa:2048' : 'ec -pkeyopt ec_paramgen_curve:P-256';
  const made = (name: string, parts: string) =>
    `-newkey ${algorithm} -nodes -subj /CN=${name} -config a.cnf -keyout ${parts}.key`;
  const signed = (name: string, usage: string, by = '-cert ca.pem', until = end) => {
    openssl(`req -new ${made(`Invented_${name}`, name)} -out ${name}.csr`);
    openssl(
      `ca -batch -notext -config a.cnf ${by} -keyfile ca.key -in ${name}.csr -out ${name}.pem
       -extensions ${usage} -startdate 20200101000000Z -enddate ${until}`,
    );
  };
  signed('ca', 'authority', '-selfsign', rootEnd);
  signed('Stamps', 'stamps');
  const answer = (query: Buffer): Buffer => {
    writeFileSync(file('query'), query);
    openssl(
      `ts -reply -config a.cnf -section stamping -queryfile query -signer Stamps.pem -inkey Stamps.key
       -chain ca.pem -out reply`,
    );
    return readFileSync(file('reply'));
  };
  return {
    caFile: file('ca.pem'),
    ca: readFileSync(file('ca.pem'), 'utf8'),
    /** The answer to a query in DER. */
    answer,
    /** A stamp by a certificate for web servers, which openssl refuses to make as a stamp. */
    webServersAnswer: (query: Buffer): Buffer => {
      answer(query);
      openssl('ts -reply -in reply -token_out -out token');
      openssl('cms -verify -noverify -inform DER -in token -out info');
      signed('Web', 'web');
      openssl(
        `cms -sign -cades -binary -nodetach -econtent_type 1.2.840.113549.1.9.16.1.4 -in info -outform DER
         -signer Web.pem -inkey Web.key -out forged`,
      );
      const granted = Buffer.from('3003020100', 'hex');
      const content = Buffer.concat([granted, readFileSync(file('forged'))]);
      const head = Buffer.from([0x30, 0x82, 0, 0]);
      head.writeUInt16BE(content.length, 2);
      return Buffer.concat([head, content]);
    },
  };
}

/** A server on this machine; `close` ends it with its connections. */
export async function localServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/stamp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A listener that answers each query with `answer`. */
export function stamping(answer: (query: Buffer) => Buffer): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/timestamp-reply');
      response.end(answer(Buffer.concat(chunks)));
    });
  };
}
