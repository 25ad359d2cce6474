import type { Language } from '../../../core/published/language.js';
import { textsIn } from '../../../core/texts/catalogue.js';
import { createFormats } from '../../../core/texts/formats.js';
import { troubleText } from '../../../core/texts/outcomes.js';
import type common from '../../../kit/ui/en.json';
import { writerOf } from '../../../kit/ui/texts.js';
import { eventTexts, TITLED_TYPES } from '../event-texts.js';
import type en from './en.json';

export type WatchTexts = ReturnType<typeof createWatchTexts>;

/** The texts of the watch in one language; `t` also gives the texts of the other views. They are loaded with the views. */
export function createWatchTexts(language: Language, texts: Readonly<Record<string, string>>) {
  const t = textsIn<typeof en & typeof common>(language, texts, writerOf(createFormats(language)));
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
    trouble: (code: string) => troubleText(language, code),
    noJudgement: eventTexts(language)('noJudgement'),
    t,
    every,
    add: {
      go: (value: number) => (value > 1 ? t('watch.add.goMany', { value }) : t('watch.add.go')),
    },
    list: {
      coverage: (read: number, total: number | null) =>
        total === null || total <= read
          ? t('watch.list.newestIncomplete', { read })
          : t('watch.list.newestOf', { read, total }),
    },
    actions: {
      removing: (value: number) => ({
        title: t('watch.actions.removing.title', { value }),
        what: t('watch.actions.removing.what'),
        keep: t('watch.actions.removing.keep'),
        go: t('watch.actions.removing.go'),
      }),
    },
    events: {
      /** Each type with its title. */
      types: TITLED_TYPES.map((type) => [type, eventTexts(language)(`title.${type}`)] as const),
    },
    channels: {
      rotating: {
        title: t('watch.channels.rotating.title'),
        what: t('watch.channels.rotating.what'),
        keep: t('watch.channels.rotating.keep'),
        go: t('watch.channels.rotating.go'),
      },
      removing: {
        title: t('watch.channels.removing.title'),
        what: t('watch.channels.removing.what'),
        keep: t('watch.channels.removing.keep'),
        go: t('watch.channels.removing.go'),
      },
    },
  };
}

/** Loads the texts of one language. */
export async function loadWatchTexts(language: Language): Promise<WatchTexts> {
  const [{ default: own }, { default: common }] = await (language === 'pl'
    ? Promise.all([
        import('./pl.json', { with: { type: 'json' } }),
        import('../../../kit/ui/pl.json', { with: { type: 'json' } }),
      ])
    : Promise.all([
        import('./en.json', { with: { type: 'json' } }),
        import('../../../kit/ui/en.json', { with: { type: 'json' } }),
      ]));
  return createWatchTexts(language, { ...common, ...own });
}
