import type { Failure } from '../../core/failure.js';
import { useTexts } from '../context.js';

/**
 * A failure in plain words, with what helps to go on. `invalid`: the text for when the API cannot take what was asked;
 * `again`: offered as a button.
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
