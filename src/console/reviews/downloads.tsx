import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { datedName } from '../../lists/file-name.js';
import { type ReviewRow, reviewColumns } from '../../lists/review-columns.js';
import { useConsole, useTexts } from '../context.js';
import { Downloads } from '../ui/downloads.js';
import { arrange, UNFILTERED } from './arrange.js';
import { coverageOf } from './coverage.js';

/** Downloads all reviews that were read, in the chosen order, or only those that match the filters. */
export function ReviewDownloads() {
  const { reviews, languages } = useConsole();
  const texts = useTexts();
  const { number } = texts.formats;
  const reading = reviews.reading.value;
  const all = reviews.reviews.value;
  const shown = reviews.shown.value;
  const name = reviews.details.value?.details[PLACE_FIELDS.name] ?? null;
  const coverage = reading === null ? null : coverageOf(reading);
  const partial = (write: (value: number) => string) =>
    coverage === null
      ? null
      : texts.download.partial(write(coverage.read), coverage.total === null ? null : write(coverage.total));
  const only = (write: (value: number) => string) =>
    texts.download.only(write(shown.length), write(all.length), texts.reviews.fitting);
  const table = (rows: readonly ReviewRow[], note: string | null) => ({
    fileName: datedName(
      [texts.reviews.fileName, name ?? reading?.placeId ?? null, partial(String), note],
      new Date(),
    ),
    sheet: texts.reviews.sheet,
    columns: reviewColumns(languages.current.value),
    rows,
  });
  const inOrder = () => arrange(all, { ...UNFILTERED, sort: reviews.arrangement.value.sort });
  return (
    <div class="actions">
      <Downloads note={partial(number)} make={() => table(inOrder(), null)} />
      {shown.length > 0 && shown.length < all.length && (
        <Downloads note={only(number)} make={() => table(shown, only(String))} />
      )}
    </div>
  );
}
