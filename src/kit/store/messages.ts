import { messagesOf } from '../../core/texts/messages.js';
import own from './messages/en.json' with { type: 'json' };

/** The messages about data. Every capability that keeps data declares them. */
export const DATA_MESSAGES = own;

export const { message } = messagesOf(own);
