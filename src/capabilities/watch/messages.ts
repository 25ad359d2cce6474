import { messagesOf } from '../../core/texts/messages.js';
import { en as own } from './messages/en.js';

/** The messages of this capability: their English texts by id. */
export const MESSAGES = own;

export const { message, refusal } = messagesOf(own);
