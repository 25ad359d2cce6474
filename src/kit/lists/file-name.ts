import type { Language } from '../../core/published/language.js';
import type { JobType } from './list-limits.js';
import { wallClock } from './table.js';
import { listTexts } from './texts.js';

/**
 * A file name such as `name-2026-11-21`, without extension: all names except null, in ASCII letters, digits and dashes,
 * then the day. `at`: a moment, or a text that begins with the day.
 */
export function datedName(name: string | readonly (string | null)[], at: Date | string): string {
  const plain = [name]
    .flat()
    .filter((part) => part !== null)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const day = (typeof at === 'string' ? at : wallClock(at))?.slice(0, 10) ?? '';
  return [plain, day].filter((part) => part !== '').join('-');
}

/** Characters of the id that distinguish jobs of the same day. */
const ID_CHARACTERS = 6;

/**
 * The file name of a job's results: its type, the day it was made, and the start of its id; `isPartial`: also that
 * links have no result.
 */
export function jobFileName(
  { id, type, created_at }: { readonly id: string; readonly type: JobType; readonly created_at: string },
  language: Language,
  isPartial = false,
): string {
  const t = listTexts(language);
  const part = isPartial ? `-${t('file.partial')}` : '';
  const name = `${datedName(t(`file.${type}`), created_at)}-${id.slice(0, ID_CHARACTERS)}${part}`;
  // Day and id come from the service. They must not lead to another folder.
  return name.replace(/[^A-Za-z\d-]/g, '');
}

/** What an evidence pack is about; null = unknown. */
interface PackSubject {
  readonly place: string | null;
  readonly author: string | null;
}

/** Characters of a name of a place or person in a file name: a path on Windows has 259 characters. */
const MAX_NAME_CHARACTERS = 40;

/**
 * The file name of an evidence pack in ASCII letters, digits and dashes: place, author and time. Two packs of one
 * review and day differ by their time. `at`: `YYYY-MM-DD HH:MM:SS`.
 */
export function evidenceFileName(at: string, language: Language, about?: PackSubject): string {
  const names = [about?.place ?? null, about?.author ?? null].map((name) =>
    name === null ? null : shortened(datedName(name, '')),
  );
  return `${datedName([listTexts(language)('file.review-evidence'), ...names], at)}-${at.slice(11).replaceAll(':', '')}.zip`;
}

/**
 * The same name in the letters of the place and the author, for HTTP (RFC 6266). It has letters, digits, dashes and
 * underscores only, so every file system takes it.
 */
export function evidenceDisplayName(at: string, language: Language, about: PackSubject): string {
  const names = [about.place, about.author].flatMap((name) => {
    const plain = shortened((name ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'));
    return plain === '' ? [] : [plain];
  });
  const time = at.replace(' ', '-').replaceAll(':', '');
  return `${[listTexts(language)('file.review-evidence'), ...names, time].join('_')}.zip`;
}

/** `name` has no two dashes side by side. */
function shortened(name: string): string {
  return Array.from(name.replace(/^-/, '')).slice(0, MAX_NAME_CHARACTERS).join('').replace(/-$/, '');
}
