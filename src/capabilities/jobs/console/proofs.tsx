import { useSignal } from '@preact/signals';
import type { AsyncZippable } from 'fflate';
import { useEffect, useMemo } from 'preact/hooks';
import { failureOf } from '../../../core/published/failure.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useParts } from '../../../kit/ui/context.js';
import { saveFile } from '../../../kit/ui/downloads.js';
import type { ListRow } from '../../../kit/ui/list/list-rows.js';
import { isProvable } from '../../../kit/ui/list/row-parts.js';
import { useQuestion } from '../../../kit/ui/question.js';
import { formatRoute } from '../../../kit/ui/state/route.js';
import { createRuns } from '../../../kit/ui/state/runs.js';
import { useListTexts } from './texts.js';

/** Maximum packs in one ZIP: the browser holds all of them until it is saved. */
const MAX_PACKS = 100;

/** The making of packs of a list: it goes on when its rows are no longer ticked or shown, and ends with the page. */
export function useProofRun(list: string) {
  const { l } = useListTexts();
  const made = useSignal<{ readonly value: number; readonly all: string } | null>(null);
  const runs = useMemo(createRuns, []);
  useQuestion(made.value !== null, l('proofs.leave'), formatRoute({ view: 'lists', id: list }));
  // A new run aborts the one before: nothing is made for a page that was left.
  useEffect(() => () => void runs.begin(), []);
  return { made, ...runs };
}
type ProofRun = ReturnType<typeof useProofRun>;

/** Makes the evidence packs of rows, one after the other, and saves them as one ZIP, which names the missing packs. */
export function Proofs({ rows, name, run }: { rows: readonly ListRow[]; name: string; run: ProofRun }) {
  const here = useConsole();
  const { l, formats, whyFailed } = useListTexts();
  const { made, begin, stop } = run;
  const proof = useParts().find(({ linkProof }) => linkProof !== undefined)?.linkProof;
  if (proof === undefined || (made.value === null && !rows.some(isProvable))) return null;
  const make = async () => {
    const { signal: stopped, isLatest } = begin();
    const files: AsyncZippable = {};
    const missing: string[] = [];
    for (const [at, row] of rows.entries()) {
      made.value = { value: at, all: count };
      const lack = (why: string) => missing.push(`${row.index + 1}. ${row.query} – ${why}`);
      if (!isProvable(row)) lack(l('proofs.noLink'));
      else if (stopped.aborted) lack(l('proofs.stopped'));
      else if (Object.keys(files).length >= MAX_PACKS) lack(l('proofs.over', { value: MAX_PACKS }));
      else
        try {
          const [content, pack] = await proof(here, row.query, stopped);
          files[`${row.index + 1}-${pack}`] = [new Uint8Array(await content.arrayBuffer()), { level: 0 }];
        } catch (error) {
          lack(stopped.aborted ? l('proofs.stopped') : whyFailed(failureOf(error, stopped)));
        }
    }
    if (!isLatest()) return;
    const { zipSync, strToU8 } = await import('fflate');
    const packs = Object.keys(files).length;
    if (missing.length > 0)
      files[`${l('proofs.missing')}.txt`] = strToU8(
        `\ufeff${[l('proofs.lacks', { value: missing.length, all: rows.length }), ...missing].join('\r\n')}\r\n`,
      );
    const zip = new Blob([zipSync(files as never)], { type: 'application/zip' });
    saveFile(zip, `${l('proofs.file')}-${name}.zip`);
    made.value = null;
    here.announce(l('proofs.done', { value: packs, all: rows.length }));
  };
  const count = formats.number(rows.length);
  if (made.value === null) {
    const value = rows.length > MAX_PACKS ? l('progress', { done: MAX_PACKS, all: count }) : count;
    return (
      <Button
        text={l('proofs.make', { value })}
        title={l('proofs.takes', { value: MAX_PACKS })}
        onClick={() => void make()}
      />
    );
  }
  return (
    <>
      <span role="status">{l('proofs.busy', made.value)}</span>
      <Button text={l('proofs.stop')} onClick={stop} />
    </>
  );
}
