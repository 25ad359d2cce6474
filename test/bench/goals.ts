/** One goal of the bench and how it came out. */
export interface Goal {
  readonly text: string;
  readonly value: number;
  readonly bound: '≤' | '≥';
  readonly limit: number;
  readonly met: boolean;
  /** What stands in the way when it is not reached, as far as it was looked into. */
  readonly why: string | null;
}

export function atMost(text: string, value: number, limit: number, why: string | null = null): Goal {
  return { text, value, bound: '≤', limit, met: value <= limit, why };
}

export function atLeast(text: string, value: number, limit: number, why: string | null = null): Goal {
  return { text, value, bound: '≥', limit, met: value >= limit, why };
}

/** Whether each goal was reached, and the section that measures it, as lines of a Markdown table. */
export function goalTable(
  goals: readonly (Goal & { readonly section: string })[],
): readonly (readonly string[])[] {
  return [
    ['goal', 'section', 'wanted', 'measured', ''],
    ...goals.map(({ text, section, value, bound, limit, met }) => [
      text,
      section,
      `${bound} ${shown(limit)}`,
      shown(value),
      met ? 'reached' : '**not reached**',
    ]),
  ];
}

/** Why goals were not reached, a line each. */
export function reasons(goals: readonly Goal[]): readonly string[] {
  const missed = goals.filter(({ met, why }) => !met && why !== null);
  return missed.map(({ text, why }) => `- Not reached: ${text}. ${why}`);
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
