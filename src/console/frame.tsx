import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../kit/ui/button.js';
import { type ConsolePart, type Shown, useParts, useTexts } from '../kit/ui/context.js';
import { loaded } from '../kit/ui/loaded.js';
import { Offered } from '../kit/ui/refusal.js';
import { formatRoute, type View, watchOf } from '../kit/ui/state/route.js';
import { Welcome } from '../kit/ui/welcome.js';
import { Ask } from './ask/ask.js';
import { LANGUAGE_NAMES, useConsole } from './shell.js';

const OWN_VIEWS: Partial<Readonly<Record<View, Shown>>> = {
  home: StartView,
  place: loaded(async () => (await import('./place/place-view.js')).PlaceView),
  settings: loaded(async () => (await import('./settings/settings-view.js')).SettingsView),
  reviews: loaded(async () => (await import('./reviews/reviews-view.js')).ReviewsView),
};

const Guides = loaded(async () => (await import('./help/guides.js')).ListGuides, true);

/** The first page: the page of a capability, or what the product does if the service offers no such capability. */
function StartView() {
  const start = useParts().find((part) => part.start !== undefined)?.start;
  const Start = start === undefined ? Welcome : loaded(start);
  return <Offered part={null} children={<Start />} />;
}

/** The component of a view; the first page for a view that no part brings. */
function shownFor(view: View, parts: readonly ConsolePart[]): Shown {
  const load = parts.map(({ views }) => views?.[view]).find((found) => found !== undefined);
  return load === undefined ? (OWN_VIEWS[view] ?? StartView) : loaded(load);
}

/** The page: rail, input and current view. */
export function App() {
  const { route, announcement, parts, pageName, keys } = useConsole();
  const texts = useTexts();
  const { view } = route.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const key = keys.current.value;
  // Each job and watch is a separate page; and what one key may see does not stay under another.
  const page = `${key} ${view} ${'id' in route.value ? route.value.id : ''}`;
  const shownBefore = useRef(page);
  useEffect(() => {
    if (shownBefore.current !== page) heading.current?.focus();
    shownBefore.current = page;
  }, [page]);
  const Shown = shownFor(view, parts);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the link goes to the content without changing the address */}
      <a class="skip unseen" href="#content" onClick={skipToContent}>
        {texts.t('skip')}
      </a>
      <Rail />
      <div class="page">
        <Ask />
        <main id="content" tabIndex={-1}>
          <h1 ref={heading} tabIndex={-1}>
            {pageName.value ?? texts.t(`titles.${view}`)}
          </h1>
          <Shown key={key} />
          {view === 'lists' && <Guides />}
        </main>
      </div>
      <KeyDialog />
      <p class="announcement unseen" role="status" aria-live="polite">
        {announcement.value}
      </p>
    </>
  );
}

/** The part of the URL after # names the view, so the link must not change it. */
function skipToContent(event: Event) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The pages, in this order. A page that no part brings is left out. */
const RAIL = [
  ...([{ view: 'home' }, watchOf(), { view: 'lists', id: '' }] as const),
  ...([{ view: 'verify' }, { view: 'settings' }] as const),
];

/** The navigation: a rail beside the page, or a bar at the bottom of a phone. */
function Rail() {
  const texts = useTexts();
  const brought = new Set(useParts().flatMap(({ views }) => Object.keys(views ?? {})));
  const routes = RAIL.filter(({ view }) => view in OWN_VIEWS || brought.has(view));
  return (
    <header class="rail">
      <p class="brand">
        <a href={formatRoute({ view: 'home' })}>
          <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
            <path
              fill="var(--accent)"
              d="M16 1.5c-6.1 0-11 4.8-11 10.8 0 8.1 11 18.2 11 18.2s11-10.1 11-18.2c0-6-4.9-10.8-11-10.8z"
            />
            <circle cx="16" cy="12.5" r="4.5" fill="var(--card)" />
          </svg>
          {texts.t('appName')}
        </a>
      </p>
      <nav aria-label={texts.t('views')}>
        <ul>
          {routes.map((to) => (
            <li key={to.view}>
              <ViewLink to={to} />
            </li>
          ))}
        </ul>
        <div class="tools">
          <LanguageSwitch />
        </div>
      </nav>
    </header>
  );
}

function ViewLink({ to }: { to: (typeof RAIL)[number] }) {
  const { route } = useConsole();
  const { t } = useTexts();
  const Mark = useParts().find(({ marks }) => marks?.[to.view])?.marks?.[to.view];
  const shown = route.value.view === 'compare' ? 'watch' : route.value.view;
  return (
    <a href={formatRoute(to)} aria-current={shown === to.view ? 'page' : undefined}>
      {t(`rail.${to.view}`)}
      {Mark !== undefined && <Mark />}
    </a>
  );
}

/** A button that changes to the other language. */
function LanguageSwitch() {
  const { language, speak } = useConsole();
  const other = language.value === 'pl' ? 'en' : 'pl';
  return <Button text={LANGUAGE_NAMES[other]} lang={other} onClick={() => void speak(other)} />;
}

/** Asks for the API key when the API requires a key. */
function KeyDialog() {
  const { keys } = useConsole();
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const keep = useRef<HTMLInputElement>(null);
  const question = keys.question.value;
  useEffect(() => {
    if (question === null) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [question]);
  const submit = (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    if (field.current !== null) field.current.value = '';
    if (key !== '') keys.answer(key, keep.current?.checked === true ? 'computer' : 'tab');
  };
  const cancel = (event: Event) => {
    event.preventDefault();
    keys.answer(null);
  };
  return (
    <dialog ref={dialog} aria-labelledby="key-title" aria-describedby="key-why" onCancel={cancel}>
      <form onSubmit={submit}>
        <h2 id="key-title">{t('key.title')}</h2>
        <p id="key-why" role={question === 'needed' ? undefined : 'alert'}>
          {t(`key.${question ?? 'needed'}`)}
        </p>
        <label for="key-field">{t('key.label')}</label>
        <input ref={field} id="key-field" type="password" autocomplete="off" spellcheck={false} required />
        <label class="switch">
          <input ref={keep} type="checkbox" aria-describedby="key-keep" /> {t('key.keep')}
        </label>
        <p id="key-keep" class="small muted">
          {t('key.keepWhat')}
        </p>
        <div class="actions">
          <button type="submit">{t('key.save')}</button>
          <Button text={t('key.cancel')} onClick={cancel} />
        </div>
      </form>
    </dialog>
  );
}
