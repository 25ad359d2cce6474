import type { DoctorData } from '../../contract/doctor.js';
import { useTexts } from '../context.js';

/** How often each field was present in the answers since the start. */
export function FieldHistory({ fields }: Pick<DoctorData, 'fields'>) {
  const { doctor: texts, formats } = useTexts();
  return (
    <section class="card" aria-labelledby="field-history">
      <h2 id="field-history">{texts.history}</h2>
      {fields.length === 0 ? (
        <p class="muted">{texts.noHistory}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="scrolled" tabIndex={0} aria-label={texts.scroll}>
          <table class="field-history">
            <thead>
              <tr>
                <th scope="col">{texts.field}</th>
                <th scope="col">{texts.source}</th>
                <th scope="col">{texts.present}</th>
                <th scope="col">{texts.usual}</th>
                <th scope="col">{texts.state}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ field, source, present, total, usual, drifting }) => (
                <tr key={`${source} ${field}`}>
                  <th scope="row">
                    <code>{field}</code>
                  </th>
                  <td>{source ?? texts.allSources}</td>
                  <td>{texts.presentOf(present, total)}</td>
                  <td>{usual === null ? '–' : formats.percent(usual)}</td>
                  <td>
                    <span class={`mark ${drifting ? 'failed' : 'visible'}`}>
                      {drifting ? texts.drifting : texts.steady}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
