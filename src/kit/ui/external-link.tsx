import type { ComponentChildren } from 'preact';
import { useTexts } from './context.js';

/** The address if it is `http:` or `https:`; null for anything else, such as `javascript:`. */
export function webAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}

/** The address without its protocol. */
export const shortUrl = (address: string): string => address.replace(/^https?:\/\//, '');

/** A link to another site; plain text when the address is not a web address. */
export function ExternalLink(props: {
  href: string | null;
  children: ComponentChildren;
  /** Extra text for screen readers, if several links have the same text. */
  about?: string;
}) {
  const { t } = useTexts();
  const href = webAddress(props.href);
  if (href === null) return <span>{props.children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
      {props.children}
      <span class="unseen">
        {props.about === undefined ? '' : ` – ${props.about}`} {t('newTab')}
      </span>
    </a>
  );
}
