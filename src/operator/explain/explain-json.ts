import type { Explanation } from './explain.js';
import { MOST_SHOWN } from './explain-texts.js';
import { type Proposal, rulesOf } from './proposal.js';

/** An explanation as programs read it. */
export function explanationJson({ recordings, proposals }: Explanation): unknown {
  return {
    recordings: recordings.map(({ folder, kind, recordedAt, fields, forms }) => ({
      folder,
      kind,
      recorded_at: recordedAt,
      fields: fields.map(({ names, field, value, origin, found, tried }) => ({
        names,
        internal: field.name,
        value,
        origin,
        found,
        tried,
      })),
      forms: forms.map((form) => ({
        form: form.form,
        part: form.part,
        reading: form.reading,
        is_read: form.isRead,
        what: form.what,
        rules: rulesOf(form.lines),
      })),
    })),
    proposals: proposals.map(({ field, list, isWanted, elsewhere, proposals: found }) => ({
      names: field.published,
      list,
      wanted: isWanted,
      elsewhere,
      proposals: found.slice(0, MOST_SHOWN).map(proposalJson),
    })),
  };
}

function proposalJson({ lines, reads, agrees, samples, contradicts, finds, near }: Proposal) {
  return { lines, rules: rulesOf(lines), reads, agrees, samples, contradicts, finds, near };
}
