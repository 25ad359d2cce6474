import type { Examples } from '../../contract/examples.js';

const NONE: Examples = { places: [], reviews: [] };

/** The examples that the service puts into the page; none where it has none, or where the page is older. */
export function readExamples(page: Document): Examples {
  const content = page.querySelector<HTMLMetaElement>('meta[name="place-lookup-examples"]')?.content;
  return content === undefined ? NONE : { ...NONE, ...(JSON.parse(content) as Partial<Examples>) };
}
