import type { ComponentChildren } from 'preact';
import type { ReceivedMessage } from '../../core/texts/messages.js';
import { useConsole } from './context.js';
import { FailureNotice } from './failure-notice.js';
import { Skeleton } from './skeleton.js';
import { useTranslation } from './translation.js';

/** A view of a part of the service, or why it is not shown. `part`: its name; null = whatever the service offers. */
export function Offered({ part, children }: { part: string | null; children: ComponentChildren }) {
  const { offers } = useConsole();
  const failure = offers.failure.value;
  const refused = part === null ? null : offers.refusal(part);
  if (refused !== null) return <Refusal {...refused} />;
  if (offers.all.value !== null) return <>{children}</>;
  if (failure === null) return <Skeleton />;
  return <FailureNotice failure={failure} invalid="" again={() => void offers.ask()} />;
}

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
