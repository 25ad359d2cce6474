import type { ButtonHTMLAttributes } from 'preact';

/** A button beside the main action of a view. While it is off, it keeps the focus and ignores clicks. */
export function Button(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { text: string; isOff?: boolean },
) {
  const { text, isOff, onClick, ...attributes } = props;
  return (
    <button
      type="button"
      class="quiet"
      {...attributes}
      aria-disabled={isOff}
      onClick={isOff === true ? undefined : onClick}
    >
      {text}
    </button>
  );
}
