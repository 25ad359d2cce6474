import type { Page } from 'playwright';
import type { RawPageState, Surface } from '../raw-state.js';
import type { RuleSet } from '../rules/built-in.js';
import { providerFault } from './block-pages.js';
import { captureInput, nextPageState } from './page-state.js';

/** Limit for pages that replace their document over and over. */
const MAX_LOST_DOCUMENTS = 20;

/** Captures of the page's state, one at a time. */
export function createPageCaptures(page: Page, surface: Surface, rules: RuleSet) {
  let state: RawPageState | null = null;
  /** The unchanged last capture; the page compares itself with it. */
  let known: RawPageState | null = null;
  let underWay: Promise<RawPageState | null> | null = null;
  let lostDocuments = 0;
  let limitedView = false;
  let errorMessage = false;

  const forget = (): void => {
    state = null;
    known = null;
    underWay = null;
  };

  const countLostDocument = () => {
    lostDocuments += 1;
    if (lostDocuments > MAX_LOST_DOCUMENTS) throw providerFault('the page keeps replacing itself');
  };

  return {
    /** The result of the last capture; null before the first capture, and after the document went away. */
    state: () => state,
    /** The running capture; starts a capture if none runs. Null = the document went away before it could answer. */
    next: (): Promise<RawPageState | null> => {
      underWay ??= captureState(page, known, surface, rules);
      return underWay;
    },
    /** Takes the result of `next`. */
    take: (captured: RawPageState | null): void => {
      forget();
      if (captured === null) {
        countLostDocument();
        return;
      }
      known = captured;
      // The consent page is not the requested page.
      limitedView ||= !captured.consent && captured.limitedView;
      errorMessage ||= !captured.consent && captured.errorMessage;
      // A new document keeps the marks that an earlier document showed.
      state = { ...captured, limitedView, errorMessage };
    },
    /** Starts again with the current page. */
    forget,
  };
}

/** Null when the document went away before it could answer. */
function captureState(
  page: Page,
  known: RawPageState | null,
  surface: Surface,
  rules: RuleSet,
): Promise<RawPageState | null> {
  return page.evaluate(nextPageState, captureInput(known, surface, rules)).catch(() => null);
}
