import { useSignal } from '@preact/signals';
import type { AsyncZippable } from 'fflate';
import { failureOf } from '../../../core/published/failure.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useParts } from '../../../kit/ui/context.js';
import { saveFile } from '../../../kit/ui/downloads.js';
import type { ListRow } from '../../../kit/ui/list/list-rows.js';
import { isProvable } from '../../../kit/ui/list/list-table.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { useListTexts } from './texts.js';

/** Makes the evidence packs of rows, one after the other, and saves them as one ZIP, which names those that are missing. */
export function Proofs({ rows, name }: { rows: readonly ListRow[]; name: string }) {
  const here = useConsole();
  const { l, whyFailed } = useListTexts();
  const made = useSignal<number | null>(null);
  const isStopped = useSignal(false);
  const proof = useParts().find(({ linkProof }) => linkProof !== undefined)?.linkProof;
  if (proof === undefined || !rows.some(isProvable)) return null;
  const make = async () => {
    const files: AsyncZippable = {};
    const missing: string[] = [];
    isStopped.value = false;
    for (const [at, row] of rows.entries()) {
      made.value = at;
      const place = `${row.index + 1}. ${row.query}`;
      if (isStopped.value || !isProvable(row)) {
        missing.push(`${place} – ${l(isStopped.value ? 'proofs.stopped' : 'proofs.noLink')}`);
        continue;
      }
      try {
        const [content, pack] = await proof(here, row.query);
        files[`${row.index + 1}-${pack}`] = [new Uint8Array(await content.arrayBuffer()), { level: 0 }];
      } catch (error) {
        missing.push(`${place} – ${whyFailed(failureOf(error, UNSTOPPED))}`);
      }
    }
    const { zipSync, strToU8 } = await import('fflate');
    const packs = Object.keys(files).length;
    if (missing.length > 0)
      files[`${l('proofs.missing')}.txt`] = strToU8(
        `\ufeff${[l('proofs.lacks', { value: missing.length, all: rows.length }), ...missing].join('\r\n')}\r\n`,
      );
    saveFile(
      new Blob([zipSync(files as never)], { type: 'application/zip' }),
      `${l('proofs.file')}-${name}.zip`,
    );
    made.value = null;
    here.announce(l('proofs.done', { value: packs, all: rows.length }));
  };
  if (made.value === null)
    return (
      <Button
        text={l('proofs.make', { value: rows.length })}
        title={l('proofs.takes')}
        onClick={() => void make()}
      />
    );
  return (
    <>
      <span role="status">{l('proofs.busy', { value: made.value, all: rows.length })}</span>
      <Button
        text={l('proofs.stop')}
        isOff={isStopped.value}
        onClick={() => {
          isStopped.value = true;
        }}
      />
    </>
  );
}
