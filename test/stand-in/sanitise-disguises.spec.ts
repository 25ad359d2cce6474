import assert from 'node:assert/strict';
import fc from 'fast-check';
import { frames } from '../../fixtures/provider/reviews/batch.js';
import type { Recording } from '../../fixtures/record/recording.js';
import { sanitise } from '../../fixtures/record/sanitise.js';
import { test } from '../support/test.js';
import { attribute, element, LINK, place, recordingOf, recordOf, writtenTexts } from './recordings.js';

// Names and other marks of a person, in disguises, at every place that a recording has. The output is searched for the
// disguise as it was planted, and for the name and the number once every disguise is taken off.

interface Person {
  readonly first: string;
  readonly last: string;
  /** Nine digits. */
  readonly phone: string;
  readonly uuid: string;
  /** The author of a review in the recording. */
  readonly isAuthor: boolean;
}

const hexadecimal = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const person: fc.Arbitrary<Person> = fc.record({
  first: fc.stringMatching(/^[A-ZŁŚŻ][a-ząćęłńóśźż]{6,9}$/),
  last: fc.stringMatching(/^[A-ZŁŚŻ][a-ząćęłńóśźż]{8,14}$/),
  phone: fc.stringMatching(/^[5-8][0-9]{8}$/),
  uuid: fc
    .tuple(hexadecimal(8), hexadecimal(4), hexadecimal(3), hexadecimal(3), hexadecimal(12))
    .map(([one, two, three, four, five]) => `${one}-${two}-4${three}-8${four}-${five}`),
  isAuthor: fc.boolean(),
});

const base = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').replace(/Ł/g, 'L');
const units = (text: string, write: (point: number) => string) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const bytes = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join('');

const phoneIn = (phone: string, between: string) => (phone.match(/\d{3}/g) ?? []).join(between);

type Disguise = (who: Person, name: string) => string;
const DISGUISES: Readonly<Record<string, Disguise>> = {
  plain: (_, name) => name,
  'signs of markup, JSON and addresses': ({ first, last }) =>
    `${first} "${last}" a\\b <b>&</b> O'${last} 100% שלום\n${first} ❤️`,
  'another order': ({ first, last }) => `${last} ${first}`,
  'another order with a comma': ({ first, last }) => `${last}, ${first}`,
  'no spaces': ({ first, last }) => first + last,
  'no spaces, small': ({ first, last }) => (first + last).toLowerCase(),
  'no diacritics': (_, name) => folded(name),
  'no diacritics and no spaces': ({ first, last }) => folded(first + last).toLowerCase(),
  'marks apart': (_, name) => name.normalize('NFD'),
  capitals: (_, name) => name.toUpperCase(),
  'the first name': ({ first }) => first,
  'the last name': ({ last }) => last,
  'the last name in a sentence': ({ last }) => `polecam, ${last} wie wszystko`,
  'an inflected name': ({ first, last }) => `${first}owi ${last}emu`,
  initials: ({ first, last }) => `${first.charAt(0)}. ${last}`,
  'dots between letters': (_, name) => [...name].join('.'),
  'split by markup': ({ first, last }) =>
    `<b>${first.slice(0, 4)}</b>${first.slice(4)} <i>${last.slice(0, 5)}</i>${last.slice(5)}`,
  'zero-width spaces': (_, name) => [...name].join('\u200b'),
  'soft hyphens': (_, name) => [...name].join('\u00ad'),
  'word joiners': (_, name) => [...name].join('\u2060'),
  'tag characters': (_, name) => units(folded(name), (point) => String.fromCodePoint(0xe0000 + point)),
  'squared letters': (_, name) =>
    units(
      folded(name)
        .toUpperCase()
        .replace(/[^A-Z]/g, ''),
      (point) => String.fromCodePoint(0x1f170 + point - 65),
    ),
  'wide letters': (_, name) =>
    units(folded(name).replace(/ /g, ''), (point) => String.fromCodePoint(0xff00 + point - 0x20)),
  hex: (_, name) => base(name, 'hex'),
  'hex with spaces': (_, name) => bytes(name, (byte) => `${byte.toString(16)} `),
  'hex escapes': (_, name) => bytes(name, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`),
  'CSS escapes': (_, name) => units(name, (point) => `\\${point.toString(16)} `),
  'long CSS escapes': (_, name) => units(name, (point) => `\\${point.toString(16).padStart(6, '0')}`),
  'octal escapes': (_, name) => bytes(name, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'escapes of JSON': (_, name) => units(name, (point) => `\\u${point.toString(16).padStart(4, '0')}`),
  'escapes of JavaScript': (_, name) => units(name, (point) => `\\u{${point.toString(16)}}`),
  'decimal entities': (_, name) => units(name, (point) => `&#${point};`),
  'hexadecimal entities': (_, name) => units(name, (point) => `&#x${point.toString(16)};`),
  'percent escapes': (_, name) => encodeURIComponent(`${name}ą`),
  'percent escapes twice': (_, name) => encodeURIComponent(encodeURIComponent(`${name}ą`)),
  'every byte in percent escapes': (_, name) => bytes(name, (byte) => `%${byte.toString(16)}`),
  base64: (_, name) => base(name, 'base64'),
  'short base64': ({ first }) => base(first, 'base64'),
  'base64url of JSON': (_, name) => base(JSON.stringify([name]), 'base64url'),
  'numbers of letters': ({ first }) => units(folded(first), (point) => `${point},`),
  'a user name': ({ first, last }) => `${folded(first.charAt(0) + last).toLowerCase()}1954`,
  'a profile': ({ last }) => `https://www.example.com/u/${folded(last).toLowerCase()}`,
  'a subdomain': ({ last }) => `https://${folded(last).toLowerCase()}.example.com/`,
  'a parameter': ({ last }) =>
    `https://www.google.com/maps?q=${encodeURIComponent(last)}&${folded(last)}=1#${folded(last)}`,
  mail: ({ last }) => `${folded(last).toLowerCase()}@example.com`,
  UUID: ({ uuid }) => uuid,
  'UUID without hyphens': ({ uuid }) => uuid.replaceAll('-', ''),
  'short IPv6': ({ uuid }) => `2001:db8::${uuid.slice(9, 13)}:${uuid.slice(24, 28)}`,
  'link-local IPv6': ({ uuid }) => `fe80::${uuid.slice(9, 13)}:${uuid.slice(14, 18)}:${uuid.slice(24, 28)}`,
  'mapped IPv4': ({ phone }) => `::ffff:203.0.113.${phone.slice(0, 2)}`,
  IPv4: ({ phone }) => `203.0.113.${phone.slice(0, 2)}`,
  phone: ({ phone }) => `+48 ${phoneIn(phone, ' ')}`,
  'phone without spaces': ({ phone }) => phone,
  'phone with hyphens': ({ phone }) => phoneIn(phone, '-'),
  'phone in brackets': ({ phone }) =>
    `(${phone.slice(0, 2)}) ${phone.slice(2, 5)} ${phone.slice(5, 7)} ${phone.slice(7)}`,
  'phone with a label': ({ phone }) => `tel. ${phone}`,
  'phone split by markup': ({ phone }) => `<b>${phoneIn(phone, '</b> <b>')}</b>`,
};

const quoted = (text: string) => JSON.stringify(text);
/** Every place that text may have in a document; raw = as it stands, for markup and escapes. */
const documentWith = (
  text: string,
  code: string,
) => `<!DOCTYPE html><html lang="pl"><!-- ${text} --><head><title>${text}</title>
<meta content="${attribute(text)}" property="og:title"><style>.a::before{content:"${text}"}</style>
<script>/* ${text} */ var a="${text}",b='${text}',c=\`${text}\`;// ${text}
window.OTHER_STATE=[${quoted(text)},{${quoted(text)}:${quoted(text)}},[${quoted(quoted(text))}]];</script>
<script type="application/ld+json">{"author":{"name":${quoted(text)}}}</script></head>
<body data-user="${attribute(text)}" id="${attribute(text)}" style="background:url('${attribute(text)}')" aria-label="${attribute(text)}"
 title='${attribute(text)}' alt=${text.replace(/[\s"'<>=&]/g, '')} class="m6QErb ${attribute(code)}" jslog="123;${attribute(code)}" ${folded(text).replace(/[^a-z]/gi, '') || 'x'}="1">
<p>${text}</p><p>Opinia: ${text} &amp; ${attribute(text)}</p><a href="${attribute(text)}">x</a><a href="/maps/place/${encodeURIComponent(text)}/data=!4m2!1s${encodeURIComponent(text)}?q=${encodeURIComponent(text)}#${text}">x</a><p>${text}`;

const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));

/** Attributes that hold code may hold the name of a known author only: other words are kept there. */
function recordingWith(text: string, author: string | null): Recording {
  const code = author === null ? '' : text;
  const named = `https://www.google.com/maps/place/${encodeURIComponent(text)}/`;
  const data = JSON.stringify([
    text,
    [null, [text]],
    { [text]: text },
    JSON.stringify([text]),
    numbersIn(text),
  ]);
  const sparse = Array.from({ length: 250 }, (_, at) =>
    at === 10 ? place.featureId : at === 11 ? place.name : null,
  );
  const bodies: Record<string, string> = {
    '0-document.html': documentWith(text, author === null ? '' : text),
    '1-payload.txt': `)]}'\n${JSON.stringify([null, text, null, null, null, null, [...sparse, text, [text]]])}`,
    '2-review.txt': data,
    '3-batch.txt': frames([text, text, [[recordOf(author ?? 'Ktoś Inny', 'Tak.')]], text, null, true], 'x'),
    '4-search.txt': `while(1);${text} ${data.slice(0, -3)}`,
    '5-payload.txt': text,
    '6-payload.txt': `${text}${data}${text}`,
  };
  const part = { url: `${LINK}?q=${encodeURIComponent(text)}`, headers: { location: named } };
  return {
    ...recordingOf(bodies, { link: text, asked: named, url: named, provider: 'real' }, part),
    panel: element(
      'div',
      { class: `jftiEf ${code}`, 'data-name': text, title: text, href: named, jsaction: `pane.${code}.open` },
      attribute(text),
      element('b', {}, ...[...text.matchAll(/.{1,4}/gsu)].map(([part]) => element('i', {}, attribute(part)))),
    ),
  };
}

/** A text without its disguise: escapes and markup undone, letters without marks, small, nothing between them. */
function bare(text: string): string {
  const point = (code: string, radix: number) => {
    const value = Number.parseInt(code, radix);
    return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : '';
  };
  const plain = text
    .replace(/<[^<>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => point(code, 16))
    .replace(/&#(\d+);/g, (_, code: string) => point(code, 10))
    .replace(/\\+u\{?([0-9a-f]{2,6})\}?/gi, (_, code: string) => point(code, 16))
    .replace(/[\p{Cf}]/gu, '')
    .normalize('NFKD');
  return folded(plain)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

for (const [what, disguise] of Object.entries(DISGUISES))
  test(`leaves nothing of a person, in any disguise, at any place of a recording: ${what}`, () => {
    const property = fc.property(person, fc.nat(), (who, seed) => {
      const name = `${who.first} ${who.last}`;
      const text = disguise(who, name);
      const recording = recordingWith(text, who.isAuthor ? name : null);
      const written = writtenTexts(sanitise(recording, `seed ${seed}`));
      const forms = [text, quoted(text).slice(1, -1), attribute(text), encodeURIComponent(text)];
      const left = forms.filter((form) => written.some((part) => part.includes(form)));
      assert.deepEqual(left, [], what);
      const found = written.map(bare).join('\n');
      for (const part of [bare(who.first), bare(who.last), who.phone])
        assert.ok(!found.includes(part), `${what}: ${part}`);
      for (const [digits] of text.matchAll(/[0-9a-f]{8,}/g))
        assert.ok(!written.some((part) => part.includes(digits)), `${what}: ${digits}`);
    });
    // Every run of the tests has other persons.
    fc.assert(property, { numRuns: 1 });
  });
