import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { cut, Pager } from '../ui/pager.js';
import { ReviewControls } from './controls.js';
import { ReviewDownloads } from './downloads.js';
import { ReviewItem } from './item.js';

const PAGE = 50;

/** The reviews read so far, filtered and sorted, in pages. */
export function ReviewResults() {
  const { reviews } = useConsole();
  const texts = useTexts();
  const page = useSignal(0);
  const list = useRef<HTMLHeadingElement>(null);
  const shown = reviews.shown.value;
  const arrangement = reviews.arrangement.value;
  const at = cut(shown, page.value, PAGE);
  useEffect(() => {
    page.value = 0;
  }, [arrangement]);
  const turn = (next: number) => {
    page.value = next;
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ReviewControls />
      <div class="toolbar">
        <p role="status">{texts.reviews.shown(shown.length, reviews.reviews.value.length)}</p>
        <ReviewDownloads />
      </div>
      <h2 ref={list} tabIndex={-1} class="list-title">
        {texts.reviews.list}
      </h2>
      {shown.length === 0 && <p class="muted">{texts.reviews.nothing}</p>}
      <ol class="reviews" start={at.first + 1}>
        {at.rows.map((review) => (
          <ReviewItem key={review.review_id} review={review} />
        ))}
      </ol>
      <Pager at={at} turn={turn} />
    </>
  );
}
