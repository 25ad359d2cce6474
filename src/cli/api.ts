import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import type { Session } from '../kit/terminal/session.js';
import type { Operation, OperationField } from './operations.js';

const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';

/** The values of the options, by field; `body`: the whole body as JSON. */
export type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `api OPERATION`: asks an endpoint, and prints its answer as the service sent it. */
export async function callOperation(
  { api, format, language, print, signal, stdout, t }: Session,
  { method, path, fields, hasBody, types }: Operation,
  given: Given,
): Promise<ExitCode> {
  if (format.kind === 'csv' || format.kind === 'xlsx')
    throw new ExitError(EXIT.usage, t('misuse.textOrJson', { command: 'api' }));
  // The language is an option of every command. A change has it only in its `--body`: it is a setting of the channel.
  const values: Given = method.toLowerCase() === 'patch' ? given : { ...given, lang: language };
  const valuesIn = (place: OperationField['place']) =>
    fields.flatMap((field): [string, unknown][] => {
      const value = field.place === place ? values[field.name] : undefined;
      return value === undefined ? [] : [[field.name, sentValue(value, field)]];
    });
  const whole = given.body === undefined ? {} : jsonOf(String(given.body));
  const body = { ...Object(whole), ...Object.fromEntries(valuesIn('body')) };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const request = {
    path: address.startsWith('/api/') ? address.slice('/api/'.length) : `..${address}`,
    query: Object.fromEntries(valuesIn('query')) as Record<string, string>,
    method,
    signal,
    ...(hasBody && { body }),
  };
  const other = format.kind === 'ndjson' ? JSON_TYPE : NDJSON;
  const isChoice = types.includes(JSON_TYPE) && types.includes(NDJSON);
  const accepted = types.filter((type) => !isChoice || type !== other);
  const decoder = new TextDecoder();
  for await (const part of api.file(request, accepted.join(', ')))
    await print(stdout.isTTY ? decoder.decode(part, { stream: true }) : part);
  if (stdout.isTTY) await print('\n');
  return EXIT.ok;
}

function sentValue(value: string | readonly string[], { isText }: OperationField): unknown {
  if (isText) return value;
  return typeof value === 'string' ? jsonOf(value) : value.map(jsonOf);
}

/** A text that is no JSON is sent as it is: the service says what is wrong with it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
