import type { Language } from '../../../core/published/language.js';
import { type ManifestDraft, SUMS } from '../proof/pack-manifest.js';
import { evidenceTexts } from '../texts.js';

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

/** The page in a pack that checks packs in a browser. */
export const CHECK_PAGE = 'sprawdz-dowod.html';

/** Where the operator has the same page: whoever doubts the sender of a pack takes it from there. */
export function pageAddress({ key_url: url }: ManifestDraft['operator']): string {
  return url === null ? `/console/${CHECK_PAGE}` : new URL(`../console/${CHECK_PAGE}`, url).href;
}

/** The instructions for checking a pack that the key `keyId` signs. `address`: see `pageAddress`. */
export function verifyText(language: Language, keyId: string, address: string): string {
  const t = evidenceTexts(language);
  const blocks: readonly Block[] = [
    ...[t('verify.title'), t('verify.page'), { run: address }, t('verify.what')],
    ...[t('verify.files'), { run: FILES }],
    ...[t('verify.others', { sums: SUMS }), t('verify.manifest'), { run: LIST }],
    ...[t('verify.signed'), { run: SIGNATURE }],
    ...[t('verify.key'), { run: keyId }, { run: KEY }],
    ...[t('verify.stamp'), { run: STAMP }],
    ...[t('verify.all'), { run: OWN }],
  ];
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
