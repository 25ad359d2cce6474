import { wordDifference } from './difference.js';
import { useWatchTexts } from './state.js';

interface Versions {
  readonly before: string | null | undefined;
  readonly now: string | null | undefined;
}

/** A text with the words marked that differ from the text before; the only known one of the two unmarked. */
export function Changed({ before, now }: Versions) {
  const { ledger } = useWatchTexts();
  const text = now ?? before ?? '';
  if (text === '' && !before) return null;
  if (before == null || now == null || before === now)
    return (
      <p class="text" dir="auto">
        {text}
      </p>
    );
  return (
    <p class="text" dir="auto">
      {wordDifference(before, now).map((part, index) => {
        if (part.kind === 'same') return part.text;
        const Tag = part.kind === 'before' ? 'del' : 'ins';
        return (
          <Tag key={index}>
            <span class="unseen"> [{ledger[part.kind]}: </span>
            {part.text}
            <span class="unseen">] </span>
          </Tag>
        );
      })}
    </p>
  );
}

/** The reply of the owner, marked like a text. */
export function ChangedReply({ before, now, title }: Versions & { title: string }) {
  if (before == null && now == null) return null;
  return (
    <div class="quote">
      <p class="small">
        <strong>{title}</strong>
      </p>
      <Changed before={before} now={now} />
    </div>
  );
}
