import type { Language } from '../../../core/published/language.js';
import { SUMS } from '../proof/pack-manifest.js';

// `verify.txt` and `jak-sprawdzic.txt`: how a stranger checks a pack. The tests run these commands as they stand here.

const FILES = `sha256sum -c ${SUMS}`;
const LIST = `grep -c "$(sha256sum ${SUMS} | cut -c 1-64)" manifest.json`;
const SIGNATURE = `openssl dgst -sha256 -binary -out manifest.sha256 manifest.json
sed 's/.*"public_key":"\\([^"]*\\)".*/\\1/' signature.json | openssl base64 -d -A -out key.der
sed 's/.*"signature":"\\([^"]*\\)".*/\\1/' signature.json | openssl base64 -d -A -out manifest.sig
openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in manifest.sha256 -sigfile manifest.sig`;
const KEY = `openssl dgst -sha256 key.der
openssl pkey -pubin -inform DER -in key.der`;
const STAMP = `openssl ts -verify -data manifest.json -in timestamp.tsr -CAfile ca.pem
openssl ts -reply -in timestamp.tsr -text`;
const OWN = 'place-lookup verify-evidence FILE.zip';

/** A paragraph, or commands, which stand as they are. */
type Block = string | { readonly run: string };

/** The instructions for checking a pack that the key `keyId` signs. */
export function verifyText(language: Language, keyId: string): string {
  const blocks = TEXTS[language](keyId);
  return `${blocks.map((block) => (typeof block === 'string' ? wrapped(block) : indented(block.run))).join('\n\n')}\n`;
}

const indented = (commands: string) => commands.replace(/^/gm, '    ');

/** The lines of a paragraph, of 92 characters at most; further lines of a numbered paragraph are indented. */
function wrapped(paragraph: string): string {
  const indent = /^\d\. /.test(paragraph) ? '   ' : '';
  return paragraph.replace(
    /(.{1,92})(?: |$)/g,
    (_, line: string, at: number) => `${at === 0 ? '' : `\n${indent}`}${line}`,
  );
}

const TEXTS: Readonly<Record<Language, (keyId: string) => readonly Block[]>> = {
  en: (keyId) => [
    'HOW TO VERIFY THIS EVIDENCE PACK',
    'This pack is a technical record of what a map provider showed at a certain time. Unpack the ZIP file, open a terminal in the new folder, and run these commands. They need sha256sum and OpenSSL 3, but no network and no account.',
    '1. No file was changed. Every line must end with "OK".',
    { run: FILES },
    `A file that ${SUMS} does not name is not part of the record. Only the list itself, manifest.json, signature.json and timestamp.tsr are not in it.`,
    '2. The manifest names this list. The command must print 1.',
    { run: LIST },
    '3. The manifest is signed. The last command must print "Signature Verified Successfully".',
    { run: SIGNATURE },
    '4. The signature is by the key of the service. Anybody can sign with a key of their own: compare both outputs with the key that the operator of the service publishes at /api/evidence-key. This pack was signed with the key',
    { run: keyId },
    { run: KEY },
    '5. Only if there is a file timestamp.tsr, which shows that an independent authority has seen the manifest at a certain time. ca.pem is the certificate of that authority, from its own website. The first command must print "Verification: OK", the second command shows the time. If a certificate has expired since, add -attime and the time of the stamp in seconds since 1970 to the first command.',
    { run: STAMP },
    'All of this at once, if you have place-lookup. --public-key and --ca name the files with the key of the service and with the certificate of the authority.',
    { run: OWN },
  ],
  pl: (keyId) => [
    'JAK SPRAWDZIĆ TEN PAKIET DOWODOWY',
    'Pakiet jest zapisem technicznym tego, co dostawca map pokazał w określonej chwili. Rozpakuj plik ZIP, otwórz terminal w nowym folderze i wykonaj podane polecenia. Potrzebne są programy sha256sum i OpenSSL 3. Internet i konto nie są potrzebne.',
    '1. Żaden plik nie został zmieniony. Każdy wiersz musi się kończyć słowem „OK” (albo „DOBRZE”, jeśli system działa w języku polskim).',
    { run: FILES },
    `Plik, którego nie ma na liście ${SUMS}, nie należy do zapisu. Na liście nie ma tylko jej samej oraz plików manifest.json, signature.json i timestamp.tsr.`,
    '2. Manifest wymienia właśnie tę listę. Polecenie musi wypisać 1.',
    { run: LIST },
    '3. Manifest jest podpisany. Ostatnie polecenie musi wypisać „Signature Verified Successfully”.',
    { run: SIGNATURE },
    '4. Podpis złożono kluczem usługi. Każdy może podpisać pakiet własnym kluczem, dlatego porównaj oba wyniki z kluczem, który operator usługi publikuje pod /api/evidence-key. Ten pakiet podpisano kluczem',
    { run: keyId },
    { run: KEY },
    '5. Tylko jeśli jest plik timestamp.tsr, który potwierdza, że niezależny urząd znacznika czasu widział manifest w określonej chwili. Plik ca.pem to certyfikat tego urzędu, pobrany z jego strony. Pierwsze polecenie musi wypisać „Verification: OK”, drugie pokazuje czas. Jeśli certyfikat od tego czasu wygasł, dopisz do pierwszego polecenia -attime i czas znacznika w sekundach od 1970 roku.',
    { run: STAMP },
    'To wszystko naraz sprawdza program place-lookup, jeśli go masz. Opcje --public-key i --ca wskazują pliki z kluczem usługi i z certyfikatem urzędu.',
    { run: OWN },
  ],
};
