import type { Failure } from '../../../core/published/failure.js';
import { PLACE_FIELDS } from '../../../core/published/place-fields.js';
import { endingText, noticeTexts, reasonTitle } from '../../../core/texts/outcomes.js';
import { isMapLink } from '../../lists/links-in-lists.js';
import { foundBy } from '../../lists/place-columns.js';
import { Button } from '../button.js';
import { useTexts } from '../context.js';
import { ExternalLink, shortUrl } from '../external-link.js';
import { FailureNotice } from '../failure-notice.js';
import { Moment } from '../moment.js';
import { Stars } from '../signs.js';
import { formatRoute, reviewsOf } from '../state/route.js';
import type { Texts } from '../texts.js';
import { type ListRow, REASONS, type ReadList } from './list-rows.js';

/** A column of the user's sheet. */
export interface OwnColumn {
  readonly header: string;
  readonly index: number;
}

/** The reason of a result, or the figures of a place, in a few words. */
export function reasonOf(texts: Texts, row: ListRow): string {
  const { found } = row;
  const { t, formats, language } = texts;
  if ('verdict' in found) return reasonTitle(language, found.verdict.visibility_reason);
  if (found.kind === 'waiting' || found.kind === 'none') return '';
  if (found.kind === 'failed') {
    const { code } = found.failure;
    if (code === 'invalid_request') return t(row.isReview ? 'links.notAReview' : 'links.notAPlace');
    return code === 'no_results' && row.isReview ? t('links.leadsNowhere') : texts.whyFailed(found.failure);
  }
  if (found.kind === 'several') return t('links.severalOf', { all: found.place.candidates?.length ?? 0 });
  if (found.kind === 'place') {
    const { details } = found.place;
    const [rating, reviews] = [details[PLACE_FIELDS.rating], details[PLACE_FIELDS.reviewCount]];
    const facts = [
      // The address tells whether it is the place that was meant.
      details[PLACE_FIELDS.address],
      rating === null ? null : `${formats.decimal(rating)} ★`,
      reviews === null ? null : t('count.reviews', { count: reviews }),
      found.place.source === 'search_result' && foundBy(language, found.place.source),
      found.place.candidates !== undefined && t('links.picked'),
    ];
    return facts.filter(Boolean).join(' · ');
  }
  return listRead(texts, found.list);
}

/** What a list of reviews has and how far it was read. Only a list read to its end or its day has none. */
function listRead({ t, formats, language }: Texts, list: ReadList): string {
  const { reviews_count: value, reviews_read: read, complete, stop_reason: reason, asked = {} } = list;
  const { since, min_stars: least = 1, max_stars: most = 5 } = asked;
  const stars = [...new Set([least, most])].join('–');
  const isKnown = complete || reason === 'since';
  const day = since === undefined ? '' : formats.moment(String(since));
  const ofDay = day && t(`links.since.${value > 0 ? 'some' : isKnown ? 'none' : 'unknown'}`, { day });
  const some = value > 0 || (isKnown && day === '') ? t('count.reviews', { count: value }) : '';
  const cover = read === value && isKnown ? '' : t('links.read', { value: formats.number(read) });
  const ending = complete || reason === null ? '' : endingText(language, { ...list, stop_reason: reason });
  const ofStars = stars === '1–5' ? '' : t('links.stars', { stars });
  const found = [[some, ofDay, ofStars].filter(Boolean).join(' '), cover].filter(Boolean).join(' · ');
  return [found, ending].filter(Boolean).join(' – ');
}

/** Everything that is known of a row: its cells in full, what was found, and what the result means. */
export function RowDetails(props: {
  row: ListRow;
  columns?: readonly OwnColumn[];
  placeNames?: ReadonlyMap<string, string>;
  /** Why the last evidence pack of the row was not made. */
  failure?: Failure | null;
  /** Picks one of several places. */
  pick?: (id: string) => void;
}) {
  const { row, columns = [], failure = null, pick } = props;
  const texts = useTexts();
  const { t, language, formats } = texts;
  const { found, query, cells } = row;
  const own = columns.filter(({ index }) => (cells?.[index] ?? '').trim() !== '');
  const { verdict, place, list } = { verdict: null, place: null, list: null, ...found };
  const about = REASONS.find((one) => one === verdict?.visibility_reason);
  const { candidates } = place ?? {};
  const isPicked = (id: string) => found.kind === 'place' && found.place.place_id === id;
  const pickText = (id: string) => (isPicked(id) ? `✓ ${t('links.picked')}` : t('links.pick'));
  const notices = verdict ?? (candidates ? null : place) ?? list;
  return (
    <div class="stack details">
      {failure !== null && <FailureNotice failure={failure} invalid={t('links.notAReview')} />}
      <p>
        <strong>{reasonOf(texts, row)}</strong>{' '}
        {about !== undefined &&
          `${t(`help.reasons.each.${about}.means`)} ${t(`help.reasons.each.${about}.notProven`)}`}
        {found.kind === 'failed' && found.failure.code === 'invalid_request' && isMapLink(query) && (
          <a href={formatRoute({ view: 'place', query })}>{t('links.asPlace')}</a>
        )}
      </p>
      {notices !== null &&
        noticeTexts(language, notices, formats.moment).map((text) => (
          <p key={text} dir="auto">
            {text}
          </p>
        ))}
      {verdict !== null && <ReviewFacts {...props} />}
      {candidates?.map((one) => (
        <p key={one.place_id}>
          <a href={formatRoute({ view: 'place', query: one.place_id })}>{one[PLACE_FIELDS.name]}</a>{' '}
          {one[PLACE_FIELDS.address]} · Place ID: <code>{one.place_id}</code>{' '}
          {pick !== undefined && (
            <Button
              text={pickText(one.place_id)}
              class="quiet tiny"
              aria-label={`${pickText(one.place_id)}: ${one[PLACE_FIELDS.name]}, ${one[PLACE_FIELDS.address]}`}
              aria-pressed={isPicked(one.place_id)}
              onClick={() => pick(one.place_id)}
            />
          )}
        </p>
      ))}
      {place !== null && !candidates && (
        <p>
          {foundBy(language, place.source)} · Place ID: <code>{place.place_id}</code> ·{' '}
          <a href={formatRoute(reviewsOf(place.place_id))}>{t('reviews.read')}</a>
        </p>
      )}
      <dl>
        <dt>{t('links.address')}</dt>
        <dd>
          <ExternalLink href={query}>{shortUrl(query)}</ExternalLink>
        </dd>
        {own.map(({ header, index }) => (
          <>
            <dt key={`t${index}`}>{header}</dt>
            <dd key={`d${index}`}>{cells?.[index]}</dd>
          </>
        ))}
      </dl>
    </div>
  );
}

/** The review as it was read. */
function ReviewFacts({ row, placeNames }: Parameters<typeof RowDetails>[0]) {
  const { t, formats } = useTexts();
  const review = 'verdict' in row.found ? row.found.verdict.review : null;
  if (review === null) return null;
  const { author_name: author, stars, date, text_excerpt: text, place_id: id } = review;
  const { is_edited: isEdited, edited_date: edited } = review;
  const place = review.place_name ?? placeNames?.get(id ?? '') ?? null;
  return (
    <>
      <p>
        {stars !== null && <Stars value={stars} />} {author !== null && <strong>{author}</strong>}{' '}
        {date !== null && <Moment at={date} />}{' '}
        {isEdited === true &&
          (edited ? t('links.editedOn', { date: formats.moment(edited) }) : t('links.editedOn.undated'))}{' '}
        {id === null ? (
          place
        ) : (
          <a href={formatRoute({ view: 'place', query: id })}>{place ?? t('links.openPlace')}</a>
        )}
      </p>
      {text !== null && text !== '' && <p>{text}</p>}
      {id !== null && (
        <p>
          Place ID: <code>{id}</code>
        </p>
      )}
    </>
  );
}
