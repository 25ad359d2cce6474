import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Say, ToolResult } from '../../../core/provider/rules/print-rules.js';
import type { Derivation, Flaw, Gap } from '../proof/derive-verdict.js';
import { readPublicKeys } from '../proof/signature.js';
import { DEFAULT_TRUST } from '../proof/timestamp.js';
import {
  isProven,
  MAX_COLLECTION_BYTES,
  type Problem,
  refusal,
  type Verification,
  type VerifyOptions,
  verifyCollection,
  verifyPack,
} from '../proof/verify-pack.js';

interface VerifyRequest {
  readonly file: string;
  /** File with the public keys of which one must have signed the pack; null = the signer stays unknown. */
  readonly key: string | null;
  /** File with trusted certificates of stamp authorities; null = the certificates that Node.js trusts. */
  readonly ca: string | null;
  readonly isJson: boolean;
  readonly say: Say;
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Checks an evidence pack, or each pack of a ZIP with several. Good = unchanged, signed by a given key, and the verdict
 * follows from the loads. Needs no service and no network. @throws errors of reading the files
 */
export async function verifyEvidence(request: VerifyRequest): Promise<ToolResult> {
  const { file, key, ca, isJson, say } = request;
  const keys = key === null ? null : readPublicKeys(await readFile(key, 'utf8'));
  if (key !== null && keys === null)
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
  const options = { keyIds: keys?.map(({ id }) => id) ?? null, trusted, now: Date.now() };
  const { problems, packs } = await checked(size, file, options);
  const all = [...problems, ...packs.flatMap(({ found }) => found.problems)];
  const isGood = problems.length === 0 && packs.every(({ found }) => isProven(found));
  const isCollection = packs.some((pack) => pack.file !== null) || packs.length === 0;
  const json = isCollection
    ? {
        ...{ file, valid: isGood, problems },
        packs: packs.map((pack) => asJson(pack.file ?? file, pack.found)),
      }
    : packs.map(({ found }) => asJson(file, found))[0];
  const lines = [
    ...packs.flatMap((pack) => report(pack.file ?? file, pack.found, say)),
    ...(isCollection ? collectionLines(file, { problems, packs, isGood }, say) : []),
  ];
  const text = isJson ? `${JSON.stringify(json, null, 2)}\n` : `${lines.join('\n')}\n`;
  return { text, isGood, isOpen: all.length === 0 };
}

/** What was found in a file. `file` null = the file itself is the pack. */
interface Checked {
  readonly problems: readonly Problem[];
  readonly packs: readonly { readonly file: string | null; readonly found: Verification }[];
}

async function checked(size: number, file: string, options: VerifyOptions): Promise<Checked> {
  const single = (found: Verification): Checked => ({ problems: [], packs: [{ file: null, found }] });
  if (size > MAX_COLLECTION_BYTES) return single(refusal('too_large'));
  const bytes = await readFile(file);
  return (await verifyCollection(bytes, options)) ?? single(await verifyPack(bytes, options));
}

function collectionLines(
  file: string,
  { problems, packs, isGood }: Checked & { readonly isGood: boolean },
  say: Say,
): readonly string[] {
  const good = packs.filter(({ found }) => isProven(found)).length;
  const wrong = packs.filter(({ found }) => found.problems.length > 0).length;
  const open = packs.length - good - wrong;
  const end = isGood
    ? say('wszystkie pakiety są prawidłowe', 'all packs are valid')
    : problems.length > 0
      ? say('ten zbiór pakietów jest nieprawidłowy', 'this collection of packs is not valid')
      : say('nie wszystko jest potwierdzone', 'not everything is confirmed');
  return [
    ...problems.map((problem) => `✗ ${problemText(problem, say)}`),
    say(
      `${file}: pakiety: ${packs.length}, prawidłowe: ${good}, nienaruszone bez znanego podpisującego: ${open}, nieprawidłowe: ${wrong}; ${end}.`,
      `${file}: packs: ${packs.length}, valid: ${good}, intact with an unknown signer: ${open}, not valid: ${wrong}; ${end}.`,
    ),
  ];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function asJson(file: string, found: Verification) {
  const { problems, manifest, files, keyId, signer, stamp, derivation } = found;
  const changes = problems.filter(({ code }) => code !== 'key_other' && code !== 'verdict_not_supported');
  return {
    file,
    /** All three answers below are yes. */
    valid: isProven(found),
    unchanged: changes.length === 0,
    /** `given`: by a given key. `unknown`: by another key, or no key was given. Null = no valid signature. */
    signer,
    verdict_follows: derivation === null ? null : derivation.follows,
    /** Facts that this pack, made by an older version, does not record. */
    not_recorded: derivation?.follows === true ? derivation.gaps : [],
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

function report(file: string, found: Verification, say: Say): readonly string[] {
  const { problems, manifest, files, keyId, signer, derivation } = found;
  if (problems.length > 0) {
    const lines = problems.map((problem) => `✗ ${problemText(problem, say)}`);
    return [...lines, say(`${file}: pakiet jest nieprawidłowy.`, `${file}: the pack is not valid.`)];
  }
  const isKnown = signer === 'given';
  const made = manifest?.made_at_utc;
  return [
    say(`✓ Pliki: ${files}, wszystkie zgodne z manifestem.`, `✓ Files: ${files}, all as in the manifest.`),
    isKnown
      ? say(`✓ Podpisano podanym kluczem ${keyId}.`, `✓ Signed by the given key ${keyId}.`)
      : say(
          `? Podpisano kluczem ${keyId}. Każdy może podpisać pakiet własnym kluczem: wskaż klucz publiczny operatora w --public-key.`,
          `? Signed by the key ${keyId}. Anybody can sign a pack with a key of their own: name the public key of the operator with --public-key.`,
        ),
    ...(derivation === null ? [] : verdictLines(found, derivation, say)),
    ...stampLines(found, say),
    isKnown
      ? say(
          `${file}: pakiet jest prawidłowy. Sporządzono ${made}.`,
          `${file}: the pack is valid. Made at ${made}.`,
        )
      : say(
          `${file}: pakiet jest nienaruszony, ale nie wiadomo, kto go podpisał. Sporządzono ${made}.`,
          `${file}: the pack is intact, but its signer is unknown. Made at ${made}.`,
        ),
  ];
}

function verdictLines({ manifest }: Verification, derivation: Derivation, say: Say): readonly string[] {
  if (manifest === null || !derivation.follows) return [];
  const { is_visible: isVisible, reason } = manifest.verdict;
  const [reviews, controls] = [derivation.reviews.join(', '), derivation.controls.join(', ')];
  const line = isVisible
    ? say(
        `✓ Werdykt wynika z wczytań: opinia widoczna (wczytanie ${reviews}).`,
        `✓ The verdict follows from the loads: visible (load ${reviews}).`,
      )
    : say(
        `✓ Werdykt wynika z wczytań: opinia niewidoczna, ${reason} (wczytania bez opinii: ${reviews}; opinie kontrolne: ${controls}).`,
        `✓ The verdict follows from the loads: not visible, ${reason} (loads without the review: ${reviews}; controls: ${controls}).`,
      );
  return [line, ...derivation.gaps.map((gap) => `! ${say(...GAPS[gap])}`)];
}

const GAPS: Readonly<Record<Gap, readonly [pl: string, en: string]>> = {
  contexts: [
    'Pakiet sporządziła starsza wersja: nie zapisała, czy wczytania miały osobne profile przeglądarki.',
    'An older version made this pack: it did not record whether the loads had browser profiles of their own.',
  ],
  picture_state: [
    'Pakiet sporządziła starsza wersja: nie zapisała stanu strony po wykonaniu obrazu.',
    'An older version made this pack: it did not record the state of the page after its picture was taken.',
  ],
};

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
  const [flaw = '', loads = null] = code === 'verdict_not_supported' ? (subject ?? '').split(': ') : [];
  const about = flaw in FLAWS ? flawText(flaw as Flaw, loads, say) : (subject ?? '');
  return say(pl, en)
    .replace('%', () => about)
    .trim();
}

function flawText(flaw: Flaw, loads: string | null, say: Say): string {
  const [pl, en] = FLAWS[flaw];
  return loads === null ? say(pl, en) : say(`${pl} (wczytania: ${loads})`, `${en} (loads: ${loads})`);
}

/** Why the loads do not carry the verdict. */
const FLAWS: Readonly<Record<Flaw, readonly [pl: string, en: string]>> = {
  verdict_contradicts_reason: [
    'werdykt i jego powód przeczą sobie',
    'the verdict and its reason contradict each other',
  ],
  too_few_absences: [
    'potrzebne są co najmniej dwa wczytania bez tej opinii',
    'at least two loads without the review are needed',
  ],
  reasons_differ: ['wczytania mają inny powód niż werdykt', 'the loads have another reason than the verdict'],
  review_shown: ['wczytanie pokazuje tę opinię', 'a load shows the review'],
  review_in_data: ['dane wczytania zawierają tę opinię', 'the data of a load hold the review'],
  same_context: [
    'wczytania bez opinii miały wspólny profil przeglądarki',
    'loads without the review shared a browser profile',
  ],
  context_unknown: ['nie zapisano profilu przeglądarki', 'the browser profile is not recorded'],
  no_control: [
    'po wczytaniu bez opinii nie pokazano w całości opinii kontrolnej',
    'no control was shown in full after a load without the review',
  ],
  control_of_other_form: [
    'link opinii kontrolnej ma inną postać niż link tej opinii',
    'the address of the control has another form than the address of the review',
  ],
  controls_missing: [
    'nie pokazano opinii kontrolnych tego miejsca, więc zakłócone mogło być samo miejsce',
    'controls of this place were not shown, so the place itself may have been disturbed',
  ],
  not_shown_in_full: [
    'po wykonaniu obrazu strona nie pokazywała opinii w całości',
    'the page did not show the review in full after its picture was taken',
  ],
  no_picture: ['brak obrazu strony z opinią', 'there is no picture of the page with the review'],
};

/** Polish and English; `%` stands for the file, certificate or time. */
const PROBLEMS: Readonly<Record<Problem['code'], readonly [pl: string, en: string]>> = {
  not_a_zip: ['To nie jest cały plik ZIP.', 'This is not a whole ZIP file.'],
  zip_form: [
    'Ten ZIP ma inną postać niż pliki usługi, więc inne programy mogą w nim widzieć inne pliki. Spakowano go ponownie albo zmieniono. %',
    'This ZIP has another form than the files of the service, so other programs may see other files in it. It was packed anew, or changed. %',
  ],
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
  verdict_not_supported: ['Werdykt nie wynika z wczytań: %', 'The verdict does not follow from the loads: %'],
};
