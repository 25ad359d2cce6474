import type { Controls } from '../../src/core/reviews/proof/controls.js';

/** Controls without recent trouble: an answer needs two absences. A test replaces what it watches. */
export function soundControls<R, V>(
  after: Controls<R, V>['after'],
): Pick<Controls<R, V>, keyof Controls<R, V>> {
  return {
    after,
    state: () => 'ok',
    absencesNeeded: () => 2,
    assertSound: () => undefined,
    contradicted: () => undefined,
    begin: () => () => undefined,
  };
}
