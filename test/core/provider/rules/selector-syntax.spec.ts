import fc from 'fast-check';
import { BUILT_IN } from '../../../../src/core/provider/rules/built-in.js';
import { selectorFault } from '../../../../src/core/provider/rules/selector-syntax.js';
import { openDom } from '../../../support/dom.js';
import { expect, test } from '../../../support/test.js';

const ACCEPTED = [
  ...Object.values(BUILT_IN.selectors).flat(),
  'div.a > span.b + p ~ a[href^="/maps"]',
  'tr:nth-child(2n + 1) td:not(.x, [data-y])',
  'div:has(> h2.title):is(.a, .b)',
  '*',
];

test('accepts CSS selectors that every browser supports, the built-in ones included', () => {
  for (const selector of ACCEPTED) expect(selectorFault(selector), selector).toBeNull();
});

const REFUSED = [
  ...['', ' ', 'a >', '> a', 'a > > b', 'a,,b', 'a:visible', 'a:has-text("x")', 'p::before', 'b[x!="y"]'],
  ...['.1a', '#1', '[a=1]', '[x]div', 'svg|a', 'a:nth-child(foo)', 'a:first-child(2)', 'a:not', 'a:not(> b)'],
  ...['a:has(:has(b))', 'text=Opinie', '//div', 'a || b', 'a\\:b', 'div{}', 'a/* */', '&.a'],
  ...['a:contains("x")', 'a:header', 'a:is(', 'a)', 'a]', '(a', 'a\u00a0b', '.--a', 'a*', '[x]*'],
];

test('refuses selectors of drivers and libraries, and other texts', () => {
  for (const selector of REFUSED) expect(selectorFault(selector), selector).not.toBeNull();
});

test('a DOM supports every accepted selector', () => {
  const { document } = openDom('<div class="a"><p id="b" data-x="1">text</p></div>').window;
  const piece = fc.constantFrom(
    ...['a', 'div', '*', '.a', '#b', '.-x', '.1', '[data-x]', '[data-x="1"]', '[a=b]', '[a~="b" i]', ' '],
    ...['>', '+', '~', ',', ':not(', ':has(', ':is(', ')', ':nth-child(', '2n+1', 'odd', ':empty', ':root'],
    ...[':not(> a)', ':has(> a)', ':contains("x")', ':header', ':first-childx', '1', '--a', '\u00a0', '='],
    ...[':hover', '::after', '|', '||', '"', "'", '\\', '(', '[', ']', '{', '@', '!', '^', '$', '/'],
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (pieces) => {
      const selector = pieces.join('');
      if (selectorFault(selector) !== null) return;
      accepted += 1;
      document.querySelector(selector);
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
