import type { ComponentChildren } from 'preact';

/** A bar with the progress in words beside it. `all` null: the end is unknown. `children`: stands before the bar. */
export function Progress(props: {
  label: string;
  done: number;
  all: number | null;
  text: string;
  children?: ComponentChildren;
}) {
  const { label, done, all, text, children } = props;
  return (
    <div class="progress">
      {children}
      <progress aria-label={label} {...(all !== null && { max: all, value: Math.min(done, all) })} />
      <span>{text}</span>
    </div>
  );
}
