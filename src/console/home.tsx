import { useConsole, useTexts } from './context.js';
import { formatRoute } from './state/route.js';

const CHOICES = ['links', 'place', 'places', 'watch'] as const;

/** The first page: asks what the user wants to do. */
export function HomeView() {
  const { routeTo, board } = useConsole();
  const { home } = useTexts();
  return (
    <ul class="choices">
      {CHOICES.filter((view) => view !== 'watch' || board.isWatchOffered.value).map((view) => (
        <li key={view} class="card">
          <h2>
            <a href={formatRoute(routeTo(view))}>{home[view].action}</a>
          </h2>
          <p class="muted">{home[view].about}</p>
        </li>
      ))}
    </ul>
  );
}
