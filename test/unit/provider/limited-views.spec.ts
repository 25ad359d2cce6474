import { expect, test } from '@playwright/test';
import { createLimitedViews, type LimitedViewsChange } from '../../../src/provider/limited-views.js';

function memory(rememberMs = 60_000) {
  const changes: LimitedViewsChange[] = [];
  const clock = { now: 0 };
  const views = createLimitedViews({
    rememberMs,
    now: () => clock.now,
    onChange: (change) => changes.push(change),
  });
  return { views, changes, clock };
}

test('remembers a limited view for its time and reports it once', () => {
  const { views, changes, clock } = memory();
  expect(views.isLimited()).toBe(false);
  views.note(true);
  clock.now = 59_999;
  expect(views.isLimited()).toBe(true);
  views.note(true);
  expect(changes).toEqual(['limited']);
});

test('lets one lookup probe when the time is over', () => {
  const { views, changes, clock } = memory();
  views.note(true);
  clock.now = 60_000;
  expect(views.isLimited()).toBe(false);
  expect(changes).toEqual(['limited', 'probing']);
  views.note(true);
  expect(views.isLimited()).toBe(true);
  expect(changes).toEqual(['limited', 'probing', 'limited']);
});

test('forgets it as soon as a page is shown in full', () => {
  const { views, changes } = memory();
  views.note(true);
  views.note(false);
  views.note(false);
  expect(views.isLimited()).toBe(false);
  expect(changes).toEqual(['limited', 'over']);
});

test('remembers nothing when its time is 0', () => {
  const { views, changes } = memory(0);
  views.note(true);
  expect(views.isLimited()).toBe(false);
  expect(changes).toEqual([]);
});
