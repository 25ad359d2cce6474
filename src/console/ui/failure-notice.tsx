import type { Failure } from '../api/failure.js';
import { useTexts } from '../context.js';

/** A failure in plain words, with what helps to go on. `again`: offered as a button. */
export function FailureNotice({ failure, again }: { failure: Failure; again?: () => void }) {
  const texts = useTexts();
  const { code, message, requestId, retryAfterSeconds } = failure;
  const isTold = code === 'invalid_request' && message !== null;
  return (
    <div class="notice failure" role="alert">
      <p>
        <strong>{texts.failures[code]}</strong>
        {retryAfterSeconds !== null && ` ${texts.retryAfter(retryAfterSeconds)}`}
      </p>
      {isTold && (
        <p>
          {texts.serviceSays}: <q lang="en">{message}</q>
        </p>
      )}
      {requestId !== null && (
        <p class="small">
          {texts.requestId}: <code>{requestId}</code>
        </p>
      )}
      {again !== undefined && (
        <button type="button" class="quiet" onClick={again}>
          {texts.again}
        </button>
      )}
    </div>
  );
}
