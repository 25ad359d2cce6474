import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  mcp: 'udostępnij narzędzia modelom językowym (Model Context Protocol) przez standardowe wejście i wyjście',
} satisfies Polish<typeof en>;
