// Pages of HTML for reports: texts are escaped unless they were made by `html`.

/** Markup: texts become markup only through `html` or `escaped`. */
export interface Markup {
  readonly markup: string;
}

export type Part = Markup | string | number | null | readonly Part[];

/** Makes markup. Strings among the values are escaped; null leaves nothing. */
export function html(literals: TemplateStringsArray, ...values: readonly Part[]): Markup {
  const markup = literals.map((literal, at) => literal + markupOf(values[at] ?? null)).join('');
  return { markup };
}

function markupOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(markupOf).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A part of the page with its heading. */
export function section(heading: string, content: Part): Markup {
  return html`<section><h2>${heading}</h2>${content}</section>`;
}

export const paragraphs = (texts: readonly string[]): Part => texts.map((text) => html`<p>${text}</p>`);
export const bullets = (texts: readonly Part[]): Markup =>
  html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;

/** The first `max` characters, with an ellipsis if there are more. */
export function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
}
