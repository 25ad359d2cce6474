import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type ReceivedMessage, translated } from '../../core/texts/messages.js';
import { type Here, useConsole, useTexts } from './context.js';

/** The Polish messages of the service; null until they are loaded. */
const polish = signal<Readonly<Record<string, string>> | null>(null);

async function loadPolish(ofCapabilities: Here['loadMessages']): Promise<void> {
  const core = import('../../core/texts/pl.js');
  polish.value = await Promise.all([core, ofCapabilities()]).then(
    ([{ pl }, others]) => ({ ...pl, ...others }),
    () => ({}),
  );
}

/**
 * Returns the function that translates a message of the service, or null until the messages are loaded. The function
 * returns null for a message without a translation. Service messages are in English, so only Polish is loaded.
 */
export function useTranslation(): ((received: ReceivedMessage) => string | null) | null {
  const { language } = useTexts();
  const { loadMessages } = useConsole();
  useEffect(() => {
    if (language === 'pl' && polish.value === null) void loadPolish(loadMessages);
  }, [language]);
  if (language === 'en') return ({ message }) => message;
  const texts = polish.value;
  return texts === null ? null : (received) => translated(texts, received);
}
