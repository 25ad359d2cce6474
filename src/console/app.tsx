import { useEffect, useRef } from 'preact/hooks';
import { useConsole, useTexts } from './context.js';
import { DoctorView } from './doctor/view.js';
import { HomeView } from './home.js';
import { JobsView } from './jobs/view.js';
import { EndWatch, progressMark } from './links/progress.js';
import { LinksView } from './links/view.js';
import { PlacesView } from './place/list-view.js';
import { PlaceView } from './place/view.js';
import { ReviewsView } from './reviews/view.js';
import { formatRoute, type View } from './state/route.js';
import type { Texts } from './texts.js';

const VIEWS: Readonly<Record<View, () => preact.JSX.Element>> = {
  home: HomeView,
  place: PlaceView,
  places: PlacesView,
  links: LinksView,
  reviews: ReviewsView,
  jobs: JobsView,
  doctor: DoctorView,
};

/** The page: header and current view. */
export function App() {
  const { route, announcement } = useConsole();
  const texts = useTexts();
  const { view } = route.value;
  const heading = useRef<HTMLHeadingElement>(null);
  // Each job is a separate page.
  const page = route.value.view === 'jobs' ? `${view} ${route.value.id}` : view;
  const shownBefore = useRef(page);
  useEffect(() => {
    if (shownBefore.current !== page) heading.current?.focus();
    shownBefore.current = page;
  }, [page]);
  const Shown = VIEWS[view];
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the link goes to the content without changing the address */}
      <a class="skip" href="#content" onClick={skipToContent}>
        {texts.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {texts.titles[view]}
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
  const { keys, announce, board, route } = useConsole();
  const texts = useTexts();
  const jobs = board.isOffered.value ? (['jobs'] as const) : [];
  const views = ['place', 'links', 'reviews', ...jobs] as const;
  const forget = () => {
    keys.forget();
    announce(texts.key.forgotten);
  };
  return (
    <header class="top">
      <p class="brand">
        <a
          href={formatRoute({ view: 'home' })}
          aria-current={route.value.view === 'home' ? 'page' : undefined}
        >
          {texts.appName}
          <span class="unseen"> – {texts.homePage}</span>
        </a>{' '}
        <span class="muted">{texts.tagline}</span>
      </p>
      <nav aria-label={texts.views}>
        <ul>
          {views.map((view) => (
            <li key={view}>
              <ViewLink view={view} />
            </li>
          ))}
        </ul>
      </nav>
      <div class="line">
        {keys.current.value !== null && (
          <button type="button" class="quiet" onClick={forget}>
            {texts.key.forget}
          </button>
        )}
        <LanguageSwitch />
      </div>
    </header>
  );
}

function Footer() {
  const { route } = useConsole();
  const { help: texts } = useTexts();
  return (
    <footer class="foot">
      <p>{texts.provider}</p>
      <nav class="line words" aria-label={texts.more}>
        <a href="/docs">{texts.apiDocs}</a>
        <a
          href={formatRoute({ view: 'doctor' })}
          aria-current={route.value.view === 'doctor' ? 'page' : undefined}
        >
          {texts.forAdministrator}
        </a>
      </nav>
    </footer>
  );
}

function ViewLink({ view }: { view: keyof Texts['shortTitles'] }) {
  const { route, links, routeTo } = useConsole();
  const texts = useTexts();
  const mark = view === 'links' ? progressMark(links) : null;
  // One place and many places are two modes of one view.
  const isCurrent = route.value.view === view || (view === 'place' && route.value.view === 'places');
  return (
    <a href={formatRoute(routeTo(view))} aria-current={isCurrent ? 'page' : undefined}>
      <span class="long">{texts.titles[view]}</span>
      <span class="short">{texts.shortTitles[view]}</span>
      {mark !== null && <span> {mark}</span>}
    </a>
  );
}

function LanguageSwitch() {
  const { language: chosen } = useConsole();
  const texts = useTexts();
  const names = { pl: 'Polski', en: 'English' } as const;
  return (
    <fieldset class="languages">
      <legend class="unseen">{texts.languageChoice}</legend>
      {(['pl', 'en'] as const).map((language) => (
        <button
          key={language}
          type="button"
          class="quiet"
          lang={language}
          aria-pressed={chosen.value === language}
          onClick={() => {
            chosen.value = language;
          }}
        >
          {names[language]}
        </button>
      ))}
    </fieldset>
  );
}

/** Asks for the API key when the API wants one. */
function KeyDialog() {
  const { keys } = useConsole();
  const { key: texts } = useTexts();
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
        <h2 id="key-title">{texts.title}</h2>
        <p id="key-why" role={question === 'needed' ? undefined : 'alert'}>
          {texts[question ?? 'needed']}
        </p>
        <label for="key-field">{texts.label}</label>
        <input ref={field} id="key-field" type="password" autocomplete="off" spellcheck={false} required />
        <label class="switch">
          <input ref={keep} type="checkbox" aria-describedby="key-keep" /> {texts.keep}
        </label>
        <p id="key-keep" class="small muted">
          {texts.keepWhat}
        </p>
        <div class="actions">
          <button type="submit">{texts.save}</button>
          <button type="button" class="quiet" onClick={cancel}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
