import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Examples } from '../contract/examples.js';
import type { Language } from '../contract/language.js';
import type { Checkup } from './doctor/store.js';
import type { JobDraft } from './jobs/draft.js';
import type { JobBoard } from './jobs/store.js';
import type { PlaceSets } from './library/places.js';
import type { Library } from './library/store.js';
import type { EndNotice } from './links/end-notice.js';
import type { LinkCheck } from './links/store.js';
import type { PlaceList } from './place/list-store.js';
import type { PlaceLookup } from './place/store.js';
import type { ReviewList } from './reviews/store.js';
import type { Keys } from './state/keys.js';
import type { Route, View } from './state/route.js';
import type { Texts } from './texts.js';

/** The stores and actions that every component can use. Made once, in main.tsx. */
export interface Console {
  readonly examples: Examples;
  readonly language: Signal<Language>;
  readonly texts: ReadonlySignal<Texts>;
  readonly keys: Keys;
  readonly route: ReadonlySignal<Route>;
  readonly place: PlaceLookup;
  readonly places: PlaceList;
  readonly placeSets: PlaceSets;
  readonly links: LinkCheck;
  readonly library: Library;
  readonly endNotice: EndNotice;
  readonly reviews: ReviewList;
  readonly board: JobBoard;
  readonly draft: JobDraft;
  readonly checkup: Checkup;
  /** Shows a view and puts it into the URL. */
  go(route: Route): void;
  /** The route of a view, with the place, list or job that the view showed last. */
  routeTo(view: View): Route;
  /** Shows the view of review links with this link, and checks it unless the view already holds a list. */
  checkReviewLink(url: string): void;
  /** The whole address of the current view, with its filters. */
  viewAddress(): string;
  /** Makes screen readers read the text aloud. */
  announce(text: string): void;
  readonly announcement: ReadonlySignal<string>;
}

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === null) throw new Error('outside of the console');
  return console;
}

/** The texts in the chosen language. */
export function useTexts(): Texts {
  return useConsole().texts.value;
}
