import { useAnswer } from '../../../kit/ui/answer.js';
import { Button } from '../../../kit/ui/button.js';
import { type ConsolePart, useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import type { ListSource } from '../../../kit/ui/input/source.js';
import { watchOf } from '../../../kit/ui/state/route.js';
import { createNews, watchInput } from './watch-stores.js';

/** All views of the watch are one component, so that its shared state stays. */
const view = async () => (await import('./clients-page.js')).WatchView;

export const watchPart: ConsolePart = {
  offer: 'watch',
  views: { watch: view, compare: view },
  marks: { home: NewChanges },
  start: async () => (await import('./start-page.js')).StartPage,
  ListAction: WatchButton,
};

/** The number of changes that nobody marked as done, beside the entry of the navigation. It is read again with each view. */
function NewChanges() {
  const { route } = useConsole();
  const { formats } = useTexts();
  const { count, read } = useStore(createNews);
  useAnswer('', read, route.value.view);
  return count.value ? <span class="small"> {formats.number(count.value)}</span> : null;
}

/** A button that puts a list into the form of watches. `about`: which rows of the list, unless all. */
function WatchButton(props: { source: () => ListSource | Promise<ListSource | null>; about?: string }) {
  const { source, about } = props;
  const { go } = useConsole();
  const input = useStore(watchInput);
  const { t } = useTexts();
  const onClick = async () => {
    const found = await source();
    if (found === null || !(input.isEmpty.value || confirm(t('watchReplaces')))) return;
    input.show(found);
    go(watchOf());
  };
  return <Button text={[t('watchThese'), about].filter(Boolean).join(' – ')} onClick={onClick} />;
}
