import { type Signal, useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { PAGE_SIZE, Pager, pageOf } from './pager.js';
import { setter } from './state/ui-signals.js';

export interface TableColumn<Row> {
  readonly header: ComponentChildren;
  /** How the rows are sorted by the column. */
  readonly sort?: 'ascending' | 'descending' | undefined;
  cell(row: Row, index: number): ComponentChildren;
  readonly class?: string;
  /** A CSS width. Without it the column shares the remaining width. */
  readonly width?: string | undefined;
  /** True when the cells are the headings of their rows. */
  readonly isRowHeading?: boolean;
}

/** A table. Functions of a row get its index among all rows. */
export function Table<Row>(props: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  class?: string;
  /** The page that is shown, from 0; absent = the table shows all rows. */
  page?: Signal<number>;
  rowClass?: (row: Row) => string | undefined;
  /** What stands below a row, as wide as the table. */
  below?: (row: Row) => ComponentChildren;
  /** The name of the table for screen readers. */
  name?: string;
  /** The name of the region in which the table scrolls, by mouse or keyboard. Without it the table fits the page. */
  scrolled?: string | undefined;
}) {
  const { columns, keyOf, page, rowClass, scrolled } = props;
  const isPrinted = useSignal(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      isPrinted.value = type === 'beforeprint';
    };
    const ending = new AbortController();
    for (const type of ['beforeprint', 'afterprint']) window.addEventListener(type, note, ending);
    return () => ending.abort();
  }, []);
  const all = props.rows.length;
  // Paper has no pager: it shows all rows.
  const size = page === undefined || isPrinted.value ? Math.max(1, all) : PAGE_SIZE;
  const shown = pageOf(props.rows, page?.value ?? 0, size);
  const table = (
    <table class={props.class} aria-label={props.name}>
      <thead>
        <tr>
          {columns.map(({ header, width, sort, class: kind }, index) => (
            <th key={index} scope="col" class={kind} aria-sort={sort} style={{ width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.rows.map((row, offset) => {
          const index = shown.first + offset;
          const more = props.below?.(row);
          return (
            <Fragment key={keyOf(row, index)}>
              <tr class={rowClass?.(row)}>
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
              {more && (
                <tr class="below">
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
  return (
    <>
      {scrolled === undefined ? (
        table
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the region with the arrow keys
        <section class="scroll" tabIndex={0} aria-label={scrolled}>
          {table}
        </section>
      )}
      {page !== undefined && <Pager page={shown.page} all={all} size={size} turn={setter(page)} />}
    </>
  );
}
