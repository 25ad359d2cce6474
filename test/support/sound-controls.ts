import type { Controls } from '../../src/core/reviews/proof/controls.js';

const TRUST: Omit<ReturnType<Controls<unknown, unknown>['trust']>, 'contradicted'> = {
  state: () => 'ok',
  hasSeen: () => true,
  absencesNeeded: () => 2,
  assertSound: () => undefined,
  begun: () => undefined,
  seen: () => undefined,
  failed: () => undefined,
  waitMs: () => ({ toNext: 0, toEnd: 0 }),
};

/** Controls without recent trouble: an answer needs two absences. A test replaces what it watches. */
export function soundControls<R, V>(
  after: Controls<R, V>['after'],
  contradicted: () => void = () => undefined,
): Pick<Controls<R, V>, keyof Controls<R, V>> {
  return {
    after,
    state: () => 'ok',
    trust: () => ({ ...TRUST, contradicted }),
    expectLink: () => () => undefined,
  };
}
