import type { JSX } from 'preact';
import { parsePlaceId } from '../../core/identifiers/place-id.js';
import { PLACE_FIELD_LIST, PLACE_FIELD_NAMES, PLACE_FIELDS } from '../../core/published/place-fields.js';
import { datedName } from '../../kit/lists/file-name.js';
import { foundByNameText, placeColumns } from '../../kit/lists/place-columns.js';
import { useTexts } from '../../kit/ui/context.js';
import { CopyButton } from '../../kit/ui/copy-button.js';
import { DownloadMenu, tableFiles } from '../../kit/ui/downloads.js';
import { ExternalLink } from '../../kit/ui/external-link.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { Moment } from '../../kit/ui/moment.js';
import { formatRoute, reviewsOf } from '../../kit/ui/state/route.js';
import { StarHistogram } from '../charts/star-histogram.js';
import { PlaceNotices } from './place-notices.js';
import type { PlaceAnswer } from './place-store.js';

const FACTS = PLACE_FIELD_NAMES.filter((name) => PLACE_FIELD_LIST[name].shown === 'fact');

/** The details of a place. */
export function PlaceCard({ answer, loadedAt }: { answer: PlaceAnswer; loadedAt: number }) {
  const { t, formats, language } = useTexts();
  const { details, place_id: placeId, cid } = answer;
  const name = details[PLACE_FIELDS.name];
  const rating = details[PLACE_FIELDS.rating];
  const count = details[PLACE_FIELDS.reviewCount];
  const found = foundByNameText(language, answer);
  const download = () => ({
    fileName: datedName(name ?? placeId, new Date()),
    sheet: name ?? placeId,
    columns: placeColumns(language),
    rows: [answer],
  });
  return (
    <article class="card" aria-labelledby="place-name">
      <h2 id="place-name">{name ?? t('place.nameless')}</h2>
      {found !== null && <p class="notice">{found}</p>}
      <PlaceNotices answer={answer} />
      {answer.candidates !== undefined && <OtherResults candidates={answer.candidates} />}
      <div class="columns">
        <dl class="facts">
          {FACTS.map((field) => (
            <Fact
              key={field}
              name={PLACE_FIELD_LIST[field].label[language]}
              value={details[PLACE_FIELDS[field]]?.toString() ?? null}
            />
          ))}
          <Fact name={t('place.rating')} value={rating === null ? null : `${formats.decimal(rating)} ★`} />
          <Fact name={t('place.reviewCount')} value={count === null ? null : formats.number(count)} />
          <Fact name={t('place.loaded')} value={<Moment at={loadedAt} />} />
          <Fact name="Place ID" value={placeId} isCopied />
          <Fact name="CID" value={cid} isCopied />
          <Fact name="Feature ID" value={parsePlaceId(placeId)?.featureId ?? null} isCopied />
          <dt>{t('place.links')}</dt>
          <dd class="line">
            <ExternalLink href={answer.maps_url}>{t('place.byPlaceId')}</ExternalLink>
            <span>
              <ExternalLink href={answer.maps_cid_url}>{t('place.byCid')}</ExternalLink>
              {answer.maps_cid_url === null && [': ', <Unknown key="unknown" />]}
            </span>
          </dd>
        </dl>
        <StarHistogram details={details} />
      </div>
      <div class="actions">
        <a class="button" href={formatRoute(reviewsOf(placeId))}>
          {t('place.readReviews')}
        </a>
        <ListActions source={() => ({ kind: 'text', text: placeId, name: null })} />
        <DownloadMenu files={tableFiles(language, null, download)} />
      </div>
    </article>
  );
}

type FactProps = { name: string; value: JSX.Element | string | null; isCopied?: boolean };

function Fact({ name, value, isCopied = false }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value === null ? <Unknown /> : !isCopied && value}
        {typeof value === 'string' && isCopied && (
          <>
            <code>{value}</code> <CopyButton text={value} name={name} />
          </>
        )}
      </dd>
    </>
  );
}

const Unknown = () => <span class="unknown">{useTexts().t('unknown')}</span>;

/** The results of the search after the first result, which is shown in full. */
function OtherResults({ candidates }: { candidates: NonNullable<PlaceAnswer['candidates']> }) {
  const { t, formats } = useTexts();
  return (
    <section class="notice others" aria-labelledby="others-title">
      <p id="others-title">
        <strong>{t('place.firstOf', { all: candidates.length })}</strong>
      </p>
      <ol start={2}>
        {candidates.slice(1).map((candidate) => {
          const rating = candidate[PLACE_FIELDS.rating];
          return (
            <li key={candidate.place_id}>
              <a href={formatRoute({ view: 'place', query: candidate.place_id })}>
                {candidate[PLACE_FIELDS.name] ?? t('place.nameless')}
              </a>
              {` – ${candidate[PLACE_FIELDS.address] ?? t('unknown')}, `}
              {rating === null ? t('unknown') : `${formats.decimal(rating)} ★`}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
