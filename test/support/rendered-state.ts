import { captureInput, nextPageState } from '../../src/core/provider/navigation/page-state.js';
import type { RawPageState } from '../../src/core/provider/raw-state.js';
import { openDom } from './dom.js';

const states = new Map<string, Promise<RawPageState>>();

/**
 * What the page function reads out of a rendered document by the rules in use, without a browser. Each document is
 * read once; tests do not change what they get.
 */
export function renderedState(html: string): Promise<RawPageState> {
  const input = captureInput(null);
  const key = JSON.stringify([input, html]);
  const known = states.get(key) ?? readState(html, input);
  states.set(key, known);
  return known;
}

async function readState(html: string, input: ReturnType<typeof captureInput>): Promise<RawPageState> {
  const dom = openDom(html, { runScripts: 'outside-only' });
  try {
    const capture = dom.window.eval(`(${nextPageState.toString()})`) as typeof nextPageState;
    return structuredClone(await capture(input));
  } finally {
    dom.window.close();
  }
}
