import type { Examples } from '../../contract/examples.js';
import { useConsole, useTexts } from '../context.js';
import { shortUrl } from '../ui/external-link.js';

const NONE: Examples = { places: [], reviews: [] };

/** The examples that the service puts into the page. Pages of older services have no examples. */
export function readExamples(page: Document): Examples {
  const content = page.querySelector<HTMLMetaElement>('meta[name="place-lookup-examples"]')?.content;
  return content === undefined ? NONE : { ...NONE, ...(JSON.parse(content) as Partial<Examples>) };
}

/** The examples should fit into two lines. */
const MAX_SHOWN = 4;

/** Example places, each opened with one click. */
export function ExamplePlaces({ open }: { open: (query: string) => void }) {
  const { examples } = useConsole();
  const { help: texts } = useTexts();
  if (examples.places.length === 0) return null;
  return (
    <fieldset class="line examples">
      <legend class="muted">{texts.examples}</legend>
      {examples.places.slice(0, MAX_SHOWN).map((place) => (
        <button key={place} type="button" class="quiet tiny" onClick={() => open(place)}>
          {shortUrl(place)}
        </button>
      ))}
    </fieldset>
  );
}
