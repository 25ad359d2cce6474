import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { readPublicKey } from '../evidence/signature.js';
import { DEFAULT_TRUST } from '../evidence/timestamp.js';
import { MAX_PACK_BYTES, type Problem, refusal, type Verification, verifyPack } from '../evidence/verify.js';
import type { Say, ToolResult } from './rules.js';

interface VerifyRequest {
  readonly file: string;
  /** File with the public key that must have signed the pack; null = any key counts. */
  readonly key: string | null;
  /** File with trusted certificates of stamp authorities; null = the certificates that Node.js trusts. */
  readonly ca: string | null;
  readonly isJson: boolean;
  readonly say: Say;
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Checks an evidence pack. Needs no service and no network. @throws errors of reading the files */
export async function verifyEvidence(request: VerifyRequest): Promise<ToolResult> {
  const { file, key, ca, isJson, say } = request;
  const keyId = key === null ? null : (readPublicKey(await readFile(key, 'utf8'))?.id ?? null);
  if (key !== null && keyId === null)
    return {
      faults: [
        say(
          `${key}: to nie jest klucz publiczny Ed25519 (PEM).`,
          `${key}: this is not a public Ed25519 key (PEM).`,
        ),
      ],
    };
  const trusted = ca === null ? DEFAULT_TRUST : ((await readFile(ca, 'utf8')).match(CERTIFICATES) ?? []);
  if (trusted.length === 0 || (ca !== null && !trusted.every(isCertificate)))
    return {
      faults: [
        say(`${ca}: w pliku nie ma certyfikatów (PEM).`, `${ca}: the file has no certificates (PEM).`),
      ],
    };
  const { size } = await stat(file);
  const found =
    size > MAX_PACK_BYTES
      ? refusal('too_large')
      : await verifyPack(await readFile(file), { keyId, trusted, now: Date.now() });
  const text = isJson
    ? `${JSON.stringify(asJson(file, found), null, 2)}\n`
    : report(file, found, keyId !== null, say);
  return { text, isGood: found.problems.length === 0 };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function asJson(file: string, { problems, manifest, files, keyId, stamp }: Verification) {
  return {
    file,
    valid: problems.length === 0,
    problems,
    files,
    key_id: keyId,
    made_at_utc: manifest?.made_at_utc ?? null,
    link: manifest?.link.given ?? null,
    verdict: manifest?.verdict ?? null,
    stamp: stamp && {
      at_utc: stamp.at.toISOString(),
      signer: stamp.signer,
      certificate_valid_to: stamp.validTo.toISOString(),
    },
  };
}

function report(file: string, found: Verification, isKeyGiven: boolean, say: Say): string {
  const { problems, manifest, files, keyId } = found;
  if (problems.length > 0) {
    const lines = problems.map((problem) => `✗ ${problemText(problem, say)}`);
    return `${[...lines, say(`${file}: pakiet jest nieprawidłowy.`, `${file}: the pack is not valid.`)].join('\n')}\n`;
  }
  const lines = [
    say(`✓ Pliki: ${files}, wszystkie zgodne z manifestem.`, `✓ Files: ${files}, all as in the manifest.`),
    isKeyGiven
      ? say(`✓ Podpisano podanym kluczem ${keyId}.`, `✓ Signed by the given key ${keyId}.`)
      : say(
          `✓ Podpisano kluczem ${keyId}. Porównaj go z kluczem publicznym usługi albo wskaż go w --public-key.`,
          `✓ Signed by the key ${keyId}. Compare it with the public key of the service, or name it with --public-key.`,
        ),
    ...stampLines(found, say),
    say(
      `${file}: pakiet jest prawidłowy. Sporządzono ${manifest?.made_at_utc}.`,
      `${file}: the pack is valid. Made at ${manifest?.made_at_utc}.`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function stampLines({ manifest, stamp }: Verification, say: Say): string[] {
  if (stamp === null) {
    const why = manifest?.timestamp.why ?? null;
    const reason =
      why === null ? '' : say(`: urząd go nie wydał (${why})`, `: the authority gave no time stamp (${why})`);
    return [say(`- Pakiet nie ma znacznika czasu${reason}.`, `- The pack has no time stamp${reason}.`)];
  }
  const at = stamp.at.toISOString();
  const end = stamp.validTo.toISOString();
  const line = say(`✓ Znacznik czasu: ${at}, ${stamp.signer}.`, `✓ Time stamp: ${at}, ${stamp.signer}.`);
  if (stamp.validTo.getTime() >= Date.now()) return [line];
  const expired = say(
    `! Certyfikat urzędu wygasł ${end}, po czasie znacznika.`,
    `! The certificate of the authority expired at ${end}, after the time stamp.`,
  );
  return [line, expired];
}

function problemText({ code, subject }: Problem, say: Say): string {
  const [pl, en] = PROBLEMS[code];
  return say(pl, en)
    .replace('%', () => subject ?? '')
    .trim();
}

/** Polish and English; `%` stands for the file, certificate or time. */
const PROBLEMS: Readonly<Record<Problem['code'], readonly [pl: string, en: string]>> = {
  not_a_zip: ['To nie jest cały plik ZIP.', 'This is not a whole ZIP file.'],
  too_large: [
    'Plik jest za duży, więc nie został rozpakowany. %',
    'The file is too large, so it was not unpacked. %',
  ],
  path_outside: ['Niedozwolona ścieżka: %', 'The path is not allowed: %'],
  duplicate_name: ['Dwa pliki o tej samej nazwie: %', 'Two files with the same name: %'],
  not_a_file: ['To nie jest zwykły plik: %', 'Not a plain file: %'],
  unreadable_file: ['Nie można odczytać pliku: %', 'The file cannot be read: %'],
  no_manifest: ['Brak pliku manifest.json.', 'There is no manifest.json.'],
  manifest_invalid: ['Błędny plik manifest.json: %', 'manifest.json is not valid: %'],
  holds_packs: [
    'Ten ZIP zawiera kilka pakietów. Rozpakuj go i sprawdź każdy z nich.',
    'This ZIP contains several packs. Unpack it and check each pack.',
  ],
  file_missing: ['Brak pliku: %', 'A file is missing: %'],
  file_added: ['Tego pliku nie ma w manifeście: %', 'The manifest does not name this file: %'],
  file_changed: [
    'Plik różni się od zapisu w manifeście: %',
    'The file differs from its entry in the manifest: %',
  ],
  signature_missing: ['Brak podpisu: %', 'The signature is missing: %'],
  signature_unreadable: ['Nieczytelny podpis: %', 'The signature cannot be read: %'],
  signature_invalid: ['Podpis nie pasuje do manifestu: %', 'The signature does not fit the manifest: %'],
  signature_other_manifest: [
    'Podpis należy do innego manifestu: %',
    'The signature belongs to another manifest: %',
  ],
  key_other: ['Podpisano innym kluczem: %', 'Signed by another key: %'],
  stamp_missing: ['Brak znacznika czasu: %', 'The time stamp is missing: %'],
  stamp_unexpected: [
    'Manifest nie wymienia tego znacznika czasu: %',
    'The manifest does not name this time stamp: %',
  ],
  stamp_unreadable: ['Nieczytelny znacznik czasu: %', 'The time stamp cannot be read: %'],
  stamp_refused: ['Urząd odmówił znacznika czasu: %', 'The authority refused the time stamp: %'],
  stamp_other_manifest: [
    'Znacznik czasu należy do innego manifestu: %',
    'The time stamp belongs to another manifest: %',
  ],
  stamp_invalid: ['Podpis znacznika czasu jest błędny: %', 'The signature of the time stamp is not valid: %'],
  stamp_not_an_authority: [
    'Certyfikat nie służy do znaczników czasu: %',
    'The certificate is not made for time stamps: %',
  ],
  stamp_expired: [
    'W chwili znacznika certyfikat urzędu nie był ważny: %',
    'The certificate of the authority was not valid at the time of the stamp: %',
  ],
  stamp_untrusted: [
    'Urząd znacznika czasu nie jest zaufany: %. Jego certyfikat wskaż w --ca.',
    'The authority of the time stamp is not trusted: %. Name its certificate with --ca.',
  ],
  clock_differs_from_stamp: [
    'Zegar usługi różni się o ponad 5 minut od znacznika czasu: %',
    'The clock of the service differs by more than 5 minutes from the time stamp: %',
  ],
  made_in_future: [
    'Pakiet ma czas z przyszłości: %. Błędny jest zegar usługi albo tego komputera.',
    'The time of the pack is in the future: %. The clock of the service or of this machine is wrong.',
  ],
  times_out_of_order: [
    'Czasy w manifeście przeczą sobie: %',
    'The times in the manifest contradict each other: %',
  ],
};
