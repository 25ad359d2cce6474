import type { ComponentChildren } from 'preact';
import { useTexts } from '../context.js';

/** The address when it is one of the web; null for anything else, `javascript:` above all. */
export function webAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}

/** A link that leaves the console; plain text when the address is no web address. */
export function ExternalLink(props: {
  href: string | null;
  children: ComponentChildren;
  /** Said after the text, where the same text stands many times. */
  about?: string;
}) {
  const { newTab } = useTexts();
  const href = webAddress(props.href);
  if (href === null) return <span>{props.children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
      {props.children}
      <span class="unseen">
        {props.about === undefined ? '' : ` – ${props.about}`} {newTab}
      </span>
    </a>
  );
}
