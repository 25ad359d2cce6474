import { useTexts } from '../context.js';
import { CopyLinkDrawing, PlaceDrawing } from './drawings.js';

/** Where a place's link and its identifiers are found. */
export function PlaceGuide() {
  const { help: texts } = useTexts();
  const { place } = texts;
  return (
    <details class="guide">
      <summary>{place.title}</summary>
      <ol class="steps">
        <li>
          <PlaceDrawing share={texts.share} />
          {place.open}
        </li>
        <li>
          <CopyLinkDrawing label={texts.copyLink} />
          {place.copy}
        </li>
      </ol>
      <p>{place.ids}</p>
    </details>
  );
}
