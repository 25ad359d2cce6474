import {
  CONSENT_HOSTS,
  isLinkHost,
  MAPS_HOSTS,
  SHORT_HOSTS,
} from '../../../src/core/identifiers/provider-hosts.js';
import { expect, test } from '../../support/test.js';

test('accepts map and consent hosts of every country of the European Union and of its neighbours', () => {
  const members =
    'com at be bg com.cy cz de dk ee es fi fr gr hr hu ie it lt lu lv com.mt nl pl pt ro se si sk';
  const others = 'co.uk ch no is li com.ua by md rs ba me mk al com.tr';
  for (const domain of `${members} ${others}`.split(' ')) {
    for (const form of ['google', 'www.google', 'maps.google'])
      expect(MAPS_HOSTS.has(`${form}.${domain}`), `${form}.${domain}`).toBe(true);
    expect(CONSENT_HOSTS.has(`consent.google.${domain}`), domain).toBe(true);
  }
  expect(MAPS_HOSTS.size).toBe(CONSENT_HOSTS.size * 3);
});

test('every host is a plain lower-case name', () => {
  const hosts = [...MAPS_HOSTS, ...CONSENT_HOSTS, ...SHORT_HOSTS];
  expect(hosts.filter((host) => new URL(`https://${host}/`).hostname !== host)).toEqual([]);
  expect(hosts.filter((host) => !isLinkHost(host))).toEqual([]);
});

test('refuses suffixes, prefixes and other spellings of a host', () => {
  const others =
    'evil.google.com google.com.evil.example www.google.com. WWW.GOOGLE.COM google mail.google.com xgoogle.com gstatic.com';
  for (const host of ['', ...others.split(' ')]) expect(isLinkHost(host), host).toBe(false);
});
