import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button.js';
import { useTexts } from './context.js';
import { setter } from './state/ui-signals.js';

/** The keys of the rows that the user ticked. */
export type Ticked = Signal<ReadonlySet<string>>;

/** Ticks a row, or several rows at once. `name`: the rows in words. */
export function Tick({ ticked, rows, name }: { ticked: Ticked; rows: readonly string[]; name: string }) {
  const isTicked = rows.every((row) => ticked.value.has(row));
  const others = [...ticked.value].filter((row) => !rows.includes(row));
  return (
    <input
      type="checkbox"
      checked={isTicked}
      aria-label={useTexts().t('ticked.row', { name })}
      onChange={() => setter(ticked)(new Set(isTicked ? others : [...others, ...rows]))}
    />
  );
}

/** What can be done with the ticked rows among `rows`. It stands at the lower edge of the window while there are any. */
export function SelectionBar(props: {
  ticked: Ticked;
  rows: readonly string[];
  children: ComponentChildren;
}) {
  const { ticked, rows, children } = props;
  const { t } = useTexts();
  const bar = useRef<HTMLElement>(null);
  const value = rows.filter((row) => ticked.value.has(row)).length;
  const tick = (some: readonly string[]) => setter(ticked)(new Set(some));
  if (value === 0) {
    // The focus of a bar that goes away is not lost.
    if (bar.current?.contains(document.activeElement)) document.getElementById('content')?.focus();
    return null;
  }
  return (
    <section ref={bar} class="toolbar selection" aria-label={t('ticked.title')}>
      <span role="status">{t('ticked.count', { value, all: rows.length })}</span>
      <div class="actions">
        {children}
        {value < rows.length && <Button text={t('ticked.all')} onClick={() => tick(rows)} />}
        <Button text={t('ticked.none')} onClick={() => tick([])} />
      </div>
    </section>
  );
}
