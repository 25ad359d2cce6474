import { useSignal } from '@preact/signals';
import { datedName } from '../../../kit/lists/file-name.js';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { TextInput } from '../../../kit/ui/fields.js';
import { ConfirmedButton } from '../../../kit/ui/question.js';
import { Stars } from '../../../kit/ui/signs.js';
import { formatRoute, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { useWatchTexts, WatchTexts } from '../../watch/console/watch-state.js';
import type { AuthorData, ForgottenData } from '../../watch/published.js';

const isData = hasKey<AuthorData>('author_id');
const isForgotten = hasKey<ForgottenData>('packs');

/** What the watches store about an author: shown, then forgotten. */
export const AuthorView = () => <WatchTexts children={<Author />} />;

function Author() {
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const asked = useSignal('');
  /** What is stored about the author in the field, or what was deleted; null = nothing was asked about this author. */
  const shown = useSignal<AuthorData | string | null>(null);
  const { isBusy, failure, run } = useAction();
  const author = asked.value.trim();
  const name = (text: string) => {
    asked.value = text;
    shown.value = null;
  };
  const show = async () => {
    shown.value = null;
    const data = await api.data({ path: 'author-data', query: { author }, signal: UNSTOPPED }, isData);
    if (asked.value.trim() !== author) return null;
    shown.value = data;
    return storedText(data, t);
  };
  const forget = async (data: AuthorData) => {
    const request = { path: 'forget-author', body: { author: data.author_id }, signal: UNSTOPPED };
    const { watches, ...counts } = await api.data(request, isForgotten);
    shown.value = t('watch.author.done', { ...counts, watches: watches.length, who: nameOf(data) });
    document.getElementById('author')?.focus();
    return shown.value;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (author !== '') void run(show);
  };
  const data = typeof shown.value === 'string' ? null : shown.value;
  return (
    <section class="card" aria-label={t('watch.author.title')}>
      <h2>{t('watch.author.title')}</h2>
      <p class="muted">{t('watch.author.about')}</p>
      <form class="line fields" onSubmit={submit}>
        <div class="grow">
          <label for="author">{t('watch.author.field')}</label>
          <TextInput id="author" value={asked.value} change={name} />
        </div>
        <button type="submit" aria-disabled={author === '' || isBusy}>
          {t('watch.author.show')}
        </button>
      </form>
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.author.invalid')} />}
      {typeof shown.value === 'string' && <p class="notice good">{shown.value}</p>}
      {data !== null && <Stored data={data} isBusy={isBusy} forget={() => void run(() => forget(data))} />}
    </section>
  );
}

function storedText({ reviews, events, watches }: AuthorData, t: ReturnType<typeof useWatchTexts>['t']) {
  if (reviews.length + events.length + watches.length === 0) return t('watch.author.nothing');
  const packs = events.filter(({ evidence }) => evidence !== null).length;
  const counts = { reviews: reviews.length, events: events.length, watches: watches.length };
  return t('watch.author.stored', { ...counts, packs });
}

/** The name that was read last, if any, and the id. */
function nameOf({ author_id: id, reviews }: AuthorData): string {
  const name = reviews.map(({ versions }) => versions.at(-1)?.author).findLast(Boolean);
  return name == null ? id : `${name} (${id})`;
}

/** The reviews of the author, with the text that was read last. An author of whom nothing is stored can be forgotten, too. */
function Stored(props: { data: AuthorData; isBusy: boolean; forget: () => void }) {
  const { data, isBusy, forget } = props;
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const { forgotten_at: before } = data;
  const at = (moment: string | null) => formats.moment(moment ?? '–');
  const words = {
    ...{ title: t('watch.author.forget.title', { who: nameOf(data) }), what: t('watch.author.forget.what') },
    ...{ keep: t('watch.author.forget.keep'), go: t('watch.author.forget.go') },
  };
  const make = async () => {
    const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    return [content, `${datedName([t('watch.author.fileName'), data.author_id], new Date())}.json`] as const;
  };
  return (
    <>
      <h3>{nameOf(data)}</h3>
      <p>{storedText(data, t)}</p>
      {before !== null && <p>{t('watch.author.forgottenAt', { at: formats.moment(before) })}</p>}
      <ul class="rows">
        {data.reviews.map(({ label, versions, first_seen_at: from, last_seen_at: to, ...of }) => {
          const last = versions.at(-1);
          return (
            <li key={`${of.watch_id} ${of.review_id}`}>
              <p>
                <strong>{label ?? t('watch.author.unnamed')}</strong>{' '}
                {last?.stars != null && <Stars value={last.stars} />}{' '}
                <span class="small muted">{t('watch.author.seen', { from: at(from), to: at(to) })}</span>
              </p>
              {last?.text && <p class="text">{last.text}</p>}
            </li>
          );
        })}
        {data.watches.map(({ watch_id: id, label, subject }) => (
          <li key={id} class="address">
            <a href={formatRoute(watchOf(id))}>{label ?? subject}</a>{' '}
            <span class="small muted">{t('watch.author.watched')}</span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Downloads files={[{ text: t('watch.author.file'), make }]} />
        <ConfirmedButton words={words} isOff={isBusy} run={forget} />
      </div>
    </>
  );
}
