import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type ReceivedMessage, translated } from '../../core/texts/messages.js';
import { useTexts } from './context.js';

/** The Polish messages of the service; null until they are loaded. */
const polish = signal<Readonly<Record<string, string>> | null>(null);

async function loadPolish(): Promise<void> {
  polish.value = await import('../../core/texts/pl.json', { with: { type: 'json' } }).then(
    ({ default: texts }) => texts,
    () => ({}),
  );
}

/**
 * Returns the function that translates a message of the service, or null until the messages are loaded. The function
 * returns null for a message without a translation. Service messages are in English, so only Polish is loaded.
 */
export function useTranslation(): ((received: ReceivedMessage) => string | null) | null {
  const { language } = useTexts();
  useEffect(() => {
    if (language === 'pl' && polish.value === null) void loadPolish();
  }, [language]);
  if (language === 'en') return ({ message }) => message;
  const texts = polish.value;
  return texts === null ? null : (received) => translated(texts, received);
}
