import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import type { ListSource } from '../../../kit/ui/input/source.js';
import { watchOf } from '../../../kit/ui/state/route.js';
import { watchInput } from './watch-stores.js';

/** A button that puts a list into the form of watches. `about`: which rows of the list, unless all. */
export function WatchButton(props: {
  source: () => ListSource | Promise<ListSource | null>;
  about?: string;
}) {
  const { source, about } = props;
  const { go } = useConsole();
  const input = useStore(watchInput);
  const { t } = useTexts();
  const onClick = async () => {
    const found = await source();
    if (found === null) return;
    input.show(found);
    go(watchOf());
  };
  return <Button text={[t('watchThese'), about].filter(Boolean).join(' – ')} onClick={onClick} />;
}
