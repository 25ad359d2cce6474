/** Lines of cells, the first being the headings, as a Markdown table whose source is aligned, too. */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [headings = [], ...rows] = lines;
  return [headings, rule, ...rows].map((line) => row(line, widths)).join('\n');
}

function row(cells: readonly string[], widths: readonly number[]): string {
  const padded = widths.map((width, column) => {
    const cell = cells[column] ?? '';
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `| ${padded.join(' | ')} |`;
}
