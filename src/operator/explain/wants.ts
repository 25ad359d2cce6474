import { type Field, fieldNamed } from './fields.js';

/** What a person has seen on a page: the value of a field, or that there is a list or a form at all. */
export type Want =
  | {
      readonly kind: 'field';
      readonly recording: number;
      readonly field: Field;
      readonly name: string;
      readonly text: string;
    }
  | { readonly kind: Form; readonly recording: number; readonly text: string };

/** What a recording may hold in a form that cannot be read. */
export type Form = 'reviews' | 'results' | 'consent';
const FORMS: readonly string[] = ['reviews', 'results', 'consent'] satisfies Form[];

/** Why a text is no want. */
export interface WantFault {
  readonly text: string;
  readonly kind: 'form' | 'unknown_field' | 'no_recording' | 'value';
}

/**
 * Reads `field=value`, or `2:field=value` for the second recording. `reviews`, `results` and `consent` may stand
 * without a value.
 */
export function parseWant(text: string, recordings: number): Want | WantFault {
  const match = /^(?:(\d{1,3}):)?([\w.]+)(?:=(.*))?$/su.exec(text);
  if (match === null) return { text, kind: 'form' };
  const [, number = '1', name = '', value] = match;
  const recording = Number(number) - 1;
  if (recording < 0 || recording >= recordings) return { text, kind: 'no_recording' };
  if (FORMS.includes(name)) return { kind: name as Form, recording, text: value ?? '' };
  const field = fieldNamed(name);
  if (field === null) return { text, kind: 'unknown_field' };
  if (value === undefined || value.trim() === '') return { text, kind: 'value' };
  return { kind: 'field', recording, field, name, text: value };
}
