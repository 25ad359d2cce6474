import { useSignal } from '@preact/signals';
import { datedName } from '../../../kit/lists/file-name.js';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { TextInput } from '../../../kit/ui/fields.js';
import { ConfirmedButton } from '../../../kit/ui/question.js';
import { Stars } from '../../../kit/ui/signs.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import type { AuthorData, ForgottenData } from '../../watch/published.js';
import { reportTexts } from './texts.js';

const isData = hasKey<AuthorData>('author_id');
const isForgotten = hasKey<ForgottenData>('packs');

/** What the watches store about an author: shown, then forgotten. */
export function AuthorView() {
  const { api, language } = useConsole();
  const r = reportTexts(language.value);
  const asked = useSignal('');
  const found = useSignal<AuthorData | null>(null);
  const done = useSignal('');
  const { isBusy, failure, run } = useAction();
  const author = asked.value.trim();
  const show = async () => {
    done.value = '';
    found.value = null;
    found.value = await api.data({ path: 'author-data', query: { author }, signal: UNSTOPPED }, isData);
    return storedText(found.value, r);
  };
  const forget = async ({ author_id: id }: AuthorData) => {
    const request = { path: 'forget-author', body: { author: id }, signal: UNSTOPPED };
    const { watches, ...counts } = await api.data(request, isForgotten);
    found.value = null;
    done.value = r('author.done', { ...counts, watches: watches.length });
    return done.value;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (author !== '') void run(show);
  };
  const data = found.value;
  return (
    <section class="card" aria-label={r('author.title')}>
      <h2>{r('author.title')}</h2>
      <p class="muted">{r('author.about')}</p>
      <form class="line fields" onSubmit={submit}>
        <div class="grow">
          <label for="author">{r('author.field')}</label>
          <TextInput id="author" value={asked.value} change={(text) => (asked.value = text)} />
        </div>
        <button type="submit" aria-disabled={author === '' || isBusy}>
          {r('author.show')}
        </button>
      </form>
      {failure !== null && <FailureNotice failure={failure} invalid={r('author.invalid')} />}
      {done.value !== '' && <p class="notice good">{done.value}</p>}
      {data !== null && <Stored data={data} isBusy={isBusy} forget={() => void run(() => forget(data))} />}
    </section>
  );
}

function storedText({ reviews, events }: AuthorData, r: ReturnType<typeof reportTexts>): string {
  if (reviews.length + events.length === 0) return r('author.nothing');
  const packs = events.filter(({ evidence }) => evidence !== null).length;
  return r('author.stored', { reviews: reviews.length, events: events.length, packs });
}

/** The reviews of the author, with the text that was read last. An author of whom nothing is stored can be forgotten, too. */
function Stored(props: { data: AuthorData; isBusy: boolean; forget: () => void }) {
  const { data, isBusy, forget } = props;
  const { formats, language } = useTexts();
  const r = reportTexts(language);
  const { forgotten_at: before, author_id: id } = data;
  const words = {
    ...{ title: r('author.forget.title'), what: r('author.forget.what') },
    ...{ keep: r('author.forget.keep'), go: r('author.forget.go') },
  };
  const make = async () => {
    const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    return [content, `${datedName([r('author.fileName'), id], new Date())}.json`] as const;
  };
  return (
    <>
      <p>
        <strong>{storedText(data, r)}</strong>
      </p>
      {before !== null && <p>{r('author.forgottenAt', { at: formats.moment(before) })}</p>}
      <ul class="rows">
        {data.reviews.map(
          ({ watch_id, review_id, label, versions, first_seen_at: from, last_seen_at: to }) => {
            const last = versions.at(-1);
            const period = { from: formats.moment(from ?? '–'), to: formats.moment(to ?? '–') };
            return (
              <li key={`${watch_id} ${review_id}`}>
                <p>
                  <strong>{label ?? r('author.unnamed')}</strong>{' '}
                  {last?.stars != null && <Stars value={last.stars} />}{' '}
                  <span class="small muted">{r('author.seen', period)}</span>
                </p>
                {last?.text && <p class="text">{last.text}</p>}
              </li>
            );
          },
        )}
      </ul>
      <div class="actions">
        <Downloads files={[{ text: r('author.file'), make }]} />
        <ConfirmedButton words={words} isOff={isBusy} run={forget} />
      </div>
    </>
  );
}
