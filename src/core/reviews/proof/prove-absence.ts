import type { Trust } from './controls.js';

/** The result of one load of a review or place that may not exist. */
export type Attempt<F, A> =
  /** The subject exists, or its state is unknown: no further load is made. */
  | { readonly kind: 'over'; readonly outcome: F }
  /** A page that answered normally does not show the subject. `saysSo`: the page's own words state its absence. */
  | { readonly kind: 'absent'; readonly signs: A; readonly saysSo: boolean };

/** An absence, and the result of the control read after it; null = the page's own words replace that control. */
export interface Round<A, C> {
  readonly signs: A;
  readonly saysSo: boolean;
  readonly control: C | null;
}

interface AbsenceProof<F, A, C> {
  /** Loads the subject, each time in a context that has not shown it before. */
  readonly attempt: () => Promise<Attempt<F, A>>;
  /** Reads a control that begins after this call. */
  readonly control: () => Promise<C>;
  readonly trust: Pick<Trust, 'absencesNeeded' | 'assertSound'>;
  /** True when the page's own words in two loads replace every control (verdicts.md, rule 6). */
  readonly wordsSuffice: boolean;
}

/**
 * Loads the subject and a control in turn: absent, control, absent, control (verdicts.md, rules 4 to 6). Where the
 * page's own words state both absences, the control between them is left out. For some time after a failed control or a
 * contradicted absence, three rounds are made instead of two. @throws errors of attempts and controls; AppError
 * `provider_unavailable` while controls are suspended
 */
export async function proveAbsence<F, A, C>(
  options: AbsenceProof<F, A, C>,
): Promise<
  | { readonly kind: 'over'; readonly outcome: F; readonly absences: number }
  | { readonly kind: 'absent'; readonly rounds: readonly Round<A, C>[] }
> {
  const { attempt, control, trust, wordsSuffice } = options;
  const needed = trust.absencesNeeded;
  const rounds: Round<A, C>[] = [];
  for (;;) {
    const load = await attempt();
    if (load.kind === 'over') return { ...load, absences: rounds.length };
    const { signs, saysSo } = load;
    const isSaid = saysSo && rounds.every((round) => round.saysSo);
    if (wordsSuffice && isSaid && rounds.length > 0)
      return { kind: 'absent', rounds: [...rounds, { signs, saysSo, control: null }] };
    const mayWait = saysSo && rounds.length === 0 && (wordsSuffice || needed() === USUAL_ABSENCES);
    rounds.push({ signs, saysSo, control: mayWait ? null : await control() });
    if (!mayWait && controlled(rounds, needed()) >= needed()) {
      trust.assertSound();
      return { kind: 'absent', rounds };
    }
  }
}

/** Absences that an ordinary proof needs. */
const USUAL_ABSENCES = 2;

/** Absences with a control. The first absence needs no control where every page states the absence itself. */
function controlled<A, C>(rounds: readonly Round<A, C>[], needed: number): number {
  const isSaid = needed === USUAL_ABSENCES && rounds.every(({ saysSo }) => saysSo);
  return rounds.filter(({ control }) => control !== null || isSaid).length;
}
