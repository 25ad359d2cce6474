import {
  isAllowedTarget,
  isAllowedUrl,
  isAllowedWithPictures,
  loggableHost,
  offListError,
} from '../../../src/core/egress/hosts.js';
import { expect, test } from '../../support/test.js';

const ALLOWED =
  'www.google.com www.google.pl maps.google.com consent.google.com consent.google.pl maps.app.goo.gl goo.gl g.page ' +
  'share.google www.gstatic.com maps.gstatic.com ssl.gstatic.com apis.google.com';
/** search.google.com: a link may name it, but no request goes there. */
const REFUSED =
  'localhost 127.0.0.1 2130706433 [::1] 169.254.169.254 example.com WWW.GOOGLE.COM www.google.com. .www.google.com ' +
  'evil.www.google.com www.google.com.evil.test wwwxgoogle.com notgoogle.com fonts.gstatic.com fonts.googleapis.com ' +
  'maps.googleapis.com lh3.googleusercontent.com www.google-analytics.com drive.google.com search.google.com ' +
  'constructor __proto__';

test('the hosts of the provider are allowed on port 443, other hosts and ports are not', () => {
  for (const host of ALLOWED.split(' ')) {
    expect(isAllowedTarget(host, 443), host).toBe(true);
    for (const port of [0, 80, 8443, 22, 444])
      expect(isAllowedTarget(host, port), `${host}:${port}`).toBe(false);
  }
  for (const host of ['', ...REFUSED.split(' ')]) expect(isAllowedTarget(host, 443), host).toBe(false);
});

test('a page with pictures also reaches hosts of fonts and photographs, on port 443 only', () => {
  for (const host of ['www.google.com', 'fonts.gstatic.com', 'lh3.googleusercontent.com']) {
    expect(isAllowedWithPictures(host, 443), host).toBe(true);
    for (const port of [0, 80, 8443])
      expect(isAllowedWithPictures(host, port), `${host}:${port}`).toBe(false);
  }
  for (const host of [
    'lh3.googleusercontent.com.',
    'lh3.googleusercontent.com.evil.test',
    'evil.gstatic.com',
  ])
    expect(isAllowedWithPictures(host, 443), host).toBe(false);
});

test('a URL must be https, without user name and password, on the default port', () => {
  const verdicts = [
    'https://www.google.com/maps',
    'https://www.google.com:443/maps',
    'https://WWW.google.com/maps',
    'http://www.google.com/maps',
    'https://www.google.com:8443/maps',
    'https://user@www.google.com/maps',
    'https://:password@www.google.com/maps',
    'https://www.google.com@example.com/maps',
    'https://www.google.com./maps',
    'wss://www.google.com/maps',
  ].map((url) => isAllowedUrl(new URL(url)));
  expect(verdicts).toEqual([true, true, true, false, false, false, false, false, false, false]);
});

test('the refusal names the host and does not grow with it', () => {
  expect(offListError('share link', 'example.com').message).toBe(
    'The share link leads to example.com, which is not a host of Google Maps. Send a link from Google Maps.',
  );
  expect(offListError('link', 'x'.repeat(5000)).message.length).toBeLessThan(200);
});

test('the log shows hosts of the provider and addresses whole, and of any other host the last label', () => {
  for (const host of [
    'www.google.com',
    'evil.google.pl',
    'fonts.gstatic.com',
    'g.page',
    '127.0.0.1',
    '[::1]',
  ])
    expect(loggableHost(host)).toBe(host);
  for (const host of ['annagoogle.com', 'www.google.com.anna.com', 'anna-goo.gl.com', 'anna.kowalska.com'])
    expect(loggableHost(host)).toBe('*.com');
});
