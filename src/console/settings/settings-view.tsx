import type { Language } from '../../core/published/language.js';
import { Button } from '../../kit/ui/button.js';
import { useParts, useTexts } from '../../kit/ui/context.js';
import { Chips } from '../../kit/ui/fields.js';
import { loaded } from '../../kit/ui/loaded.js';
import { LANGUAGE_NAMES, useConsole } from '../shell.js';

/** Language and key, then what capabilities bring: notifications, the state of the service. */
export function SettingsView() {
  const { keys, announce, language, speak } = useConsole();
  const { t } = useTexts();
  const forget = () => {
    keys.forget();
    announce(t('key.forgotten'));
  };
  return (
    <>
      <section class="card" aria-label={t('settings.own')}>
        <div class="line words">
          <Chips<Language>
            type="radio"
            class="segments"
            legend={t('settings.language')}
            options={(['pl', 'en'] as const).map((one) => [one, LANGUAGE_NAMES[one]])}
            isChosen={(one) => one === language.value}
            choose={(one) => void speak(one)}
          />
          {keys.current.value === null ? (
            <Button text={t('key.enter')} onClick={() => void keys.askFor(null)} />
          ) : (
            <Button text={t('key.forget')} onClick={forget} />
          )}
          <a href="/docs">{t('help.apiDocs')}</a>
        </div>
      </section>
      {useParts().flatMap(({ settings }, index) => {
        if (settings === undefined) return [];
        const Section = loaded(settings);
        return [<Section key={index} />];
      })}
    </>
  );
}
