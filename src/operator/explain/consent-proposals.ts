import { descendants, type LinkedElement, select, textOf } from './element-tree.js';
import { builtInEntries, isAccepted, isInUse, type Proposal } from './proposal.js';

const LIST = 'selectors.consentReject';
/** What buttons that decline say; their texts are used to tell forms apart, never in a selector. */
const DECLINES =
  /odrzu|nie zgadzam|reject|decline|deny|refuse|ablehnen|refuser|rechazar|rifiuta|rejeitar|weigeren|odmítn|odmietn|elutasít|respinge|відхил|atmesti/iu;
const ACCEPTS =
  /akcept|zgadzam się|zgoda|accept|agree|allow|alle akzep|accepter|aceptar|accetta|aceitar|přijm|prija|elfogad/iu;
const NO = /^(?:none|no|false|0|reject|deny|decline|necessary)$/i;

/** A form of a consent page. */
interface ConsentForm {
  readonly form: LinkedElement;
  readonly label: string;
  readonly declines: boolean;
}

/**
 * Selectors of the form that declines. A form is taken only if its button says so (in `wanted` or in words that are
 * known): cookies are never accepted by a guess.
 */
export function consentProposals(page: LinkedElement, wanted: string | null): readonly Proposal[] {
  const forms = formsIn(page, wanted);
  const declining = forms.filter(({ declines }) => declines).map(({ form }) => form);
  const others = forms.filter(({ declines }) => !declines).map(({ form }) => form);
  const candidates = new Set(declining.flatMap(candidatesOf));
  return [...candidates].flatMap((selector): Proposal[] => {
    const line = { list: LIST, entry: selector };
    const found = select(selector, page);
    if (isInUse(line) || !isAccepted([line]) || found.some((form) => others.includes(form))) return [];
    const agrees = declining.filter((form) => found.includes(form)).length;
    if (agrees === 0) return [];
    const value = /\[value="([^"]*)"\]/.exec(selector)?.[1] ?? null;
    return [
      {
        field: 'consent',
        lines: [line],
        reads: forms.find(({ form }) => found.includes(form))?.label ?? '',
        agrees,
        contradicts: 0,
        samples: declining.length,
        finds: found.length,
        near: String(builtInEntries(LIST)[0] ?? ''),
        score:
          agrees / declining.length +
          (value === null ? 0 : 0.3) +
          (NO.test(value ?? '') ? 0.5 : 0) -
          selector.length / 400,
      },
    ];
  });
}

/** What the forms of a consent page offer, for the report. */
export function consentForms(page: LinkedElement): readonly string[] {
  return formsIn(page, null).map(({ label, declines }) => (declines ? `${label} (−)` : label));
}

function formsIn(page: LinkedElement, wanted: string | null): readonly ConsentForm[] {
  return select('form', page).map((form) => {
    const labels = select('button, input[type="submit"]', form).map(
      (control) => control.attributes['aria-label'] ?? control.attributes.value ?? textOf(control),
    );
    const label = (labels[0] ?? '').replace(/\s+/gu, ' ').trim();
    const declines =
      wanted === null || wanted === ''
        ? DECLINES.test(label) && !ACCEPTS.test(label.replace(DECLINES, ''))
        : label.toLowerCase() === wanted.trim().toLowerCase();
    return { form, label, declines };
  });
}

/** By a hidden field, with its value and without; values with anything of a session in them are left out. */
function candidatesOf(form: LinkedElement): readonly string[] {
  return descendants(form)
    .filter(({ tag, attributes }) => tag === 'input' && attributes.type === 'hidden')
    .flatMap(({ attributes: { name = '', value = '' } }) => {
      if (!/^[\w.-]{1,40}$/.test(name)) return [];
      const bare = `form:has(input[name="${name}"])`;
      return /^[A-Za-z]{1,20}$|^\d{1,3}$/.test(value)
        ? [`form:has(input[name="${name}"][value="${value}"])`, bare]
        : [bare];
    });
}
