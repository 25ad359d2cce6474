import { filled, type NamesIn } from './catalogue.js';
import { en as messages } from './en.js';

/** The messages of the core: their ids, and the English texts that the service sends. */
export const MESSAGES = messages;

/** The id of a message that is not in the list. */
export const OTHER = 'other' as const;

type Filled = Readonly<Record<string, string>>;

/** A message of the service, as errors keep it. */
export interface Message {
  /** A key of the messages of the core or of a capability, or `OTHER`. */
  readonly id: string;
  readonly values: Filled;
  /** The English text with its values. */
  readonly text: string;
}

/** The stable name of a message, as it is published: its id in snake_case. */
export const reasonOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A message as error bodies have it. */
export const published = ({ id, values, text }: Message) => ({ message: text, reason: reasonOf(id), values });

type Value = string | number | bigint;

type ValuesOf<Text> = Readonly<Record<NamesIn<Text>, Value>>;
type Values<Text> = keyof ValuesOf<Text> extends never ? [] : [ValuesOf<Text>];

const PLACEHOLDER = /\{\{([a-z]+)\}\}/g;

declare const isRefusal: unique symbol;
/** A message as a text, because zod keeps only texts. */
export type RefusalText = string & { readonly [isRefusal]: true };

const MARK = 'message:';

interface Messages<Texts> {
  /** A message with exactly the values that its text names. */
  readonly message: <Id extends keyof Texts & string>(id: Id, ...values: Values<Texts[Id]>) => Message;
  /** A message for a schema of zod. Only `validate` reads it back. */
  readonly refusal: <Id extends keyof Texts & string>(id: Id, ...values: Values<Texts[Id]>) => RefusalText;
}

/** Says the messages of a capability and of the core. `own`: its English texts. */
export function messagesOf<Own extends Filled>(own: Own): Messages<typeof MESSAGES & Own> {
  const texts: Filled = { ...MESSAGES, ...own };
  const message = (id: string, given: Readonly<Record<string, Value>> = {}): Message => {
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    return { id, values, text: filled(texts[id] ?? id, values) };
  };
  return {
    message: (id, ...[values]) => message(id, values),
    refusal: (id, ...[values]) => `${MARK}${JSON.stringify(message(id, values))}` as RefusalText,
  };
}

export const { message, refusal } = messagesOf({});

/** Reads the message of a schema back. A text that is not from `refusal` becomes a message without an id. */
export function readRefusal(text: string): Message {
  if (!text.startsWith(MARK)) return { id: OTHER, values: {}, text };
  return JSON.parse(text.slice(MARK.length)) as Message;
}

/** A message as its client has it. */
export interface ReceivedMessage {
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: Filled | undefined;
}

/** A message from the texts of another language; null if they lack its reason, or the message lacks one of their values. */
export function translated(
  texts: Filled,
  { reason = OTHER, values = {} }: Omit<ReceivedMessage, 'message'>,
): string | null {
  const id = reason.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const text = Object.hasOwn(texts, id) ? texts[id] : undefined;
  const names = [...(text?.matchAll(PLACEHOLDER) ?? [])].map(([, name = '']) => name);
  const isComplete = names.every((name) => Object.hasOwn(values, name));
  return text !== undefined && isComplete ? filled(text, values) : null;
}
