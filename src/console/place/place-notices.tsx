import type { Notice } from '../../core/published/lines.js';
import { defamationScopeText, noticeTexts } from '../../core/texts/outcomes.js';
import { useTexts } from '../../kit/ui/context.js';

/** The notices of the map provider on a place and its reviews, with an explanation of the number of removed reviews. */
export function PlaceNotices({ answer }: { answer: Parameters<typeof noticeTexts>[1] }) {
  const { language, formats } = useTexts();
  const scope = defamationScopeText(language, answer.notices);
  return (
    <>
      {noticeTexts(language, answer, formats.moment).map((text) => (
        <p class="notice" key={text} dir="auto">
          {text}
        </p>
      ))}
      {scope !== null && <p class="small muted">{scope}</p>}
    </>
  );
}

/** The notices of a list of reviews and of its place, each once. The list may have notices that the place lacks. */
export function joinedNotices(
  ofList: readonly Notice[] | undefined,
  ofPlace: readonly Notice[] | undefined,
): Notice[] | undefined {
  const isNew = ({ kind }: Notice) => ofList?.some((one) => one.kind === kind) !== true;
  const joined = [...(ofList ?? []), ...(ofPlace ?? []).filter(isNew)];
  return joined.length === 0 ? undefined : joined;
}
