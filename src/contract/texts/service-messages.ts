import { lineFailure } from '../failure.js';
import type { Language } from '../language.js';
import { MESSAGES, message, PLACEHOLDER, type ServiceMessage } from '../messages.js';
import { failureText } from './outcomes.js';

interface Translation {
  readonly whole: RegExp;
  /** Matches a message at the start of a text; other messages may follow. */
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

/**
 * An answer may hold several messages, one after the other. If the text after a message is not a known message, it may
 * be part of that message's last value.
 */
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

/** The kind of target that a refused link has, by the start of the message. A share link does not show its target. */
const OTHER_KIND: readonly (readonly [kind: 'review' | 'place', beginning: ServiceMessage])[] = [
  ['review', message('linkToReview')],
  ['place', message('linkToPlace')],
  ['place', message('shareLinkWithoutReview')],
];

/** The kind of target that the message names for a refused link; null for any other message. */
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
