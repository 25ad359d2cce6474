import { lineFailure } from '../failure.js';
import type { Language } from '../language.js';
import { MESSAGES, message, PLACEHOLDER, type ServiceMessage } from '../messages.js';
import { failureText } from './outcomes.js';

interface Translation {
  readonly whole: RegExp;
  /** Up to the end of a message, or of one of several. */
  readonly beginning: RegExp;
  readonly polish: string;
}

let compiled: readonly Translation[] | null = null;

/** Compiled at the first use: most runs of the command line translate no message. */
function translations(): readonly Translation[] {
  compiled ??= Object.values(MESSAGES).map(({ en, pl }) => {
    const pattern = en
      .split(PLACEHOLDER)
      .map((part, at) => (at % 2 === 1 ? `(?<${part}>.+?)` : escaped(part)))
      .join('');
    return {
      whole: new RegExp(`^${pattern}$`, 's'),
      beginning: new RegExp(`^${pattern}(?= |$)`, 's'),
      polish: pl,
    };
  });
  return compiled;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** A message of the service in the user's language; null when it has no translation. */
export function messageText(language: Language, message: string): string | null {
  return language === 'en' ? message : polishText(message.trim());
}

/** An answer may give several messages, one after the other. What follows no known one may belong to its last value. */
function polishText(message: string): string | null {
  for (const { beginning, polish } of translations()) {
    const found = beginning.exec(message);
    if (found === null) continue;
    const rest = message.slice(found[0].length).trim();
    if (rest === '') return filled(polish, found);
    const inPolish = polishText(rest);
    if (inPolish !== null) return `${filled(polish, found)} ${inPolish}`;
  }
  for (const { whole, polish } of translations()) {
    const found = whole.exec(message);
    if (found !== null) return filled(polish, found);
  }
  return null;
}

function filled(polish: string, { groups }: RegExpExecArray): string {
  return polish.replace(PLACEHOLDER, (placeholder, name: string) => groups?.[name] ?? placeholder);
}

/** What a link that was refused is one of, by the beginning of the message. Share links do not show what they lead to. */
const OTHER_KIND: readonly (readonly [kind: 'review' | 'place', beginning: ServiceMessage])[] = [
  ['review', message('linkToReview')],
  ['place', message('linkToPlace')],
  ['place', message('shareLinkWithoutReview')],
];

/** What the service says a refused link leads to; null for any other message. */
export function linkedKind(message: string): 'review' | 'place' | null {
  return OTHER_KIND.find(([, beginning]) => message.startsWith(beginning))?.[0] ?? null;
}

/** Why a link has no result, from its line, in the user's language. */
export function serviceErrorText(
  language: Language,
  error: { readonly code: string; readonly message: string },
): string {
  return messageText(language, error.message) ?? failureText(language, lineFailure({ error }));
}
