import type { Notice } from '../../contract/lines.js';
import { defamationScopeText, noticeTexts } from '../../contract/texts/outcomes.js';
import { useConsole } from '../context.js';

/** What the map provider says of a place and its reviews, and what its number of removed reviews counts. */
export function PlaceNotices({ answer }: { answer: Parameters<typeof noticeTexts>[1] }) {
  const { languages } = useConsole();
  const language = languages.current.value;
  const scope = defamationScopeText(language, answer.notices);
  return (
    <>
      {noticeTexts(language, answer).map((text) => (
        <p class="notice" key={text} dir="auto">
          {text}
        </p>
      ))}
      {scope !== null && <p class="small muted">{scope}</p>}
    </>
  );
}

/** Those of a list and of its place, each once: the tab of the reviews shows more than the place alone. */
export function joinedNotices(
  ofList: readonly Notice[] | undefined,
  ofPlace: readonly Notice[] | undefined,
): Notice[] | undefined {
  const isNew = ({ kind }: Notice) => ofList?.some((one) => one.kind === kind) !== true;
  const joined = [...(ofList ?? []), ...(ofPlace ?? []).filter(isNew)];
  return joined.length === 0 ? undefined : joined;
}
