import { catalogue } from '../../../core/texts/catalogue.js';
import type { Problem } from './check-pack.js';
import type { Flaw } from './derive-verdict.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of the check of a pack, of the command and of the page. */
export const verifyTexts = catalogue(en, pl);
export type VerifyTexts = ReturnType<typeof verifyTexts>;

/** A problem of a pack in words. */
export function problemText({ code, subject }: Problem, t: VerifyTexts): string {
  const [flaw = '', loads = null] = code === 'verdict_not_supported' ? (subject ?? '').split(': ') : [];
  const about = isFlaw(flaw) ? flawText(flaw, loads, t) : (subject ?? '');
  return t(`problem.${code}`, { subject: about }).trim();
}

function isFlaw(text: string): text is Flaw {
  return Object.hasOwn(en, `flaw.${text}`);
}

/** Why the loads do not carry the verdict. */
function flawText(flaw: Flaw, loads: string | null, t: VerifyTexts): string {
  return loads === null ? t(`flaw.${flaw}`) : t('flawOfLoads', { flaw: t(`flaw.${flaw}`), loads });
}
