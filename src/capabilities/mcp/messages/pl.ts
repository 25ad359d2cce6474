import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  jsonRpcNeeded:
    'Wyślij jeden komunikat JSON-RPC 2.0 jako obiekt JSON; lista komunikatów nie jest przyjmowana.',
} satisfies Polish<typeof en>;
