import { useConsole, useTexts } from '../context.js';

/** The first few fit into a line or two. */
const MOST = 4;

/** Places to try, each with one click. */
export function ExamplePlaces({ open }: { open: (query: string) => void }) {
  const { examples } = useConsole();
  const { help: texts } = useTexts();
  if (examples.places.length === 0) return null;
  return (
    <fieldset class="examples">
      <legend>{texts.examples}</legend>
      {examples.places.slice(0, MOST).map((place) => (
        <button key={place} type="button" class="quiet" onClick={() => open(place)}>
          {place.replace(/^https?:\/\//, '')}
        </button>
      ))}
    </fieldset>
  );
}
