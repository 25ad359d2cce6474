import { readConfig, settingsOf } from '../../../core/config/config.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { operatorFailureText } from '../../../kit/terminal/failure-text.js';
import type { Session } from '../../../kit/terminal/session.js';
import { createMail } from '../email.js';
import { notifyTexts } from '../letters.js';
import { DELIVERY_SETTINGS } from '../settings.js';

/** `test-mail [ADDRESS]`: sends an e-mail with the settings of the environment, by default to OPERATOR_MAIL. */
export async function testMail(session: Session, argument: string): Promise<ExitCode> {
  const { language, t } = session;
  const settings = settingsIn(session);
  const { SMTP_URL: url, MAIL_FROM: from, OPERATOR_MAIL } = settings;
  const target = argument === '' ? (OPERATOR_MAIL ?? '') : argument;
  const mail = createMail({ url, from });
  if (!mail.isOn || target === '') throw new ExitError(EXIT.usage, t('testMail.notSet'));
  const texts = notifyTexts(language);
  const content = { subject: texts('mail.test'), paragraphs: [texts('operator.test')] };
  const { error } = await mail.tell({ target, language }, { messageId: `test.${Date.now()}`, ...content });
  await mail.close();
  if (error !== null) throw new ExitError(EXIT.failure, t('testMail.failed', { error }));
  session.note(t('testMail.sent', { target }));
  return EXIT.ok;
}

function settingsIn(session: Session) {
  try {
    return settingsOf(readConfig([DELIVERY_SETTINGS]), DELIVERY_SETTINGS);
  } catch (error) {
    throw new ExitError(EXIT.usage, operatorFailureText(error, session));
  }
}
