import { useTexts } from '../context.js';

/** A button that puts a sample list into the field; none without a list. */
export function SampleList({ lines, use }: { lines: readonly string[]; use: (text: string) => void }) {
  const { help: texts } = useTexts();
  if (lines.length === 0) return null;
  return (
    <button type="button" class="quiet" onClick={() => use(lines.join('\n'))}>
      {texts.sampleList}
    </button>
  );
}
