/** `npm run test:long`: what takes minutes in Chromium and is tested in short, or without it, by `npm test`. */
export const isLongRun = process.env.LONG_RUN === '1';
