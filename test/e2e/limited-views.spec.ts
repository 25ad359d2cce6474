import { expect } from '@playwright/test';
import { loadPlaceCase, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { expectGolden } from '../support/golden.js';
import { startService, test } from '../support/service.js';

// A limited view that persists is remembered for a short while (places.md §9).

const LIMITED = loadPlaceCase('place--limited-view').request.replace('GET ', '');
const FIRST_LIMITED = loadPlaceCase('place--limited-first').request.replace('GET ', '');
const FULL = loadPlaceCase('place--full-polish').request.replace('GET ', '');

test('a persistent limited view costs one load a lookup once it is known, and retires no context', async ({
  standIn,
}) => {
  const lines: string[] = [];
  const service = await startService(standIn, { LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });
  const ask = async (path: string, id: string): Promise<number> => {
    standIn.requests.length = 0;
    expectGolden(await service.get(path), readExpected(id));
    return documents(standIn);
  };
  const retired = async () =>
    /contexts_recycled_total\{reason="retired"\} (\d+)/.exec(
      await (await fetch(`${service.url}/metrics`)).text(),
    )?.[1];
  try {
    expect(await ask(LIMITED, 'place--limited-view')).toBe(3);
    expect(await retired()).toBe('1');
    expect(await ask(LIMITED, 'place--limited-view')).toBe(1);
    expect(await ask(LIMITED, 'place--limited-view')).toBe(1);
    expect(await retired()).toBe('1');
    // A page shown in full ends it: the next limited view is reloaded again.
    expect(await ask(FULL, 'place--full-polish')).toBe(1);
    expect(await ask(FIRST_LIMITED, 'place--limited-first')).toBe(2);
    expect(lines.filter((line) => line.includes('"limitedViews":"limited"'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('"limitedViews":"over"'))).toHaveLength(1);
  } finally {
    await service.close();
  }
});

function documents(standIn: StandIn): number {
  return standIn.requests.filter(({ path }) => path.startsWith('/maps/place')).length;
}
