import type { Failure } from '../../core/failure.js';
import { useTexts } from '../context.js';

/**
 * Shows why a request failed. `invalid`: the text for a request that the service does not accept. `again`: the action of
 * the button "Try again"; without it there is no button.
 */
export function FailureNotice(props: { failure: Failure; invalid: string; again?: () => void }) {
  const { failure, invalid, again } = props;
  const texts = useTexts();
  const { code, message, requestId, retryAfterSeconds } = failure;
  const isInvalid = code === 'invalid_request';
  return (
    <div class="notice failure" role="alert">
      <p>
        <strong>{isInvalid ? invalid : texts.failures[code]}</strong>
        {retryAfterSeconds !== null && ` ${texts.retryAfter(retryAfterSeconds)}`}
      </p>
      {isInvalid && message !== null && (
        <details>
          <summary>{texts.serviceSays}</summary>
          <p lang="en">{message}</p>
        </details>
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
