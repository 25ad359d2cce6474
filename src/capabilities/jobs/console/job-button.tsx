import { Button } from '../../../kit/ui/button.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import type { ListSource } from '../../../kit/ui/input/source.js';

/** A button that takes a list to the form of a new job. */
export function JobButton({ source }: { source: () => ListSource | Promise<ListSource | null> }) {
  const { go, store } = useConsole();
  const { t } = useTexts();
  const onClick = async () => {
    const [found, { jobDraft }] = await Promise.all([source(), import('./draft.js')]);
    if (found === null) return;
    store(jobDraft).show(found);
    go({ view: 'lists', id: '' });
  };
  return <Button text={t('jobOfThese')} onClick={onClick} />;
}
