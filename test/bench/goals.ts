/** One goal of the bench and how it came out. */
export interface Goal {
  readonly text: string;
  readonly value: number;
  readonly bound: '≤' | '≥';
  readonly limit: number;
  readonly met: boolean;
}

export function atMost(text: string, value: number, limit: number): Goal {
  return { text, value, bound: '≤', limit, met: value <= limit };
}

export function atLeast(text: string, value: number, limit: number): Goal {
  return { text, value, bound: '≥', limit, met: value >= limit };
}

/** Whether each goal was reached, as a Markdown table. */
export function goalTable(goals: readonly Goal[]): readonly (readonly string[])[] {
  return [
    ['goal', 'wanted', 'measured', ''],
    ...goals.map(({ text, value, bound, limit, met }) => [
      text,
      `${bound} ${shown(limit)}`,
      shown(value),
      met ? 'reached' : '**not reached**',
    ]),
  ];
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
