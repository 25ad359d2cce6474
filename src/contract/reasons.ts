import { PLACEHOLDER, REFUSALS } from './messages.js';

// The stable names of the reasons for which a request is refused. A reason is the id of its message in snake_case.

/** The reason of a message that is not in the list. */
const OTHER = 'other';

const nameOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All reasons, as they are published. */
export const REASONS: readonly string[] = [...Object.keys(REFUSALS).map(nameOf), OTHER];

/** The longest texts first: a short one may be the beginning of a longer one. */
const BEGINNINGS = Object.entries(REFUSALS)
  .map(([id, { en }]) => ({
    reason: nameOf(id),
    parts: en.split(PLACEHOLDER).filter((_, at) => at % 2 === 0),
  }))
  .toSorted((a, b) => b.parts.join('').length - a.parts.join('').length);

/** The stable name of the first message in a text of the service. */
export function refusalReason(text: string): string {
  return BEGINNINGS.find(({ parts }) => beginsWith(text, parts))?.reason ?? OTHER;
}

/** Whether a text begins with these parts, with any values between them. */
function beginsWith(text: string, [first = '', ...others]: readonly string[]): boolean {
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    const at = text.indexOf(part, end);
    if (at < 0) return false;
    end = at + part.length;
  }
  return true;
}
