import { Button } from '../../../kit/ui/button.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import type { ListSource } from '../../../kit/ui/input/source.js';

/** A button that puts a list into the form of watches. `about`: the name of the list, if several are shown. */
export function WatchButton(props: {
  source: () => ListSource | Promise<ListSource | null>;
  about?: string;
}) {
  const { source, about } = props;
  const { board, watchThese } = useConsole();
  const { watchThese: text } = useTexts();
  if (!board.isWatchOffered.value) return null;
  const onClick = async () => {
    const found = await source();
    if (found !== null) watchThese(found);
  };
  return <Button text={text} aria-label={about && `${text}: ${about}`} onClick={onClick} />;
}
