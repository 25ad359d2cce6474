import { identityOf } from './identity.js';
import { placeName } from './publish-watch.js';
import type { Row } from './schema.js';

type Source = Pick<Row<'watch'>, 'kind' | 'subject'> &
  Partial<Pick<Row<'watch'>, 'label' | 'note' | 'place'>>;
type Derived = Pick<Row<'watch'>, 'identity' | 'searched'>;

/** PostgreSQL stores neither NUL nor lone surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/**
 * The columns of a watch that are computed from its other columns, so that the database can search them.
 */
export function derivedColumns(watch: Source): Derived {
  const { label, note, subject, place } = watch;
  const texts = [label, note, subject, placeName(place ?? null)];
  return { identity: identityOf(watch), searched: lowerCase(texts.join('\n').replace(UNSTORABLE, ' ')) };
}

/** Upper and lower case are the same in a search. Databases know only some letters, and each knows others. */
export function lowerCase(text: string): string {
  return text.toLocaleLowerCase('pl');
}
