import type { ReceivedMessage } from '../../core/texts/messages.js';
import { useTranslation } from './translation.js';

/** Says why the service does not offer a part to this client. */
export function Refusal(received: ReceivedMessage) {
  const translate = useTranslation();
  if (translate === null) return null;
  const text = translate(received);
  return (
    <p class="notice note" role="alert" lang={text === null ? 'en' : undefined}>
      {text ?? received.message}
    </p>
  );
}
