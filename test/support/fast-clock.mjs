// Loaded before a service (`node --import`): its clock is five minutes ahead of all others.
const AHEAD_MS = 300_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + AHEAD_MS);
    else super(...args);
  }

  static now() {
    return RealDate.now() + AHEAD_MS;
  }
};
const { performance } = globalThis;
const now = performance.now.bind(performance);
performance.now = () => now() + AHEAD_MS;
