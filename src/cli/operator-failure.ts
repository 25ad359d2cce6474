import { isAppError, SettingsError } from '../contract/errors.js';
import { messageText } from '../contract/texts/service-messages.js';
import { systemReason } from './failure-text.js';
import type { Session } from './session.js';
import { plainLine } from './text.js';

/** Why a command that runs modules of the service in this process failed, in the user's language. */
export function operatorFailureText(
  error: unknown,
  { language, texts }: Pick<Session, 'language' | 'texts'>,
): string {
  if (error instanceof SettingsError)
    return texts.failures.settings(error.settings, plainLine(error.message));
  if (isAppError(error)) return messageText(language, error.message) ?? error.message;
  return systemReason(error, texts);
}
