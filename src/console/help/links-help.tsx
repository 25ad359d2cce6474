import { useConsole } from '../context.js';
import { ReasonHelp } from './reasons.js';
import { ReviewGuide } from './review-guide.js';
import { SampleList } from './sample-list.js';

/** The help of the view "review links": a sample list while the field is empty, where links are, what reasons mean. */
export function LinksHelp() {
  const { links, examples } = useConsole();
  return (
    <div class="guides">
      {links.input.text.value === '' && links.input.file.value === null && links.rows.value.length === 0 && (
        <p>
          <SampleList
            lines={examples.reviews}
            use={(list) => {
              links.input.text.value = list;
            }}
          />
        </p>
      )}
      <ReviewGuide />
      <ReasonHelp />
    </div>
  );
}
