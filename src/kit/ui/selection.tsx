import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button.js';
import { useTexts } from './context.js';
import { pageOf } from './pager.js';
import { setter } from './state/ui-signals.js';

/** The keys of the rows that the user ticked. */
export type Ticked = Signal<ReadonlySet<string>>;

/** The page and the ticked rows of each table, by its name: they are there when the user comes back. */
export function tableViews() {
  const views = new Map<string, { readonly page: Signal<number>; readonly ticked: Ticked }>();
  return (table: string) => {
    const view = views.get(table) ?? { page: signal(0), ticked: signal(new Set()) };
    views.set(table, view);
    return view;
  };
}

/** Ticks a row, or several rows at once. `name`: the rows in words. */
export function Tick({ ticked, rows, name }: { ticked: Ticked; rows: readonly string[]; name: string }) {
  const isTicked = rows.every((row) => ticked.value.has(row));
  const others = [...ticked.value].filter((row) => !rows.includes(row));
  return (
    <input
      type="checkbox"
      checked={isTicked}
      indeterminate={!isTicked && rows.some((row) => ticked.value.has(row))}
      aria-label={useTexts().t('ticked.row', { name })}
      onChange={() => setter(ticked)(new Set(isTicked ? others : [...others, ...rows]))}
    />
  );
}

/** What can be done with ticked rows, at the lower edge of the window. `lines`: of all pages, each with its rows. */
export function SelectionBar(props: {
  ticked: Ticked;
  page: Signal<number>;
  lines: readonly (readonly string[])[];
  children: ComponentChildren;
}) {
  const { ticked, page, lines, children } = props;
  const { t } = useTexts();
  const bar = useRef<HTMLElement>(null);
  const rows = [...new Set(lines.flat())];
  const isTicked = (row: string) => ticked.value.has(row);
  const value = rows.filter(isTicked).length;
  const seen = new Set(
    pageOf(lines, page.value)
      .rows.filter((line) => line.every(isTicked))
      .flat(),
  );
  const unseen = value - seen.size;
  const tick = (some: readonly string[]) => setter(ticked)(new Set(some));
  if (value === 0) {
    // The focus of a bar that goes away is not lost.
    if (bar.current?.contains(document.activeElement)) document.getElementById('content')?.focus();
    return null;
  }
  return (
    <section ref={bar} class="toolbar selection" aria-label={t('ticked.title')}>
      <span role="status">
        {t('ticked.count', { value, all: rows.length })} {unseen > 0 && t('ticked.unseen', { value: unseen })}
      </span>
      <div class="actions">
        {children}
        {value < rows.length && <Button text={t('ticked.all')} onClick={() => tick(rows)} />}
        <Button text={t('ticked.none')} onClick={() => tick([])} />
      </div>
    </section>
  );
}
