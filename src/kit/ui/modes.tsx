import { useConsole } from './context.js';
import { formatRoute, type View } from './state/route.js';

/** Links between the parts of a view. */
export function Modes(props: { label: string; views: readonly (readonly [view: View, name: string])[] }) {
  const { route, routeTo } = useConsole();
  return (
    <nav class="chips" aria-label={props.label}>
      {props.views.map(([view, name]) => (
        <a
          key={view}
          href={formatRoute(routeTo(view))}
          aria-current={route.value.view === view ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
