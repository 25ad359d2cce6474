import type { Row, Times } from './measure.js';
import { quantile } from './statistics.js';

const HEADINGS = [
  'endpoint',
  'at once',
  'loads',
  'service p50',
  'p95',
  'per s',
  'bare p50',
  'p95',
  'per s',
  'p50 ÷ bare',
  'rounds 25–75 %',
  'time ÷ bare',
];

/** The rows as a table for people; milliseconds. */
export function table(rows: readonly Row[]): string {
  return aligned([HEADINGS, ...rows.map(cells)]);
}

/** Lines of cells, the first being the headings, in columns. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(pad).join('  ')).join('\n');
}

function cells(row: Row): string[] {
  const { roundRatios } = row;
  const spread =
    roundRatios.length === 0
      ? '–'
      : `${ratio(quantile(roundRatios, 0.25))}–${ratio(quantile(roundRatios, 0.75))}`;
  return [
    row.name,
    String(row.concurrency),
    String(row.loads),
    ...times(row.service),
    ...times(row.bare),
    ratio(row.p50Ratio),
    spread,
    ratio(row.wallRatio),
  ];
}

function times(side: Times | null): string[] {
  if (side === null) return ['–', '–', '–'];
  return [
    milliseconds(side.p50),
    milliseconds(side.p95),
    side.perSecond.toFixed(side.perSecond < 100 ? 2 : 0),
  ];
}

function milliseconds(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}

function ratio(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
