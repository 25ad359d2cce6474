import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** A button that shows more buttons. `name`: what the button is for, if several have the same text. */
export function Menu({ text, name, children }: { text: string; name?: string; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current !== null) menu.current.open = false;
  };
  return (
    <details
      ref={menu}
      class="menu"
      onToggle={({ currentTarget: { classList, lastElementChild: box } }) => {
        // It opens to the other side where it would leave the page.
        classList.remove('turned');
        const first = document.getElementById('content')?.getBoundingClientRect().x ?? 0;
        classList.toggle('turned', (box?.getBoundingClientRect().x ?? first) < first);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return;
        close();
        currentTarget.querySelector('summary')?.focus();
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary class="button quiet" aria-label={name}>
        {text}
      </summary>
      <div>{children}</div>
    </details>
  );
}
