import { useConsole, useTexts } from '../context.js';
import { formatRoute, type Route } from '../state/route.js';

/** Links between the lookup of one place and that of many. */
export function PlaceModes() {
  const { route, place } = useConsole();
  const { place: texts } = useTexts();
  const modes: readonly (readonly [string, Route])[] = [
    [texts.one, { view: 'place', query: place.lookup.value?.query ?? '' }],
    [texts.many, { view: 'places' }],
  ];
  return (
    <nav class="modes" aria-label={texts.modes}>
      {modes.map(([name, target]) => (
        <a
          key={target.view}
          href={formatRoute(target)}
          aria-current={route.value.view === target.view ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
