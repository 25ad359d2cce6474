import { isAppError, SettingsError } from '../contract/errors.js';
import { messageText } from '../contract/texts/service-messages.js';
import { systemReason } from './failure-text.js';
import { type Session, textsIn } from './session.js';
import { plainLine } from './text.js';

/** Why a command that runs modules of the service in this process failed, in the user's language. */
export function operatorFailureText(
  error: unknown,
  { language, say }: Pick<Session, 'language' | 'say'>,
): string {
  if (error instanceof SettingsError) {
    const names = error.settings.join(', ');
    return say(
      `Z tymi ustawieniami nie można zacząć: ${names}. Dozwolone wartości opisuje docs/configuration.md.${error.settings.includes('CHROMIUM_PATH') ? ' Chromium instaluje polecenie „npm run setup”.' : ''}${error.settings.includes('PROVIDER_RULES') ? ' Błędy w pliku reguł wskaże polecenie „place-lookup rules check”.' : ''}`,
      plainLine(error.message),
    );
  }
  if (isAppError(error)) return messageText(language, error.message) ?? error.message;
  return systemReason(error, textsIn(language));
}
