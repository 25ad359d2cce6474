import type { Language } from '../../../core/published/language.js';
import { textsIn } from '../../../core/texts/catalogue.js';
import type { en as common } from '../../../kit/ui/en.js';
import { writerOf } from '../../../kit/ui/texts.js';
import { eventTexts, TITLED_TYPES, troubleText, watchName } from '../event-texts.js';
import type { en } from './en.js';

export type WatchTexts = ReturnType<typeof createWatchTexts>;

/** The texts of the watch in one language; `t` also gives the texts of the other views. They are loaded with the views. */
function createWatchTexts(language: Language, texts: Readonly<Record<string, string>>) {
  const t = textsIn<typeof en & typeof common>(language, texts, writerOf(language));
  type Asked = 'watch.channels.removing' | 'watch.actions.removing';
  const question = (of: Asked, value = 0) => ({
    ...{ title: t(`${of}.title`, { value }), what: t(`${of}.what`) },
    ...{ keep: t(`${of}.keep`), go: t(`${of}.go`) },
  });
  const every = (hours: number) => {
    if (hours === 1) return t('watch.every.hour');
    if (hours === 24) return t('watch.every.day');
    const time =
      hours % 24 === 0
        ? t('watch.count.days', { count: hours / 24 })
        : t('watch.count.hours', { count: hours });
    return t('watch.every', { time });
  };
  return {
    nameOf: (watch: Parameters<typeof watchName>[1]) => watchName(language, watch),
    trouble: (code: string) => troubleText(language, code),
    noJudgement: eventTexts(language)('noJudgement'),
    t,
    every,
    removing: (value: number) => question('watch.actions.removing', value),
    removingChannel: question('watch.channels.removing'),
    /** Each type with its title. */
    eventTypes: TITLED_TYPES.map((type) => [type, eventTexts(language)(`title.${type}`)] as const),
  };
}

/** Loads the texts of one language. */
export async function loadWatchTexts(language: Language): Promise<WatchTexts> {
  if (language === 'pl') {
    const [own, common] = await Promise.all([import('./pl.js'), import('../../../kit/ui/pl.js')]);
    return createWatchTexts(language, { ...common.pl, ...own.pl });
  }
  const [own, common] = await Promise.all([import('./en.js'), import('../../../kit/ui/en.js')]);
  return createWatchTexts(language, { ...common.en, ...own.en });
}
