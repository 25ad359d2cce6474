import { useConsole, useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';

/** The places that were found in this browser, the last one first. */
export function RecentPlaces() {
  const { library, announce } = useConsole();
  const { library: texts } = useTexts();
  const places = library.places.value;
  if (places.length === 0) return null;
  const clear = async () => {
    await library.removePlaces();
    announce(texts.placesRemoved);
  };
  return (
    <details class="saved">
      <summary>{texts.places(places.length)}</summary>
      <ul>
        {places.map(({ query, name }) => (
          <li key={query}>
            <a href={formatRoute({ view: 'place', query })}>{name ?? query}</a>
            {name !== null && name !== query && <span class="small muted">{query}</span>}
          </li>
        ))}
      </ul>
      <p class="small muted">
        {texts.onlyHere} {texts.unusedFor(library.unusedDays.value)}
      </p>
      <div class="actions">
        <button type="button" class="quiet" onClick={clear}>
          {texts.removePlaces}
        </button>
      </div>
    </details>
  );
}
