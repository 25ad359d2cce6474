import { filled, type NamesIn } from './catalogue.js';
import messages from './en.json' with { type: 'json' };

/** Every message of the service: its id, and the English text that the service sends. */
export const MESSAGES = messages;

/** The id of a message without a place in the list: a text that an earlier version stored. */
export const OTHER = 'other' as const;

export type MessageId = keyof typeof MESSAGES;
type Filled = Readonly<Record<string, string>>;

/** A message of the service, as errors keep it. */
export interface Message {
  readonly id: MessageId | typeof OTHER;
  readonly values: Filled;
  /** The English text with its values. */
  readonly text: string;
}

/** The stable name of a message, as it is published: its id in snake_case. */
export const reasonOf = (id: Message['id']): string =>
  id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A message as error bodies have it. */
export const published = ({ id, values, text }: Message) => ({ message: text, reason: reasonOf(id), values });

type Value = string | number | bigint;

type ValuesOf<Id extends MessageId> = Readonly<Record<NamesIn<(typeof MESSAGES)[Id]>, Value>>;
type Values<Id extends MessageId> = keyof ValuesOf<Id> extends never ? [] : [ValuesOf<Id>];

const PLACEHOLDER = /\{\{([a-z]+)\}\}/g;

/** A message with exactly the values that its text names. */
export function message<Id extends MessageId>(id: Id, ...values: Values<Id>): Message;
export function message(id: MessageId, given: Readonly<Record<string, Value>> = {}): Message {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return { id, values, text: filled(MESSAGES[id], values) };
}

declare const isRefusal: unique symbol;
/** A message as a text, because zod keeps only texts. */
export type RefusalText = string & { readonly [isRefusal]: true };

const MARK = 'message:';

/** A message for a schema of zod. Only `validate` reads it back. */
export function refusal<Id extends MessageId>(id: Id, ...values: Values<Id>): RefusalText {
  return `${MARK}${JSON.stringify(message<Id>(id, ...values))}` as RefusalText;
}

/** Reads the message of a schema back. A text that is not from `refusal` becomes a message without an id. */
export function readRefusal(text: string): Message {
  if (!text.startsWith(MARK)) return { id: OTHER, values: {}, text };
  return JSON.parse(text.slice(MARK.length)) as Message;
}

/** A message as its client has it. Answers of earlier versions have only the text. */
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
