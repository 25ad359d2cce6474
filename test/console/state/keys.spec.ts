import { signal } from '@preact/signals';
import { createKeys } from '../../../src/kit/ui/state/keys.js';
import { expect, test } from '../../support/test.js';

const noKey = () => signal<string | null>(null);

test('a key is kept on the computer only by choice, and found again in another tab', () => {
  const computer = noKey();
  const keys = createKeys(noKey(), computer);
  keys.answer('pierwszy');
  expect(computer.value).toBeNull();
  keys.answer('drugi', 'computer');
  expect(createKeys(noKey(), computer).current.value).toBe('drugi');
  keys.forget();
  expect(createKeys(noKey(), computer).current.value).toBeNull();
});

test('no key is left when the user gives up after a refused one', async () => {
  const [tab, computer] = [noKey(), noKey()];
  const keys = createKeys(tab, computer);
  for (const place of ['tab', 'computer'] as const) {
    keys.answer('zly', place);
    const asked = keys.askFor('zly');
    expect(keys.question.value).toBe('refused');
    keys.answer(null);
    expect(await asked).toBe(false);
    expect([keys.current.value, tab.value, computer.value]).toEqual([null, null, null]);
  }
});
