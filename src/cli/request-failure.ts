import type { Failure } from '../contract/failure.js';
import { failureText } from '../contract/texts/outcomes.js';
import { linkedKind, messageText } from '../contract/texts/service-messages.js';
import { EXIT, type ExitCode } from './exit.js';
import type { Session } from './session.js';
import { systemText } from './system-reason.js';
import { plainLine } from './text.js';

type Speaker = Pick<Session, 'language' | 'say' | 'base'>;

/**
 * Why a request failed: in the words of the service where they are known in the user's language, otherwise by the code.
 * `next`: what the command does about it.
 */
export function requestFailureText(failure: Failure, speaker: Speaker, next: string | null = null): string {
  const { code, message, serviceCode, requestId, detail, brokeOff } = failure;
  const { language, say } = speaker;
  const said = serviceCode === null || message === null ? null : messageText(language, message);
  // The service says how a program sends its key; the hint, how a user of this one does.
  const needsBoth = code === 'unauthorized' || code === 'unknown_code';
  const details = serviceCode === null && detail !== null ? systemText(detail, say) : needsBoth ? said : null;
  const codes = [serviceCode, requestId].filter((part) => part !== null).join(', ');
  return [
    brokeOff && serviceCode !== null
      ? say('Usługa przerwała odpowiedź.', 'The service ended its answer early.')
      : null,
    said === null || needsBoth ? failureText(language, failure) : plainLine(said),
    hint(failure, speaker),
    next,
    details === null ? null : `${say('Szczegóły', 'Details')}: ${plainLine(details)}`,
    codes === '' ? null : `${say('Kod', 'Code')}: ${plainLine(codes)}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

function hint({ code, message }: Failure, { say, base }: Speaker): string | null {
  const kind = linkedKind(message ?? '');
  if (kind === 'review') {
    return say(
      'Opinię pokaże polecenie review, a widoczność wielu opinii sprawdzi check.',
      'The command review shows a review, and check the visibility of many.',
    );
  }
  if (kind === 'place') return say('Miejsce pokaże polecenie all.', 'The command all shows a place.');
  if (code === 'unauthorized') {
    return say(
      'Klucz podaje się w zmiennej PLACE_LOOKUP_API_KEY albo w opcji --key.',
      'Set the key in PLACE_LOOKUP_API_KEY or with --key.',
    );
  }
  if (code === 'offline') {
    return say(
      `Sprawdź, czy usługa działa pod adresem ${base}. Inny można podać w opcji --api albo w zmiennej PLACE_LOOKUP_API.`,
      `Check that the service runs at ${base}. Set another address with --api or in PLACE_LOOKUP_API.`,
    );
  }
  if (code === 'unexpected') {
    return say(
      `Sprawdź, czy pod adresem ${base} działa place-lookup w zgodnej wersji.`,
      `Check that place-lookup runs at ${base}, in a compatible version.`,
    );
  }
  if (code === 'jobs_unavailable') {
    return say(
      'Krótszą listę linków do opinii sprawdzi bez zlecenia polecenie check.',
      'Shorter lists of review links can be checked without a job, by the command check.',
    );
  }
  return null;
}

/** The exit code of a command whose request failed. */
export function exitCodeOf({ code }: Failure): ExitCode {
  if (code === 'no_results' || code === 'job_not_found') return EXIT.notFound;
  return code === 'invalid_request' ? EXIT.usage : EXIT.failure;
}
