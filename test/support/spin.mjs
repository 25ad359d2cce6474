// Loaded before the service: SIGWINCH makes its event loop silent for ever.
process.once('SIGWINCH', () => {
  for (;;);
});
