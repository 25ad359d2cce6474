import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { clientFailure } from '../core/published/failure.js';
import type { Language } from '../core/published/language.js';
import { Button } from '../kit/ui/button.js';
import { type ConsolePart, type Shown, useParts, useTexts } from '../kit/ui/context.js';
import { FailureNotice } from '../kit/ui/failure-notice.js';
import { formatRoute, type View } from '../kit/ui/state/route.js';
import { EndWatch } from './links/links-progress.js';
import { useConsole } from './shell.js';

/** A view whose script is loaded when the view is first shown. */
function loaded(load: () => Promise<Shown>): Shown {
  return function Loaded() {
    const { t } = useTexts();
    const view = useSignal<{ readonly Shown: Shown | null } | null>(null);
    const start = async () => {
      view.value = null;
      view.value = { Shown: await load().catch(() => null) };
    };
    useEffect(() => void start(), []);
    if (view.value === null) return <p class="busy">{t('loading')}</p>;
    const { Shown } = view.value;
    if (Shown !== null) return <Shown />;
    return <FailureNotice failure={clientFailure('offline')} invalid="" again={() => void start()} />;
  };
}

const OWN_VIEWS: Partial<Readonly<Record<View, Shown>>> = {
  home: HomeView,
  place: loaded(async () => (await import('./place/place-view.js')).PlaceView),
  places: loaded(async () => (await import('./place/place-list-view.js')).PlacesView),
  links: loaded(async () => (await import('./links/links-view.js')).LinksView),
  reviews: loaded(async () => (await import('./reviews/reviews-view.js')).ReviewsView),
};

/** Views that a part loads in the same way are one component, so that their shared state stays. */
const loadedOnce = new Map<() => Promise<Shown>, Shown>();

/** The component of a view; the first page for a view that no part brings. */
function shownFor(view: View, parts: readonly ConsolePart[]): Shown {
  const load = parts.map(({ views }) => views?.[view]).find((found) => found !== undefined);
  if (load === undefined) return OWN_VIEWS[view] ?? HomeView;
  const known = loadedOnce.get(load) ?? loaded(load);
  loadedOnce.set(load, known);
  return known;
}

/** The page: header and current view. */
export function App() {
  const { route, announcement, parts } = useConsole();
  const texts = useTexts();
  const { view } = route.value;
  const heading = useRef<HTMLHeadingElement>(null);
  // Each job, watch and channel is a separate page.
  const page = 'id' in route.value ? `${view} ${route.value.id}` : view;
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
      <Header />
      <main id="content" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {texts.t(`titles.${view}`)}
        </h1>
        <Shown />
      </main>
      <Footer />
      <KeyDialog />
      <EndWatch />
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

function Header() {
  const { keys, announce, route } = useConsole();
  const texts = useTexts();
  const ofParts = useParts().flatMap(({ navigation }) => navigation ?? []);
  const views: readonly View[] = ['place', 'links', 'reviews', ...ofParts];
  const forget = () => {
    keys.forget();
    announce(texts.t('key.forgotten'));
  };
  return (
    <header class="top">
      <p class="brand">
        <a
          href={formatRoute({ view: 'home' })}
          aria-current={route.value.view === 'home' ? 'page' : undefined}
        >
          {texts.t('appName')}
          <span class="unseen"> – {texts.t('homePage')}</span>
        </a>{' '}
        <span class="muted">{texts.t('tagline')}</span>
      </p>
      <nav aria-label={texts.t('views')}>
        <ul>
          {views.map((view) => (
            <li key={view}>
              <ViewLink view={view} />
            </li>
          ))}
        </ul>
      </nav>
      <div class="line">
        {keys.current.value !== null && <Button text={texts.t('key.forget')} onClick={forget} />}
        <LanguageSwitch />
      </div>
    </header>
  );
}

function Footer() {
  const { route } = useConsole();
  const { t } = useTexts();
  return (
    <footer class="foot">
      <p>{t('help.provider')}</p>
      <nav class="line words" aria-label={t('help.more')}>
        <a href="/docs">{t('help.apiDocs')}</a>
        <a
          href={formatRoute({ view: 'doctor' })}
          aria-current={route.value.view === 'doctor' ? 'page' : undefined}
        >
          {t('help.forAdministrator')}
        </a>
      </nav>
    </footer>
  );
}

/** The view of the navigation to which a mode belongs. */
const MODES: Partial<Readonly<Record<View, View>>> = {
  places: 'place',
  events: 'watch',
  channels: 'watch',
};

/** The views of the navigation; their titles are short on phones. */
const SHORT = { place: true, links: true, reviews: true, jobs: true, watch: true } as const;

function ViewLink({ view }: { view: View }) {
  const { route, links, routeTo } = useConsole();
  const { t } = useTexts();
  const mark = view === 'links' ? links.mark.value : null;
  const isCurrent = (MODES[route.value.view] ?? route.value.view) === view;
  return (
    <a href={formatRoute(routeTo(view))} aria-current={isCurrent ? 'page' : undefined}>
      <span class="long">{t(`titles.${view}`)}</span>
      <span class="short">
        {view in SHORT ? t(`shortTitles.${view as keyof typeof SHORT}`) : t(`titles.${view}`)}
      </span>
      {mark !== null && <span> {mark}</span>}
    </a>
  );
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { pl: 'Polski', en: 'English' };

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

const CHOICES = ['links', 'place', 'places', 'watch'] as const;

/** The first page, with the tasks to choose from. */
function HomeView() {
  const { routeTo } = useConsole();
  const offered = useParts().flatMap(({ navigation }) => navigation ?? []);
  const { t } = useTexts();
  const starts = useParts().flatMap(({ Start }) => Start ?? []);
  return (
    <>
      {starts.map((Start, index) => (
        <Start key={index} />
      ))}
      <ul class="choices">
        {CHOICES.filter((view) => view !== 'watch' || offered.includes(view)).map((view) => (
          <li key={view} class="card">
            <h2>
              <a href={formatRoute(routeTo(view))}>{t(`home.${view}.action`)}</a>
            </h2>
            <p class="muted">{t(`home.${view}.about`)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
