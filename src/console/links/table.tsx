import type { ComponentChildren } from 'preact';
import { useTexts } from '../context.js';
import { LinkTableRow, type ShownColumn } from './row.js';
import type { TableRow } from './table-rows.js';

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The table of links. `own`: columns of the user's, to the left of the results. */
export function LinkTable(props: {
  rows: readonly TableRow[];
  own?: readonly ShownColumn[];
  placeNames?: ReadonlyMap<string, string>;
}) {
  const { rows, own = [], placeNames = NO_NAMES } = props;
  const { links: texts } = useTexts();
  const { columns } = texts;
  return (
    <Frame isWide={own.length > 0} name={texts.scrolled}>
      <table class={own.length === 0 ? 'verdicts links' : 'verdicts links with-own'}>
        <caption class="unseen">{texts.results}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.number}</th>
            {own.map(({ header, index }) => (
              <th key={index} scope="col">
                {header}
              </th>
            ))}
            <th scope="col" class="of-review">
              {columns.link}
            </th>
            <th scope="col" class="of-verdict">
              {columns.verdict}
            </th>
            <th scope="col">{columns.reason}</th>
            <th scope="col" class="of-time">
              {columns.checked}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LinkTableRow key={row.index} row={row} own={own} placeNames={placeNames} />
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

/** A table with columns of the user's may be wider than the page; it is then scrolled, also by keyboard. */
function Frame({ isWide, name, children }: { isWide: boolean; name: string; children: ComponentChildren }) {
  if (!isWide) return <div class="wide">{children}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys
    <section class="wide" tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
