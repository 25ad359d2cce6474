import {
  CONSENT_HOSTS,
  isLinkHost,
  MAPS_HOSTS,
  SHORT_HOSTS,
} from '../../../src/identifiers/provider-hosts.js';
import { expect, test } from '../../support/test.js';

test('knows the three forms of every domain and its consent host', () => {
  for (const domain of ['com', 'pl', 'de', 'co.uk', 'com.ua', 'gr', 'ch']) {
    for (const host of [`google.${domain}`, `www.google.${domain}`, `maps.google.${domain}`]) {
      expect(MAPS_HOSTS.has(host), host).toBe(true);
    }
    expect(CONSENT_HOSTS.has(`consent.google.${domain}`), domain).toBe(true);
  }
  expect(MAPS_HOSTS.size).toBe(CONSENT_HOSTS.size * 3);
});

test('knows the hosts of every country of the European Union and of its neighbours', () => {
  const members = 'at be bg com.cy cz de dk ee es fi fr gr hr hu ie it lt lu lv com.mt nl pl pt ro se si sk';
  const others = 'co.uk ch no is li com.ua by md rs ba me mk al com.tr';
  for (const domain of `${members} ${others}`.split(' ')) {
    expect(isLinkHost(`www.google.${domain}`), domain).toBe(true);
    expect(isLinkHost(`maps.google.${domain}`), domain).toBe(true);
    expect(isLinkHost(`consent.google.${domain}`), domain).toBe(true);
  }
});

test('every host is a plain lower-case name', () => {
  const hosts = [...MAPS_HOSTS, ...CONSENT_HOSTS, ...SHORT_HOSTS];
  expect(hosts.filter((host) => new URL(`https://${host}/`).hostname !== host)).toEqual([]);
  expect(hosts.filter((host) => !isLinkHost(host))).toEqual([]);
});

test('takes no suffix, prefix or other spelling for a host', () => {
  const others = [
    'evil.google.com',
    'google.com.evil.example',
    'www.google.com.',
    'WWW.GOOGLE.COM',
    'google',
    '',
  ];
  for (const host of [...others, 'mail.google.com', 'xgoogle.com', 'gstatic.com']) {
    expect(isLinkHost(host), host).toBe(false);
  }
});
