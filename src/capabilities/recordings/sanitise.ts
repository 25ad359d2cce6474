import { percentDecoded } from '../../core/identifiers/input-text.js';
import { isLinkHost } from '../../core/identifiers/provider-hosts.js';
import { type Harmless, harmlessIn } from './harmless.js';
import { createInvention, type Invention } from './invention.js';
import type { Recording } from './recording.js';

export interface SanitiseOptions {
  /** Random and never stored: without it the originals cannot be recovered. */
  readonly seed: string;
  /** True: replaces the place as well. */
  readonly anonymous: boolean;
}

/**
 * Keeps the parts of a recording that are known to be harmless: structure, facts of the place, labels of the interface,
 * numbers in known slots, identifiers of places, words of the program. Replaces every other text and number with an
 * invented value of the same shape; equal originals get the same value in all parts. So it does not matter how the data
 * of a person are encoded.
 */
export function sanitise(recording: Recording, { seed, anonymous }: SanitiseOptions): Recording {
  const harmless = harmlessIn(recording, anonymous);
  const { body, value, markup } = createCleaner(harmless, createInvention(seed, anonymous, harmless.halves));
  const { about, bodies, state, cards, panel, list } = recording;
  return {
    about: {
      ...about,
      anonymous,
      link: value(about.link),
      asked: value(about.asked),
      url: value(about.url),
      review: mapStrings(about.review, value),
      parts: about.parts.map((part) => ({
        ...part,
        url: value(part.url),
        headers: Object.fromEntries(
          Object.entries(part.headers).map(([name, text]) => [
            name,
            name === 'location' ? value(text) : text,
          ]),
        ),
      })),
    },
    bodies: mapStrings(bodies, body),
    state: mapStrings(state, value),
    cards: mapStrings(cards, value),
    panel: panel === null ? null : markup(panel),
    list: list === null ? null : markup(list),
  };
}

/** Changes the strings of plain data. */
function mapStrings<T>(root: T, change: (text: string) => string): T {
  const mapped = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(mapped);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, mapped(inner)]));
  };
  return mapped(root) as T;
}

/** Texts, numbers and words of JSON and of other text; the characters between them are punctuation. */
const TOKENS =
  /"(?:[^"\\]|\\.)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[\p{L}_$][\p{L}\p{N}\p{M}_$]*|[^\x20-\x7e\s]+/gsu;
/** `TOKENS` in scripts: texts may have other quotes, and data have a name. The guard before JSON has a lone quote. */
const SCRIPT_TOKENS = new RegExp(
  `window\\.[A-Z]+(?:_[A-Z]+)+|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\`|${TOKENS.source}`,
  'gsu',
);
const SCRIPT_WORD = /^(?:true|false|null|var|function|window\..*)$/;
const DATA_SCRIPT = /^\s*[[{]|window\.[A-Z_]+\s*=\s*[[{]/;

const MARKUP =
  /<!--.*?(?:-->|$)|<!doctype[^>]*>|<(script|style)\b(?:"[^"]*"|'[^']*'|[^'">])*>(.*?)(?:<\/\1\s*>|$)|<(\/?)([a-z][\w:-]*)(?![\w:-])((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gis;
const ATTRIBUTES = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const TAG =
  /^(?:[abiu]|h[1-6r]|br|d[dlt]|em|li|[ou]l|t[dhr]|html|head|body|title|meta|link|noscript|div|span|strong|small|img|svg|path|input|button|form|label|select|option|textarea|table|thead|tbody|main|nav|section|header|footer)$/;
/** Attributes that a recording keeps: attributes with texts and links, and attributes with words of the program. */
const TEXT_ATTRIBUTE =
  /^(?:id|href|src|alt|title|content|name|value|action|placeholder|aria-(?:label|description)|data-(?:review-id|href|item-id|index))$/;
const CODE_ATTRIBUTE =
  /^(?:class|role|type|dir|rel|as|lang|property|method|tabindex|crossorigin|aria-(?:hidden|live|selected|checked|pressed)|jsaction|jslog)$/;

/** Hosts of the provider that serve pictures, scripts and styles. */
const ASSET_HOST = /^(?:lh\d\.(?:googleusercontent|ggpht)|(?:www|fonts|maps|ssl)\.gstatic)\.com$/;
/** Parts of addresses that a recording keeps, besides the parts that the rules name. */
const SEGMENT =
  /^(?:MapsWizUi|contrib|reviews|place|photos?|a-?|p|g|m|gps-cs-s|grass-cs|geougc-cs|local|content|rap|report)$/;
const PARAMETER =
  /^(?:hl|gl|authuser|q|query|pb|tbm|rpcids|cid|ftid|ludocid|kgmid|placeid|place_id|query_place_id|api|continue|link|postId|entityid|d|t|wv|entry)$/;
const PICTURE_SIZE = /=(?:[swh]\d{1,4}|k|no|c|p|rp|mo|pd|br\d{1,3}|ba\d{1,2}|-)+$/;

function createCleaner({ isText, isNumber, isCode }: Harmless, invention: Invention) {
  const number = (digits: string) => (isNumber(digits) ? digits : invention.number(digits));

  const known = new Map<string, string>();
  /** Changes a text of any kind: keeps a harmless text, and rewrites data, links and other texts. */
  const value = (text: string): string => {
    const changed = known.get(text) ?? changedText(text);
    known.set(text, changed);
    return changed;
  };
  const changedText = (text: string): string => {
    if (isText(text)) return text;
    if (/^\s*(?:\)\]\}'|[[{])/.test(text)) return data(text);
    if (/^!\d/.test(text)) return fields(text);
    const picture = /^url\("?([^"]*)"?\)$/.exec(text.trim())?.[1];
    if (picture !== undefined) return `url("${value(picture)}")`;
    return /^(?:https?:)?\/\/|^\/\S*$/.test(text) ? link(text) : invention.text(text);
  };

  /** Changes JSON, which may be cut or inside other text, and the data in scripts. */
  const data = (source: string, tokens = TOKENS): string =>
    source.replace(tokens, (token) => {
      if (/^["'`]/.test(token)) return JSON.stringify(value(unquoted(token))).replaceAll('</', '\\u003c/');
      if (/^[-\d]/.test(token)) return number(token);
      return SCRIPT_WORD.test(token) ? token : invention.text(token);
    });

  const markup = (source: string): string =>
    source.replace(MARKUP, (part, raw: string, content: string, close: string, tag: string, rest: string) => {
      if (part.startsWith('<!')) return /^<!doctype/i.test(part) ? '<!DOCTYPE html>' : '';
      if (raw !== undefined)
        return `<${raw}>${DATA_SCRIPT.test(content) ? data(content, SCRIPT_TOKENS) : ''}</${raw}>`;
      if (tag === undefined) return escaped(value(unescaped(part)));
      const pairs = [...rest.matchAll(ATTRIBUTES)].map(
        ([, name = '', one, two, three]) =>
          [name.toLowerCase(), unescaped(one ?? two ?? three ?? '')] as const,
      );
      const kept = Object.entries(attributes(pairs)).map(([name, text]) => ` ${name}="${escaped(text)}"`);
      return `<${close}${tagName(tag)}${kept.join('')}>`;
    });

  const tagName = (tag: string) => (TAG.test(tag.toLowerCase()) ? tag : 'span');

  const attributes = (pairs: readonly (readonly [string, string])[]): Record<string, string> =>
    Object.fromEntries(
      pairs.flatMap(([name, text]) => {
        if (TEXT_ATTRIBUTE.test(name)) return [[name, value(text)]];
        if (name === 'style') return [...text.matchAll(/url\([^)]*\)/g)].map(([url]) => [name, value(url)]);
        const code = () =>
          text.replace(/[^\s.:;,()]+/g, (word) => (isCode(word) ? word : invention.text(word)));
        return CODE_ATTRIBUTE.test(name) ? [[name, code()]] : [];
      }),
    );

  const link = (text: string): string => {
    const [, scheme = '', host = '', path = '', query = ''] =
      /^(?:((?:https?:)?\/\/)([^/?#]*))?([^?#]*)\??([^#]*)/s.exec(text) ?? [];
    const isOwn = isLinkHost(host) || ASSET_HOST.test(host);
    const segments = path.split('/').map((part) => {
      if (SEGMENT.test(part)) return part;
      if (part.startsWith('data=')) return `data=${fields(part.slice(5))}`;
      if (/^@-?[\d.]+,-?[\d.]+(?:,[\d.]+[a-z])*$/.test(part)) return part.replace(/-?\d+(?:\.\d+)?/g, number);
      const size = ASSET_HOST.test(host) ? (PICTURE_SIZE.exec(part)?.[0] ?? '') : '';
      return encoded(part.slice(0, part.length - size.length), value) + size;
    });
    const parameters = query.split('&').flatMap((pair) => {
      const [key = '', ...rest] = pair.split('=');
      return PARAMETER.test(key) ? [`${key}=${encoded(rest.join('='), parameter)}`] : [];
    });
    const address = `${scheme}${isOwn ? host : invention.text(host)}${segments.join('/')}`;
    return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`;
  };

  /** Changes the fields of a link or a request: `!1m2!1s…!3d50.06`. */
  const fields = (text: string): string =>
    text
      .split('!')
      .map((field) => {
        const [, head = '', content = field] = /^(\d{1,3}[a-z])(.*)$/s.exec(field) ?? [];
        return head + encoded(content, parameter);
      })
      .join('!');

  /** Changes the value of a parameter; keeps counts and versions. */
  const parameter = (text: string): string => {
    if (/^-?\d+\.\d+$/.test(text)) return number(text);
    return /^\d{1,4}$/.test(text) ? text : value(text);
  };

  const body = (text: string) => (/^\s*</.test(text) ? markup(text) : data(text));
  return { body, value, markup };
}

/** Changes a part of an address and keeps its encoding. */
function encoded(raw: string, change: (text: string) => string): string {
  const text = percentDecoded(raw.replaceAll('+', ' ')) ?? raw;
  const changed = change(text);
  if (changed === text) return raw;
  const asBefore = (code: string) =>
    raw.includes(decodeURIComponent(code)) ? decodeURIComponent(code) : code;
  return encodeURIComponent(changed)
    .replace(/%[2-7][0-9A-F]/g, asBefore)
    .replaceAll('%20', raw.includes('+') ? '+' : '%20');
}

/** The text of a string literal. Drops all backslashes if JSON does not know one of the escapes. */
function unquoted(literal: string): string {
  const isClosed = literal.length > 1 && literal.endsWith(literal.charAt(0));
  const content = literal.slice(1, isClosed ? -1 : undefined);
  try {
    return JSON.parse(`"${content}"`);
  } catch {
    return content.replaceAll('\\', '');
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const point = name === undefined ? Number(hex === undefined ? decimal : `0x${hex}`) : 0;
    return ENTITIES[name] ?? (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole);
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`);
}
