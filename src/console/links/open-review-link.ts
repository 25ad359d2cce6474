import type { Console } from '../context.js';

/** Opens the view of review links with this link, and checks it unless that view holds a list already. */
export function openReviewLink({ links, go, announce, languages }: Console, url: string): void {
  const before = links.input.text.value.trimEnd();
  const isFree = before === '' && links.phase.value !== 'checking';
  // A workbook that was checked is among the saved lists.
  links.input.file.value = null;
  links.input.text.value = before === '' ? url : `${before}\n${url}`;
  go({ view: 'links' });
  announce(languages.texts.value.place.isReview);
  if (isFree) void links.start();
}
