import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../../src/app/listen.js';
import { StartupError } from '../../src/core/errors.js';
import { expect, test } from '../support/test.js';

test('an address that cannot be listened on is a StartupError of one line', async () => {
  const first = createServer();
  await listen(first, 0, '127.0.0.1');
  try {
    const { port } = first.address() as AddressInfo;
    await expect(listen(createServer(), port, '127.0.0.1')).rejects.toThrow(
      new StartupError(
        `Cannot listen on 127.0.0.1:${port}: another process already listens there; choose another PORT.`,
      ),
    );
    await expect(listen(createServer(), 0, '192.0.2.1')).rejects.toThrow(
      new StartupError('Cannot listen on 192.0.2.1:0: HOST is not an address of this machine.'),
    );
    // A link-local address without its interface; EINVAL, or EAFNOSUPPORT where there is no IPv6.
    await expect(listen(createServer(), 0, 'fe80::1')).rejects.toThrow(StartupError);
  } finally {
    first.close();
  }
});
