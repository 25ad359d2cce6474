import { useTexts } from '../context.js';
import { CopyLinkDrawing, ReviewDrawing, ShareMenuDrawing } from './drawings.js';

/** Where the link of a review is found. */
export function ReviewGuide() {
  const { help: texts } = useTexts();
  const { review } = texts;
  return (
    <details class="guide">
      <summary>{review.title}</summary>
      <ol class="steps">
        <li>
          <ReviewDrawing />
          {review.open}
        </li>
        <li>
          <ShareMenuDrawing items={[texts.shareReview, texts.report]} />
          {review.share}
        </li>
        <li>
          <CopyLinkDrawing label={texts.copyLink} />
          {review.copy}
        </li>
      </ol>
      <p>{review.rows}</p>
    </details>
  );
}
