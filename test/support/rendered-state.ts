import { JSDOM } from 'jsdom';
import { captureInput, nextPageState } from '../../src/provider/navigation/page-state.js';
import type { RawPageState } from '../../src/provider/raw-state.js';

/** What the page function reads out of a rendered document, without a browser. */
export async function renderedState(html: string): Promise<RawPageState> {
  const dom = new JSDOM(html, { runScripts: 'outside-only' });
  try {
    const capture = dom.window.eval(`(${nextPageState.toString()})`) as typeof nextPageState;
    return structuredClone(await capture(captureInput(null)));
  } finally {
    dom.window.close();
  }
}
