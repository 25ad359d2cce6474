import { messagesOf } from '../../core/texts/messages.js';
import { MESSAGES as OF_WATCH } from '../watch/messages.js';
import { en as own } from './messages/en.js';

/** The messages of this capability: their English texts by id. */
export const MESSAGES = own;

/** Also says the messages of the watch, which it needs. */
export const { message, refusal } = messagesOf({ ...OF_WATCH, ...own });
