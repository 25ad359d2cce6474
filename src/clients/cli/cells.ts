/** True for what may be a link, false for a heading. */
export function isLinkLike(text: string): boolean {
  return /[./]/.test(text);
}

/** A cell or a line without the quotes around it. */
export function unquoted(text: string): string {
  return text.trim().replace(/^"([^"]*)"$/, '$1');
}
