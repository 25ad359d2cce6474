import type { ComponentProps } from 'preact';
import { type ConsolePart, useParts } from './context.js';

/** The buttons of capabilities beside a list. */
export function ListActions(props: ComponentProps<NonNullable<ConsolePart['ListAction']>>) {
  return (
    <>{useParts().map(({ offer, ListAction }) => ListAction && <ListAction key={offer} {...props} />)}</>
  );
}
