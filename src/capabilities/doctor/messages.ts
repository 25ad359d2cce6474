import { messagesOf } from '../../core/texts/messages.js';
import own from './messages/en.json' with { type: 'json' };

/** The messages of this capability: their English texts by id. */
export const MESSAGES = own;

export const { refusal } = messagesOf(own);
