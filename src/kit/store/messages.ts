import { messagesOf } from '../../core/texts/messages.js';
import { en as own } from './messages/en.js';

/** The messages about data. Every capability that keeps data declares them. */
export const DATA_MESSAGES = own;

export const { message } = messagesOf(own);
