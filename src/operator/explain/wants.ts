import { type Field, fieldNamed } from './fields.js';

/** The value of a field that a person has seen on a page. */
export interface Want {
  readonly recording: number;
  readonly field: Field;
  readonly name: string;
  readonly text: string;
}

/** Why a text is no want. */
export interface WantFault {
  readonly text: string;
  readonly kind: 'form' | 'unknown_field' | 'no_recording' | 'value';
}

/** Reads `field=value`, or `2:field=value` for the second recording. */
export function parseWant(text: string, recordings: number): Want | WantFault {
  const match = /^(?:(\d{1,3}):)?([\w.]+)(?:=(.*))?$/su.exec(text);
  if (match === null) return { text, kind: 'form' };
  const [, number = '1', name = '', value] = match;
  const recording = Number(number) - 1;
  if (recording < 0 || recording >= recordings) return { text, kind: 'no_recording' };
  const field = fieldNamed(name);
  if (field === null) return { text, kind: 'unknown_field' };
  if (value === undefined || value.trim() === '') return { text, kind: 'value' };
  return { recording, field, name, text: value };
}
