import type { Controls } from './controls.js';

/** What one load of something that may not be there showed. */
export type Attempt<F, A> =
  /** It is there, or nothing can be said: no further load is made. */
  | { readonly kind: 'over'; readonly outcome: F }
  /** Not shown by a page that answered normally. `saysSo`: the page says in its own words that it is not there. */
  | { readonly kind: 'absent'; readonly evidence: A; readonly saysSo: boolean };

/** An absence, and what the control read after it showed; null = the page's own words stand for that control. */
export interface Round<A, C> {
  readonly evidence: A;
  readonly saysSo: boolean;
  readonly control: C | null;
}

interface AbsenceProof<F, A, C> {
  /** Loads what may not be there; each time in a context that has not shown it before. */
  readonly attempt: () => Promise<Attempt<F, A>>;
  /** Reads a control that begins after the call. */
  readonly control: () => Promise<C>;
  readonly controls: Pick<Controls<never, C>, 'absencesNeeded' | 'assertSound'>;
  /** The page's own words in two loads need no control at all (verdicts.md, rule 6). */
  readonly wordsSuffice: boolean;
}

/**
 * Loads in turn what may not be there and a control: absent, control, absent, control (verdicts.md, rules 4 to 6).
 * Where both absences bear the page's own words the control between them is left out. After recent trouble three
 * rounds are made instead of two. @throws what attempts and controls throw; AppError `provider_unavailable` while
 * controls are suspended
 */
export async function proveAbsence<F, A, C>(
  options: AbsenceProof<F, A, C>,
): Promise<
  | { readonly kind: 'over'; readonly outcome: F; readonly absences: number }
  | { readonly kind: 'absent'; readonly rounds: readonly Round<A, C>[] }
> {
  const { attempt, control, controls, wordsSuffice } = options;
  const rounds: Round<A, C>[] = [];
  for (;;) {
    const load = await attempt();
    if (load.kind === 'over') return { ...load, absences: rounds.length };
    const { evidence, saysSo } = load;
    const isSaid = saysSo && rounds.every((round) => round.saysSo);
    if (wordsSuffice && isSaid && rounds.length > 0)
      return { kind: 'absent', rounds: [...rounds, { evidence, saysSo, control: null }] };
    const mayWait =
      saysSo && rounds.length === 0 && (wordsSuffice || controls.absencesNeeded() === USUAL_ABSENCES);
    rounds.push({ evidence, saysSo, control: mayWait ? null : await control() });
    if (!mayWait && controlled(rounds, controls.absencesNeeded()) >= controls.absencesNeeded()) {
      controls.assertSound();
      return { kind: 'absent', rounds };
    }
  }
}

/** Absences of an ordinary proof. */
const USUAL_ABSENCES = 2;

/** Absences with a control of their own; the first one may do without it where every page says so itself. */
function controlled<A, C>(rounds: readonly Round<A, C>[], needed: number): number {
  const isSaid = needed === USUAL_ABSENCES && rounds.every(({ saysSo }) => saysSo);
  return rounds.filter(({ control }) => control !== null || isSaid).length;
}
