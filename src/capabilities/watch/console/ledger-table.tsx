import type { z } from 'zod';
import { Reading } from '../../../kit/ui/answer.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { ExternalLink, webAddress } from '../../../kit/ui/external-link.js';
import { Chips } from '../../../kit/ui/fields.js';
import { Pager } from '../../../kit/ui/pager.js';
import { Mark, Stars } from '../../../kit/ui/signs.js';
import type { Route } from '../../../kit/ui/state/route.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { whyLost } from '../event-texts.js';
import type { ledgerData } from '../published.js';
import { Changed } from './event-list.js';
import type { Period } from './period.js';
import type { WatchTexts } from './texts.js';
import { pathOf } from './watch-actions.js';
import { usePages, useWatchTexts } from './watch-state.js';

type LedgerPage = z.infer<typeof ledgerData>;
type Review = LedgerPage['reviews'][number];
type Version = Review['versions'][number];

/** Reviews on a page. */
const PAGE = 50;
const FILTERS = ['all', 'not_visible', 'missing', 'visible'] as const;

/** The reviews of a watch in a period, with status and versions. `checked`: when the last check ended. */
export function Ledger(props: {
  route: Extract<Route, { view: 'watch' }>;
  period: Period;
  checked: string | null;
}) {
  const { route, period, checked } = props;
  const [from, to] = [period.from || undefined, period.to || undefined];
  const { api, go } = useConsole();
  const { t } = useWatchTexts();
  const status = FILTERS.find((one) => one === route.state) ?? 'all';
  const read: Parameters<typeof usePages<LedgerPage>>[1] = (after, signal) => {
    const query = { status: status === 'all' ? undefined : status, from, to, limit: String(PAGE), after };
    return api.data({ path: `${pathOf(route)}/reviews`, query, signal }, hasKey<LedgerPage>('reviews'));
  };
  const answer = usePages<LedgerPage>(`${status} ${from} ${to}`, read, checked);
  const { data, page, total, turn } = answer;
  return (
    <section class="stack" aria-labelledby="ledger">
      <h2 id="ledger">{t('watch.ledger.title')}</h2>
      <Chips
        type="radio"
        legend={t('watch.ledger.title')}
        options={FILTERS.map((one) => [one, t(`watch.ledger.filters.${one}`)])}
        isChosen={(one) => one === status}
        choose={(one) => go({ ...route, state: one === 'all' ? '' : one })}
      />
      <Reading of={answer} />
      {data?.reviews.length === 0 && <p class="muted">{t('watch.ledger.none')}</p>}
      <ul class="rows">
        {data?.reviews.map((review) => (
          <LedgerReview key={review.review_id} review={review} />
        ))}
      </ul>
      <Pager page={page} all={total} size={PAGE} turn={turn} />
    </section>
  );
}

const MARKS = { visible: ['good', '✓'], missing: ['warn', '?'], not_visible: ['bad', '✕'] } as const;

function LedgerReview({ review }: { review: Review }) {
  const { formats, language } = useTexts();
  const { t } = useWatchTexts();
  const { status, versions, review_url: url, visibility_reason: reason } = review;
  const { first_seen_at: first, last_seen_at: last } = review;
  const latest = versions.at(-1);
  const author = latest?.author ?? t('reviews.anonymous');
  const [tone, sign] = MARKS[status];
  return (
    <li>
      <article class="stack">
        <header class="line words">
          <Mark tone={tone} sign={sign} text={t(`watch.ledger.status.${status}`)} />
          {status !== 'visible' && (
            <span>{t('watch.ledger.since', { at: formats.moment(review.status_at) })}</span>
          )}
          {latest !== undefined && <Stars value={latest.stars} />}
          <strong>{author}</strong>
          {latest !== undefined && <span class="muted">{dateOf(latest, t, formats.moment)}</span>}
        </header>
        {status === 'not_visible' && reason !== null && <p>{whyLost(language, reason, first !== null)}</p>}
        {status === 'missing' && <p>{t('watch.ledger.missing')}</p>}
        {latest !== undefined && <VersionBody version={latest} />}
        <p class="small muted">
          {first === null || last === null
            ? t('watch.ledger.unseen')
            : t('watch.ledger.seen', { first: formats.moment(first), last: formats.moment(last) })}{' '}
          {webAddress(url) !== null && (
            <ExternalLink href={url} about={t('reviews.about', { name: author })}>
              {t('reviews.open')}
            </ExternalLink>
          )}
        </p>
        {versions.length > 1 && (
          <details>
            <summary>{t('watch.ledger.versions', { value: versions.length })}</summary>
            <ul class="rows">
              {versions.toReversed().map((version) => (
                <li key={version.number}>
                  <strong>{formats.moment(version.first_seen_at)}</strong> <Stars value={version.stars} />
                  <VersionBody version={version} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </article>
    </li>
  );
}

/** When a review was published and changed; the words of the provider only if no date is known, with their day. */
function dateOf(
  { date, published_at: published, edited_at: edited, first_seen_at: read }: Version,
  t: WatchTexts['t'],
  moment: (at: string) => string,
): string {
  const known = [
    published !== null && t('watch.events.published', { at: moment(published) }),
    edited !== null && t('watch.ledger.edited', { at: moment(edited) }),
    published === null && date !== null && t('watch.ledger.worded', { date, at: moment(read) }),
  ];
  return known.filter(Boolean).join(', ');
}

/** What a review said at a time. */
function VersionBody({ version: { text, reply } }: { version: Version }) {
  const { t } = useTexts();
  return (
    <>
      {!text && <p class="muted">{text === '' ? t('reviews.noText') : t('reviews.unknownText')}</p>}
      <Changed before={null} now={text} />
      <Changed before={null} now={reply} title={t('reviews.reply')} />
    </>
  );
}
