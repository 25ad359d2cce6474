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

interface NamedJob {
  readonly id: string;
  readonly type: JobType;
  readonly created_at: string;
  readonly parameters?: { readonly name?: number | string };
}

/** Characters of the id that distinguish jobs of the same day. */
const ID_CHARACTERS = 6;

/**
 * The file name of a job's results: its name or type, the day it was made, and the start of its id; `isPartial`: also that
 * links have no result.
 */
export function jobFileName(
  { id, type, created_at, parameters }: NamedJob,
  language: Language,
  isPartial = false,
): string {
  const t = listTexts(language);
  const part = isPartial ? `-${t('file.partial')}` : '';
  const own = parameters?.name;
  const named = typeof own === 'string' ? own.replace(/\.\w{1,5}$/, '').slice(0, MAX_NAME_CHARACTERS) : null;
  const dated = datedName([t(`file.${type}`), named], created_at);
  const full = `${dated}-${id.slice(0, ID_CHARACTERS)}${part}`;
  // Day and id come from the service. They must not lead to another folder.
  return full.replace(/[^A-Za-z\d-]/g, '');
}

/** What an evidence pack is about; null = unknown. */
interface PackSubject {
  readonly place: string | null;
  readonly author: string | null;
}

/** Characters of a name of a place or person in a file name: a path on Windows has 259 characters. */
const MAX_NAME_CHARACTERS = 40;

/**
 * The file names of an evidence pack: place, author and time, which differs for two packs of one review and day. `name`
 * has ASCII letters; `displayName`, for HTTP (RFC 6266), has the letters of place and author. Both have only letters,
 * digits, dashes and underscores, so every file system takes them. `at`: `YYYY-MM-DD HH:MM:SS`.
 */
export function evidenceFileNames(at: string, language: Language, { place, author }: PackSubject) {
  const time = at.replace(' ', '-').replaceAll(':', '');
  // A name has no two dashes side by side.
  const shortened = (name: string) =>
    Array.from(name.replace(/^-/, '')).slice(0, MAX_NAME_CHARACTERS).join('').replace(/-$/, '');
  const joined = (sign: string, plain: (name: string) => string) => {
    const names = [place, author].map((name) => shortened(plain(name ?? '')));
    const parts = [listTexts(language)('file.review-evidence'), ...names, time];
    return `${parts.filter((part) => part !== '').join(sign)}.zip`;
  };
  const inLetters = (name: string) => name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return { name: joined('-', (name) => datedName(name, '')), displayName: joined('_', inLetters) };
}
