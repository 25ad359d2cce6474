import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../../core/published/failure.js';
import { isKnownCode } from '../../core/texts/outcomes.js';
import { countDown, mayHelp } from '../client/retry.js';
import { Button } from './button.js';
import { useConsole, useTexts } from './context.js';
import { useTranslation } from './translation.js';

/** Codes whose service message is more precise than the code: it names the fault of the input, or the missing part. */
const DETAILED = /^(?:invalid_request|unauthorized|no_results|provider_unavailable)$/;

/** The message that only repeats the text of its code. */
const REPEATS_ITS_CODE = 'no_such_place';

/**
 * Shows why a request failed. `invalid`: the text for a request that the service does not accept. `again`: the action
 * of the button "Try again". The button appears only if another attempt may help, and waits for `Retry-After`.
 */
export function FailureNotice(props: { failure: Failure; invalid: string; again?: () => void }) {
  const { failure, invalid, again } = props;
  const texts = useTexts();
  const { keys } = useConsole();
  const isKey = failure.status === 401;
  const askForKey = async () => {
    if (await keys.askFor(keys.current.value)) again?.();
  };
  const { code, message, reason, requestId, retryAfterSeconds } = failure;
  const translate = useTranslation();
  const secondsLeft = useCountdown(failure, retryAfterSeconds);
  const saysMore =
    (DETAILED.test(code) || !isKnownCode(code)) && message !== null && reason !== REPEATS_ITS_CODE;
  const translated = saysMore && translate !== null ? translate({ ...failure, message }) : null;
  // A failure of a capability has no text for its code: its message says all.
  const ownWords = isKnownCode(code) || message === null ? null : translate === null ? '' : translated;
  return (
    <div class="notice bad failure" role="alert">
      <p>
        <strong>{code === 'invalid_request' ? invalid : (ownWords ?? texts.whyFailed(failure))}</strong>
        {retryAfterSeconds !== null && mayHelp(failure) && (
          <span role="timer" aria-live="off">
            {secondsLeft > 0
              ? ` ${texts.t('retryAfter', { seconds: texts.t('count.seconds', { count: secondsLeft }) })}`
              : ` ${texts.t('retryNow')}`}
          </span>
        )}
      </p>
      {saysMore && ownWords === null && translate !== null && (
        <details>
          <summary>{translated === null ? texts.t('serviceSays') : texts.t('details')}</summary>
          {translated === null ? <p lang="en">{message}</p> : <p>{translated}</p>}
        </details>
      )}
      {requestId !== null && failure.status !== 404 && (
        <p class="small">
          {texts.t('requestId')}: <code>{requestId}</code>
        </p>
      )}
      {again !== undefined && (mayHelp(failure) || isKey) && (
        <Button
          text={texts.t(isKey ? 'key.enter' : 'again')}
          isOff={secondsLeft > 0}
          onClick={isKey ? askForKey : again}
        />
      )}
    </div>
  );
}

/** The remaining seconds of a pause; 0 at its end. A new object `pause` starts a new pause. */
function useCountdown(pause: object, seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    setLeft(seconds ?? 0);
    if (seconds === null || seconds <= 0) return undefined;
    const leaving = new AbortController();
    countDown(seconds, leaving.signal, setLeft).then(
      () => setLeft(0),
      () => undefined,
    );
    return () => leaving.abort();
  }, [pause]);
  return left;
}
