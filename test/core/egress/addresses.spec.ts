import { createServer } from 'node:net';
import {
  isLoopbackAddress,
  isPublicAddress,
  PrivateAddressError,
  resolvePublic,
} from '../../../src/core/egress/addresses.js';
import { dial } from '../../../src/core/egress/tunnel.js';
import { expect, resolver, sendRaw, test } from './servers.js';

const NOT_PUBLIC =
  '127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 192.0.2.1 198.18.0.1 ' +
  '224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd00:: ' +
  'fd00:ec2::254 fec0::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1 4000::1 ' +
  '127.1 0x8.8.8.8 2a00:1450:4001:80b::2004%eth0% google.com';
const PUBLIC = '8.8.8.8 142.250.186.68 2a00:1450:4001:80b::2004 2607:f8b0:4004:c07::67';

test('only unicast addresses of the public internet are public', () => {
  for (const address of ['', ...NOT_PUBLIC.split(' ')]) expect(isPublicAddress(address), address).toBe(false);
  for (const address of PUBLIC.split(' ')) expect(isPublicAddress(address), address).toBe(true);
});

test('only address literals of this machine are loopback', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true]);
  for (const host of ['localhost', '0.0.0.0', '::', '127.1', '::ffff:127.0.0.1', '10.0.0.1', '8.8.8.8', '']) {
    expect(isLoopbackAddress(host), host).toBe(false);
  }
});

test('returns all addresses of a public name after one question', async () => {
  const { asked, resolve } = resolver(['8.8.8.8', '2a00:1450:4001:80b::2004']);
  const addresses = await resolvePublic('www.google.com', resolve);
  expect(addresses.map(({ address }) => address)).toEqual(['8.8.8.8', '2a00:1450:4001:80b::2004']);
  expect(asked).toEqual(['www.google.com']);
});

test('a name is refused when one of its addresses is not public', async () => {
  for (const answer of [
    ['127.0.0.1'],
    ['fd00:ec2::254'],
    ['8.8.8.8', '127.0.0.1'],
    ['2a00:1450::2004', 'fd00::1'],
  ]) {
    const refused = resolvePublic('www.google.com', resolver(answer).resolve);
    await expect(refused, answer.join()).rejects.toBeInstanceOf(PrivateAddressError);
  }
});

test('a name without an address is a failure', async () => {
  await expect(resolvePublic('www.google.com', resolver([]).resolve)).rejects.toThrow('has no address');
});

test('the proxy refuses an allowed name with an address that is not public', async ({ bench }) => {
  const { asked, resolve } = resolver(['8.8.8.8', 'fd00::1']);
  const egress = await bench.egress({ resolve });
  expect((await sendRaw(egress, 'CONNECT www.google.com:443')).status).toBe(403);
  expect(asked).toEqual(['www.google.com']);
  expect(egress.lines).toMatchObject([{ level: 40, host: 'www.google.com' }]);
});

test('the connection goes to the checked addresses: nothing is resolved a second time', async ({ bench }) => {
  const target = await bench.listen(createServer((socket) => socket.end('hello')));
  const socket = await dial(
    { addresses: [{ address: '127.0.0.1', family: 4 }], port: target.port },
    new AbortController().signal,
  );
  bench.defer(() => socket.destroy());
  expect(socket.remoteAddress).toBe('127.0.0.1');
  expect(target.connections()).toBe(1);
});

test('the next address is tried when the first refuses', async ({ bench }) => {
  const target = await bench.listen(createServer());
  const addresses = [
    { address: '127.0.0.2', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const socket = await dial({ addresses, port: target.port }, new AbortController().signal);
  bench.defer(() => socket.destroy());
  expect(socket.remoteAddress).toBe('127.0.0.1');
});

test('an aborted attempt rejects with the reason', async ({ bench }) => {
  const target = await bench.listen(createServer());
  const attempt = new AbortController();
  const dialled = dial(
    { addresses: [{ address: '127.0.0.1', family: 4 }], port: target.port },
    attempt.signal,
  );
  attempt.abort(new Error('no longer wanted'));
  await expect(dialled).rejects.toThrow('no longer wanted');
});
