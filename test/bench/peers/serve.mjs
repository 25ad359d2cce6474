import process from 'node:process';

/**
 * Sends `ready` to the bench, and answers each `{ id, message }` of the bench with `{ id, value }` or `{ id, error }`.
 * Ends with the bench, after `close`.
 */
export function answer(handle, { ready = 'ready', close } = {}) {
  process.on('message', ({ id, message }) => {
    Promise.resolve(message)
      .then(handle)
      .then(
        (value) => process.send({ id, value }),
        (error) => process.send({ id, error: String(error?.stack ?? error) }),
      );
  });
  process.once('disconnect', () =>
    Promise.resolve(close?.())
      .catch(() => undefined)
      .then(() => process.exit(0)),
  );
  // The bench ends this process, because it has more to end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  process.send(ready);
}
