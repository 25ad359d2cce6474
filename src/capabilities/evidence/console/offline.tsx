import { signal } from '@preact/signals';
import { render } from 'preact';
import { type Here, HereContext } from '../../../kit/ui/context.js';
import { loadTexts } from '../../../kit/ui/texts.js';
import { pageTexts } from './texts.js';
import { VerifyPage } from './verify-page.js';

// The page that checks packs, as one file without a service: it sends no request, so it knows only keys from files.

async function show(root: HTMLElement) {
  const language = navigator.language.startsWith('pl') ? 'pl' : 'en';
  const texts = await loadTexts(language);
  const nobody = () => Promise.reject(new Error('there is no service'));
  const here = {
    api: { data: nobody, lines: nobody, file: nobody } as unknown as Here['api'],
    texts: signal(texts),
    language: signal(language),
    announce: () => undefined,
    parts: [],
  } satisfies Partial<Here>;
  document.documentElement.lang = language;
  document.title = pageTexts(language)('check');
  render(
    <HereContext.Provider value={here as unknown as Here}>
      <main>
        <h1>{document.title}</h1>
        <VerifyPage />
      </main>
    </HereContext.Provider>,
    root,
  );
}

const root = document.getElementById('console');
if (root !== null) void show(root);
