export const linksOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://maps.app.goo.gl/Zmyslony${index}`);

export const TEN = linksOf(10);
/** Ten links as standard input. */
export const stdin = TEN.join('\n');
