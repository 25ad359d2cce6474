import type { ComponentChildren } from 'preact';
import { useTexts } from '../context.js';

export interface TableColumn<Row> {
  readonly header: string;
  cell(row: Row, index: number): ComponentChildren;
  readonly class?: string;
  /** A CSS width. Without it the column shares the remaining width. */
  readonly width?: string | undefined;
  /** True when the cells are the headings of their rows. */
  readonly isRowHeading?: boolean;
}

/** A table. */
export function Table<Row>(props: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  class?: string;
  /** Gives the number of a row for a first column with numbers. */
  numberOf?: (row: Row, index: number) => number;
  rowClass?: (row: Row) => string | undefined;
  /** The name of the table for screen readers. */
  name?: string;
  /** The name of the region in which the table scrolls, by mouse or keyboard. Without it the table fits the page. */
  scrolled?: string | undefined;
}) {
  const { rows, keyOf, numberOf, rowClass, scrolled } = props;
  const { links, formats } = useTexts();
  const numbers: TableColumn<Row>[] = [];
  if (numberOf !== undefined) {
    const cell = (row: Row, index: number) => formats.number(numberOf(row, index));
    numbers.push({ header: links.columns.number, width: '3.25rem', class: 'number muted', cell });
  }
  const columns = [...numbers, ...props.columns];
  const table = (
    <table class={props.class} aria-label={props.name}>
      <thead>
        <tr>
          {columns.map(({ header, width }, index) => (
            <th key={index} scope="col" style={{ width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} class={rowClass?.(row)}>
            {columns.map((column, at) =>
              column.isRowHeading === true ? (
                <th key={at} scope="row">
                  {column.cell(row, index)}
                </th>
              ) : (
                <td key={at} class={column.class}>
                  {column.cell(row, index)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (scrolled === undefined) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the region with the arrow keys
    <section class="scroll" tabIndex={0} aria-label={scrolled}>
      {table}
    </section>
  );
}
