import type { ReadonlySignal } from '@preact/signals';
import { createContext, type JSX } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Language } from '../../core/published/language.js';
import type { PolishMessages } from '../../core/texts/service-text.js';
import type { Api } from '../client/api.js';
import type { JobType } from '../lists/list-limits.js';
import type { ListSource } from './input/source.js';
import type { Keys } from './state/keys.js';
import type { Offers } from './state/offers.js';
import type { Route, View } from './state/route.js';
import type { Texts } from './texts.js';

/** A component without properties. */
export type Shown = () => JSX.Element | null;

export interface FileButton {
  readonly text: string;
  /** Makes the content and the name of the file. @throws RequestFailed when the service refuses the file */
  readonly make: () => Promise<readonly [content: Blob, name: string]>;
}

/** The list of the packs that the service keeps. `check`: checks one, of a client; null = the browser cannot. */
export type KeptPacks = (props: {
  check: ((pack: File, client: string | null) => Promise<void>) | null;
}) => JSX.Element;

/** What a capability adds to the console. It is shown where the service offers the capability. */
export interface ConsolePart {
  /** Its name in the answer of `/api/capabilities`; null = it is always shown. */
  readonly offer: string | null;
  /** The views that it brings; each is loaded when it is first shown. */
  readonly views?: Partial<Readonly<Record<View, () => Promise<Shown>>>>;
  /** What the navigation shows beside the name of a view. */
  readonly marks?: Partial<Readonly<Record<View, Shown>>>;
  /** Loads its part of the settings. */
  readonly settings?: () => Promise<Shown>;
  /** Loads the first page. */
  readonly start?: () => Promise<Shown>;
  /** A button beside a list. `about`: which rows of the list, unless all. */
  readonly ListAction?: (props: {
    source: () => ListSource | Promise<ListSource | null>;
    about?: string;
  }) => JSX.Element | null;
  /** Begins to check a list, and shows it. @throws RequestFailed */
  readonly beginList?: (here: Here, source: ListSource, type: JobType) => Promise<void>;
  /** Makes the file that proves what the service says about a review link. @throws RequestFailed */
  readonly linkProof?: (here: Here, url: string, signal: AbortSignal) => ReturnType<FileButton['make']>;
  readonly packs?: () => Promise<KeptPacks>;
}

/** What every component can use. */
export interface Here {
  readonly api: Api;
  readonly offers: Offers;
  readonly language: ReadonlySignal<Language>;
  readonly keys: Keys;
  readonly parts: readonly ConsolePart[];
  readonly loadMessages: () => Promise<PolishMessages>;
  readonly texts: ReadonlySignal<Texts>;
  readonly route: ReadonlySignal<Route>;
  readonly announcement: ReadonlySignal<string>;
  /** Changes at midnight: a page may stay open overnight. */
  readonly today: ReadonlySignal<string>;
  /** The store that `create` makes: one in a page. */
  readonly store: <T>(create: (here: Here) => T) => T;
  /** Shows a view and puts it into the URL. */
  readonly go: (next: Route) => void;
  /** Changes the filters of the view that is shown: its address is replaced. */
  readonly refine: (next: Route) => void;
  /** Makes screen readers read the text aloud. */
  readonly announce: (text: string) => void;
  /** Names the page after what its view shows; null = the title of the view. See `usePageName`. */
  readonly namePage: (name: string | null) => void;
}

export const HereContext = createContext<Here | null>(null);

export function useConsole(): Here {
  const here = useContext(HereContext);
  if (here === null) throw new Error('useConsole was called outside of the console');
  return here;
}

/** The store that `create` makes: one in a page. */
export function useStore<T>(create: (here: Here) => T): T {
  return useConsole().store(create);
}

/** Names the page, in its heading and in the title of the tab, while the component is shown. */
export function usePageName(name: string | null): void {
  const { namePage } = useConsole();
  useEffect(() => {
    namePage(name);
    return () => namePage(null);
  }, [name]);
}

export function useParts(): readonly ConsolePart[] {
  const { parts, offers } = useConsole();
  return parts.filter(({ offer }) => offer === null || offers.has(offer));
}

/** The texts in the chosen language. */
export function useTexts(): Texts {
  return useConsole().texts.value;
}
